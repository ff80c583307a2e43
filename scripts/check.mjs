// npm run check: what to run before each commit. All checks at once; what a failed one has printed is shown at the end.
import { spawn } from "node:child_process";

const checks = {
  types: ["tsc", "-p", "tsconfig.json", "--pretty"],
  lint: ["biome", "check", "--colors=force", "."],
  "unused code": ["knip", "--no-progress"],
  "arrows and pages": [
    "vitest",
    "run",
    "--project",
    "unit",
    "test/unit/arrows.test.ts",
    "test/unit/docs.test.ts",
  ],
};

/** Runs one check, tells how it went, and gives what it printed when it failed. */
function run([name, [command, ...args]]) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${name.padEnd(18)}${code === 0 ? "ok" : "failed"} (${seconds}s)`);
      resolve(code === 0 ? undefined : Buffer.concat(printed).toString());
    });
  });
}

const failed = (await Promise.all(Object.entries(checks).map(run))).filter((text) => text !== undefined);
for (const text of failed) console.log(`\n${text.trim()}`);
process.exitCode = failed.length === 0 ? 0 : 1;
