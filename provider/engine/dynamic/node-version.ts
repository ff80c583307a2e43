import { refuseOldNode } from "../operations/node-version";

refuseOldNode();
