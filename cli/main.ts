#!/usr/bin/env node
import { Command } from "commander";
import { emulatorCommand } from "./emulator";

const program = new Command("tunnel-edge")
  .description("Tools for a tunnel-and-edge account that Pulumi manages.")
  .addCommand(emulatorCommand());

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
