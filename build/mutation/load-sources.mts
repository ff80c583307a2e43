// Loads the mutated sources before the first test. Otherwise, Stryker would attribute the constants of a module to the test
// that imports it first, and run only that test for mutants of them.
import { globSync } from "node:fs";
import { resolve } from "node:path";

const sources = globSync(`${process.env.TUNNEL_EDGE_MUTATION_FOLDER}/**/*.ts`);
// Excludes executables, which run when they are imported.
for (const source of sources.filter((path) => !/(^|\/)(main|bin)\.ts$/.test(path)))
  await import(resolve(source));
