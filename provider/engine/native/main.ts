#!/usr/bin/env node
import { enableCodeCache } from "../../account/process/compile-cache";
import { rejectOldNode } from "../../manifest/node-version";

rejectOldNode();
enableCodeCache();
// Loaded only now, because modules that load before the cache is enabled are compiled at each start. With require() Node.js
// doesn't have to start the loader of import().
const { run } = require("./process.js") as typeof import("./process.js");
void run();
