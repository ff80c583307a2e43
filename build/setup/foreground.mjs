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

/**
 * Runs a script like {@link foreground}, and passes its output to `onText` instead of the terminal.
 *
 * @param {string[]} args path of the script, and its arguments
 * @returns {Promise<{ code: number, minutes: string }>}
 */
export async function capture(args, onText, env = {}) {
  const startedAt = Date.now();
  const child = spawn(join(engineBin, "node"), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: [engineBin, process.env.PATH].join(delimiter) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8").on("data", onText);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve(status ?? 1));
  });
  return { code, minutes: ((Date.now() - startedAt) / 60_000).toFixed(1) };
}
