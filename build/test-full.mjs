// npm run test:full: all that `npm test` leaves out because it takes long, and all of `npm test`. It goes on after a
// failure, and ends with a table and one line `N passed, N failed, N skipped`.
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

/** What is run, one after the other: a name, and the arguments of Node. */
const tsx = join(nodeModules, "tsx", "dist", "cli.mjs");
const parts = [
  ["tests, all projects", "build/test.mjs", "--project=*"],
  ["exports of a hundred accounts", tsx, "test/journeys/export-matrix.ts"],
  ["edits of traffic policies", tsx, "test/policy-edits/main.ts"],
  ["migrations of accounts", tsx, "test/journeys/migrate-matrix.ts", "1", "60"],
  ["faults and kills", tsx, "test/torture/index.ts"],
  ["site and report in a browser", "build/browser.mjs"],
  ["a release, rehearsed", tsx, "test/journeys/release.ts"],
];

/** Runs a part, shows what it prints, and counts: its last line if it is a count, else the part as one. */
async function run([name, ...args]) {
  process.stdout.write(`\n=== ${name}\n`);
  const startedAt = Date.now();
  const child = spawn(join(engineBin, "node"), args, {
    cwd: root,
    env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let end = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text);
    end = (end + text).slice(-2_000);
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve(status ?? 1));
  });
  const counted = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(end)?.slice(1).map(Number);
  const [passed, failed, skipped] = counted ?? (code === 0 ? [1, 0, 0] : [0, 1, 0]);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  return { name, minutes, passed, failed: code === 0 ? failed : Math.max(1, failed), skipped };
}

try {
  await setup();
  const only = process.argv.slice(2);
  const results = [];
  for (const part of parts)
    if (only.length === 0 || only.some((word) => part[0].includes(word))) results.push(await run(part));
  process.stdout.write("\n");
  for (const { name, minutes, passed, failed, skipped } of results)
    process.stdout.write(
      `${name.padEnd(38)} ${minutes.padStart(6)} min  ${passed} passed, ${failed} failed, ${skipped} skipped\n`,
    );
  const sum = (key) => results.reduce((all, result) => all + result[key], 0);
  process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
  process.exitCode = sum("failed") === 0 && results.length > 0 ? 0 : 1;
} catch (error) {
  exitWith(error);
}
