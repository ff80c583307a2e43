// npm run test:full: runs in half an hour the tests that `npm test` omits because they take long. Long matrices, which have
// their own commands, are sampled: TUNNEL_EDGE_SEED selects the sample, and three consecutive seeds run every
// engine test in its own processes. It continues after failures, and ends with a table and the line
// `N passed, N failed, N skipped`.
import "../build/setup/exit-on-failure.mjs";
import { setup } from "../build/setup/index.mjs";
import { tsx } from "../build/setup/paths.mjs";
import { runScript } from "../build/setup/run-script.mjs";

// The parts inherit it; their own defaults differ.
process.env.TUNNEL_EDGE_SEED ??= "1";
const seed = Number(process.env.TUNNEL_EDGE_SEED);
const THIRDS = 3;
const EXPORTS = 12;
const EDITS = 400;
const CLIENTS = 60;
const MIGRATIONS = 12;
const KILLS = 6;

const parts = [
  [
    "tests of the engine, and others that npm test omits",
    "test/run.mjs",
    ...["full-long", "full-engine", "full-contract", "full-unit"].map((name) => `--project=${name}`),
  ],
  [
    "a third of the tests of the engine, in own processes",
    "test/run.mjs",
    "--project=full-dynamic",
    "--project=full-native",
    `--shard=${(seed % THIRDS) + 1}/${THIRDS}`,
  ],
  ["journeys of the packed package", "test/run.mjs", "--project=journeys"],
  [`exports of ${EXPORTS} accounts`, tsx, "test/journeys/export-matrix.ts", seed * EXPORTS, EXPORTS],
  [`${EDITS} edits of traffic policies`, tsx, "test/policy-edits/main.ts", EDITS, CLIENTS],
  [
    `migrations of ${MIGRATIONS} accounts`,
    tsx,
    "test/journeys/migrate-matrix.ts",
    seed * MIGRATIONS,
    MIGRATIONS,
  ],
  [`faults and ${KILLS} kills`, tsx, "test/torture/index.ts", "--kills", KILLS],
  ["site and report in a browser", tsx, "test/journeys/browser.mjs"],
  ["a release, rehearsed", tsx, "test/journeys/release.ts"],
];

/** Runs a part. Returns the count in its last line of output, or counts the part as one test. */
async function run([name, ...args]) {
  process.stdout.write(`\n=== ${name}\n`);
  let outputEnd = "";
  const onText = (text) => {
    process.stdout.write(text);
    outputEnd = (outputEnd + text).slice(-2_000);
  };
  const startedAt = Date.now();
  const code = await runScript(args.map(String), { onText });
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  const counts = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(outputEnd)?.slice(1).map(Number);
  const [passed, failed, skipped] = counts ?? (code === 0 ? [1, 0, 0] : [0, 1, 0]);
  return { name, minutes, passed, failed: code === 0 ? failed : Math.max(1, failed), skipped };
}

if (!Number.isSafeInteger(seed) || seed < 1) throw new Error("TUNNEL_EDGE_SEED must be a positive integer");
await setup();
process.stdout.write(`seed          ${seed}; repeat a failure with TUNNEL_EDGE_SEED=${seed}\n`);
const filters = process.argv.slice(2);
const results = [];
for (const part of parts)
  if (filters.length === 0 || filters.some((word) => part[0].includes(word))) results.push(await run(part));
process.stdout.write("\n");
for (const { name, minutes, passed, failed, skipped } of results)
  process.stdout.write(
    `${name.padEnd(54)} ${minutes.padStart(6)} min  ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
  );
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exitCode = sum("failed") === 0 && results.length > 0 ? 0 : 1;
