#!/usr/bin/env node
// Must be the first import.
import "../operations/node-version";
import { cacheCompiled } from "../../account/process/compile-cache";

cacheCompiled();
// Modules that load before the cache is enabled are compiled at each start. Unlike import(), require() starts no loader.
const { run } = require("./process.js") as typeof import("./process.js");
void run();
