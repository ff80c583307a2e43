// Loads the mutated sources before the first test. What a test loads is attributed to that test alone, so mutants of constants in
// modules that are imported on demand would survive without a try by the tests that notice them.
import { globSync } from "node:fs";
import { resolve } from "node:path";

const sources = globSync(`${process.env.TUNNEL_EDGE_MUTATION_FOLDER}/**/*.ts`);
// An executable runs when it is imported.
for (const source of sources.filter((path) => !/(^|\/)(main|bin)\.ts$/.test(path)))
  await import(resolve(source));
