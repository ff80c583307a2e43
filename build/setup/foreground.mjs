import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { engineBin, root } from "./paths.mjs";

/**
 * Runs a script with the engine's Node, the engine first on PATH, and the terminal's streams; Ctrl-C reaches it
 * directly.
 *
 * @param {string[]} args path of the script, and its arguments
 * @returns {Promise<number>} its exit code
 */
export function foreground(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(join(engineBin, "node"), args, {
      cwd: root,
      env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
      stdio: ["ignore", "inherit", "inherit"],
    });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
