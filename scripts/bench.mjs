// npm run bench: set-up, then the benchmark with the Node.js that the engine uses.
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { exitWith } from "./setup/failure.mjs";
import { setup } from "./setup/index.mjs";
import { engineBin, nodeModules, root } from "./setup/paths.mjs";

/** Runs the benchmark with the terminal's own streams; Ctrl-C reaches it directly. */
function bench(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(
      join(engineBin, "node"),
      [join(nodeModules, "tsx", "dist", "cli.mjs"), join(root, "bench", "index.ts"), ...args],
      {
        cwd: root,
        env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

try {
  await setup();
  process.exitCode = await bench(process.argv.slice(2));
} catch (error) {
  exitWith(error);
}
