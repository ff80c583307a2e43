// npm run mutation [-- <folder> ... --sample N --seed S --tests GLOB]: mutates the code of a folder and
// reports the mutants that no fast test detects. Without a folder: all of build/mutation/folders.json (nightly).
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import folders from "./mutation/folders.json" with { type: "json" };
import { NOT_SAMPLED } from "./mutation/sample.mjs";
import "./setup/exit-on-failure.mjs";

function tally(folder, mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "RuntimeError");
  const timeout = count("Timeout");
  const survived = count("Survived");
  const uncovered = count("NoCoverage");
  const tried = killed + timeout + survived + uncovered;
  return { folder, total: mutants.length, tried, killed, timeout, survived, uncovered };
}

const scoreOf = ({ tried, killed, timeout }) =>
  tried === 0 ? "-" : `${((100 * (killed + timeout)) / tried).toFixed(1)} %`;

const rowOf = ({ folder, total, tried, ...counts }, score) =>
  `| \`${folder}\` | ${[total, tried, ...Object.values(counts)].join(" | ")} | ${score} |`;

function table(tallies) {
  return [
    "| folder | mutants | tried | killed | timed out | survived | not reached | score |",
    "|---|---|---|---|---|---|---|---|",
    ...tallies.map((tally) => rowOf(tally, scoreOf(tally))),
  ].join("\n");
}

function describeMutant({ fileName, location, mutatorName, replacement, status }) {
  const file = fileName.replace(`${process.cwd()}/`, "");
  const { line, column } = location.start;
  return `${status.padEnd(10)} ${file}:${line}:${column} ${mutatorName} ${replacement.replace(/\s+/g, " ").slice(0, 60)}`;
}

async function mutate(folder, { sample, seed, tests, files }) {
  const { tests: own, native } = folders[folder];
  process.env.TUNNEL_EDGE_MUTATION_FOLDER = folder;
  process.env.TUNNEL_EDGE_MUTATION_TESTS = JSON.stringify(tests ?? own);
  process.env.TUNNEL_EDGE_TEST_FACE = native ? "native" : "";
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
  return { ...tally(folder, tried), total: results.length };
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
const wanted = positionals.length > 0 ? positionals : Object.keys(folders);
const unknown = wanted.find((folder) => !Object.hasOwn(folders, folder));
if (unknown !== undefined)
  throw new Error(
    `${unknown} is not one of ${Object.keys(folders).join(", ")}: see build/mutation/folders.json`,
  );
const tallies = [];
for (const folder of wanted) tallies.push(await mutate(folder, values));
process.stdout.write(`\n${table(tallies)}\n`);
