// npm run mutation [-- <file below provider/lifecycle>...]: breaks the lifecycle in thousands of small ways, one at a time,
// and tells which of them no test notices. Without files all of it, which keeps both cores of a small machine busy for
// about 20 minutes. With --no-run nothing is broken: docs/mutation-testing.md is written anew from what is known.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { STAGES } from "./mutation/stages.mjs";
import { exitWith, SetupFailure } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

/** Runs a script with the terminal's own streams; Ctrl-C reaches it directly. */
function run(script, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(engineBin, "node"), [join(nodeModules, ...script), ...args], {
      cwd: root,
      env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter), ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const stryker = ["@stryker-mutator", "core", "bin", "stryker.js"];
const tsx = ["tsx", "dist", "cli.mjs"];
const record = join("scripts", "mutation", "record.ts");

/** Breaks these files, or all; 0 when every stage has its report. */
async function tryMutants(files) {
  for (const [stage, { files: known }] of Object.entries(STAGES)) {
    const only = known.filter((file) => files.includes(file)).map((file) => `provider/lifecycle/${file}`);
    if (files.length > 0 && only.length === 0) continue;
    const args = ["run", join("scripts", "mutation", "stryker.config.mjs")];
    const code = await run(stryker, only.length > 0 ? [...args, "--mutate", only.join()] : args, {
      MUTATION_STAGE: stage,
    });
    if (code !== 0) return code;
  }
  return 0;
}

try {
  await setup();
  const args = process.argv.slice(2);
  const files = args.filter((arg) => arg !== "--no-run");
  const known = Object.values(STAGES).flatMap((stage) => stage.files);
  const stranger = files.find((file) => !known.includes(file));
  if (stranger !== undefined) {
    throw new SetupFailure("usage", `${stranger} is no file that can be broken.`, {
      remedy: `name some of ${known.join(", ")}.`,
    });
  }
  let code = 0;
  if (args.includes("--no-run")) code = await run(tsx, [record]);
  else {
    rmSync(join(root, "reports", "mutation"), { recursive: true, force: true });
    const began = Date.now();
    code = await tryMutants(files);
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    if (code === 0) code = await run(tsx, [record, files.length > 0 ? "part" : "whole", minutes]);
  }
  process.exitCode = code;
} catch (error) {
  exitWith(error);
}
