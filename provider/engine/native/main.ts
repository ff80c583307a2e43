#!/usr/bin/env node
import { cacheCompiled } from "../../account/process/compile-cache";
import { refuseOldNode } from "../operations/node-version";

refuseOldNode();
cacheCompiled();
// What is loaded before that is compiled at each start. The loader of import() would be started for this alone.
const { run } = require("./process.js") as typeof import("./process.js");
void run();
