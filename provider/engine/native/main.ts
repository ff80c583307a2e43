#!/usr/bin/env node
import { cacheCompiled } from "../../account/compile-cache";

cacheCompiled();
// What is loaded before that is compiled at each start.
void import("./process.js").then(({ run }) => run());
