#!/usr/bin/env node
import { cacheCompiled } from "../../account/process/compile-cache";
import { refuseOldNode } from "../operations/node-version";

refuseOldNode();
cacheCompiled();
// Modules that load before the cache is enabled are compiled at each start. Unlike import(), require() starts no loader.
const { run } = require("./process.js") as typeof import("./process.js");
void run();
