// npm run mutation [-- <file below provider/lifecycle>...]: breaks the lifecycle in thousands of small ways, one at a time,
// and tells which of them no test notices. Without files all of it, which takes both cores for about 20 minutes.
// With --no-run nothing is broken: docs/mutation-testing.md is written anew from what the last runs have found.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

/** Runs a script with the terminal's own streams; Ctrl-C reaches it directly. */
function run(script, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(engineBin, "node"), [join(nodeModules, ...script), ...args], {
      cwd: root,
      env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
      stdio: ["ignore", "inherit", "inherit"],
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

const stryker = ["@stryker-mutator", "core", "bin", "stryker.js"];
const record = [["tsx", "dist", "cli.mjs"], join("scripts", "mutation", "record.ts")];

try {
  await setup();
  const args = process.argv.slice(2);
  const files = args.filter((arg) => arg !== "--no-run");
  let code = 0;
  if (!args.includes("--no-run")) {
    rmSync(join(root, "reports", "mutation"), { recursive: true, force: true });
    const only =
      files.length > 0 ? ["--mutate", files.map((file) => `provider/lifecycle/${file}`).join()] : [];
    const began = Date.now();
    code = await run(stryker, "run", join("scripts", "mutation", "stryker.config.mjs"), ...only);
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    if (code === 0) code = await run(...record, files.length > 0 ? "part" : "whole", minutes);
  } else code = await run(...record);
  process.exitCode = code;
} catch (error) {
  exitWith(error);
}
