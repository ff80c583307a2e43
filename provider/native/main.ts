#!/usr/bin/env node
import { serve } from "./server";

/** The engine's plugin: the first line of its output is the port at which it serves the engine. */
async function main(): Promise<void> {
  const { port } = await serve();
  process.stdout.write(`${port}\n`);
}

void main();
