import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { engineBin, root } from "./paths.mjs";

/**
 * Runs a script with the engine's Node and the engine first on PATH. Its output goes to `onText`, or else to the terminal;
 * then signals are forwarded, so that the script ends before this process.
 *
 * @param {string[]} args path of the script, and its arguments
 * @param {{ onText?: (text: string) => void }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runScript(args, { onText } = {}) {
  const child = spawn(join(engineBin, "node"), args, {
    cwd: root,
    env: { ...process.env, PATH: [engineBin, process.env.PATH].join(delimiter) },
    stdio: ["ignore", onText ? "pipe" : "inherit", "inherit"],
  });
  if (onText) child.stdout.setEncoding("utf8").on("data", onText);
  else for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "close");
  return code ?? 1;
}
