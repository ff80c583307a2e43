import { rejectOldNode } from "../../manifest/node-version";

rejectOldNode();
