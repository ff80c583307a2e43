// npm run test:soak [-- <times>]: runs `npm test` ten times in a row, every third time with a load on all cores, to find
// flaky tests. Reports each run and each failed test.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import "./setup/exit-on-failure.mjs";
import { setup } from "./setup/index.mjs";
import { runScript } from "./setup/run-script.mjs";

const times = Number(process.argv[2] ?? 10);

/** Returns a function that ends the load. */
function load() {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  return () => {
    for (const child of busy) child.kill("SIGKILL");
  };
}

async function runOnce() {
  let text = "";
  const onText = (chunk) => {
    text += chunk;
  };
  const { code, minutes } = await runScript(["build/test.mjs"], { onText });
  const lines = text.trimEnd().split("\n");
  return { code, minutes, count: lines.at(-1), failed: lines.filter((line) => /^\s*FAIL /.test(line)) };
}

if (!Number.isInteger(times) || times < 1) throw new Error(`${process.argv[2]} is not a number of runs`);
await setup();
let failures = 0;
for (let n = 1; n <= times; n += 1) {
  const isLoaded = n % 3 === 0;
  const end = isLoaded ? load() : () => {};
  process.once("exit", end);
  const { code, minutes, count, failed } = await runOnce().finally(end);
  process.off("exit", end);
  process.stdout.write(`run ${n} of ${times}${isLoaded ? ", under load" : ""}: ${minutes} min, ${count}\n`);
  for (const line of failed) process.stdout.write(`${line}\n`);
  if (code !== 0) failures += 1;
}
process.stdout.write(`${times - failures} passed, ${failures} failed, 0 skipped\n`);
process.exitCode = failures === 0 ? 0 : 1;
