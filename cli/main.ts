#!/usr/bin/env node
import { run } from "./common/run";
import { commandLine } from "./program";

void run(commandLine());
