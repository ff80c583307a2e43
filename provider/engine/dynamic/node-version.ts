import { rejectOldNode } from "../operations/node-version";

rejectOldNode();
