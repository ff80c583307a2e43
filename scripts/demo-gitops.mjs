// npm run demo:gitops: set-up, then a change's way from the pull request to the account, on the emulator.
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

try {
  await setup();
  const args = [
    join(nodeModules, "tsx", "dist", "cli.mjs"),
    join(root, "scripts", "demo-gitops", "index.ts"),
  ];
  const child = spawn(join(engineBin, "node"), args, {
    cwd: root,
    env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
} catch (error) {
  exitWith(error);
}
