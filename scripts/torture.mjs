// npm run torture [-- --all]: what is left on both sides after faults, kills and interrupts.
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

try {
  await setup();
  const args = [join("scripts", "torture", "index.ts"), ...process.argv.slice(2)];
  const child = spawn(join(engineBin, "node"), [join(nodeModules, "tsx", "dist", "cli.mjs"), ...args], {
    cwd: root,
    env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((done) => child.on("close", (code) => done(code ?? 1)));
} catch (error) {
  exitWith(error);
}
