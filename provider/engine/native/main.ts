#!/usr/bin/env node
// Must be the first import: the modules below fail on an old Node with unhelpful errors.
import "../operations/node-version";
import { cacheCompiled } from "../../account/process/compile-cache";

cacheCompiled();
// What is loaded before that is compiled at each start. The loader of import() would be started for this alone.
const { run } = require("./process.js") as typeof import("./process.js");
void run();
