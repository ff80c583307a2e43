// npm run mutation [-- <folder> ... --sample N --seed S --tests GLOB]: mutates the code of a folder and
// reports the mutants that no fast test detects. Without a folder: all of build/mutation/folders.json (nightly).
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import folders from "./mutation/folders.json" with { type: "json" };
import "./setup/exit-on-failure.mjs";

async function mutate(folder, { sample, seed, tests, files }) {
  const { tests: testsOfFolder, native } = folders[folder];
  process.env.TUNNEL_EDGE_MUTATION_FOLDER = folder;
  process.env.TUNNEL_EDGE_MUTATION_TESTS = JSON.stringify(tests ?? testsOfFolder);
  process.env.TUNNEL_EDGE_TEST_PROVIDER = native ? "native" : "";
  if (sample !== undefined)
    Object.assign(process.env, { TUNNEL_EDGE_MUTANTS: sample, TUNNEL_EDGE_SEED: seed });
  const name = folder.replaceAll("/", "-");
  await new Stryker({
    configFile: "build/mutation/stryker.config.mjs",
    mutate: files ?? [`${folder}/**/*.ts`],
    checkers: sample === undefined ? [] : ["sample"],
    tempDirName: `.stryker-tmp/${name}`,
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
  }).runMutationTest();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    files: { type: "string", multiple: true },
  },
});
const selected = positionals.length > 0 ? positionals : Object.keys(folders);
const unknown = selected.find((folder) => !Object.hasOwn(folders, folder));
if (unknown !== undefined)
  throw new Error(
    `${unknown} is not one of ${Object.keys(folders).join(", ")}: see build/mutation/folders.json`,
  );
for (const folder of selected) await mutate(folder, values);
