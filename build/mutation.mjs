// npm run mutation [-- <folder> ... --sample N --seed S --tests GLOB]: mutates the code of a folder and
// reports the mutants that no fast test detects. Without a folder: all of build/mutation/folders.json (nightly).
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import folders from "./mutation/folders.json" with { type: "json" };
import { NOT_SAMPLED } from "./mutation/sample.mjs";
import "./setup/exit-on-failure.mjs";

/** Counts the tried mutants of a folder by their result. The score is the share that a test detected. */
function score(folder, results, tried) {
  const count = (...statuses) => tried.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "RuntimeError");
  const timedOut = count("Timeout");
  const survived = count("Survived");
  const notReached = count("NoCoverage");
  const percent = (100 * (killed + timedOut)) / (killed + timedOut + survived + notReached);
  return {
    folder,
    mutants: results.length,
    killed,
    timedOut,
    survived,
    notReached,
    score: percent.toFixed(1),
  };
}

function describeMutant({ fileName, location, mutatorName, replacement, status }) {
  const file = fileName.replace(`${process.cwd()}/`, "");
  const { line, column } = location.start;
  return `${status.padEnd(10)} ${file}:${line}:${column} ${mutatorName} ${replacement.replace(/\s+/g, " ").slice(0, 60)}`;
}

async function mutate(folder, { sample, seed, tests, files }) {
  const { tests: testsOfFolder, native } = folders[folder];
  process.env.TUNNEL_EDGE_MUTATION_FOLDER = folder;
  process.env.TUNNEL_EDGE_MUTATION_TESTS = JSON.stringify(tests ?? testsOfFolder);
  process.env.TUNNEL_EDGE_TEST_PROVIDER = native ? "native" : "";
  if (sample !== undefined)
    Object.assign(process.env, { TUNNEL_EDGE_MUTANTS: sample, TUNNEL_EDGE_SEED: seed });
  const name = folder.replaceAll("/", "-");
  const results = await new Stryker({
    configFile: "build/mutation/stryker.config.mjs",
    mutate: files ?? [`${folder}/**/*.ts`],
    checkers: sample === undefined ? [] : ["sample"],
    tempDirName: `.stryker-tmp/${name}`,
    htmlReporter: { fileName: `reports/mutation/${name}.html` },
  }).runMutationTest();
  const isTried = ({ status, statusReason }) => statusReason !== NOT_SAMPLED && status !== "Ignored";
  const tried = results.filter(isTried);
  const missed = tried.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  process.stdout.write(`${missed.map(describeMutant).sort().join("\n")}\n`);
  return score(folder, results, tried);
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
const scores = [];
for (const folder of selected) scores.push(await mutate(folder, values));
console.table(scores);
