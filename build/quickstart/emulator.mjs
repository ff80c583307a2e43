import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { dist, engineBin, root } from "../setup/paths.mjs";
import { dataFile, remember } from "./account.mjs";

const node = join(engineBin, "node");
const main = join(dist, "cli", "main.js");

/** The caller's flags, and the quickstart's values for missing ones. */
export function commandLine(account, flags = []) {
  const isGiven = (name) => flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
  const defaults = { "--port": String(account.port), "--token": account.token, "--data": dataFile };
  const missing = Object.entries(defaults).filter(([name]) => !isGiven(name));
  return [node, [main, "emulator", ...missing.flat(), ...flags]];
}

/**
 * Opens the account's emulator: a running one, or a new one that ends with `stop()` or this process.
 *
 * @returns {Promise<{ url: string, shared: boolean, stop: () => Promise<void> }>} `shared` when it was already
 * running
 */
export async function openEmulator(account) {
  const url = `http://127.0.0.1:${account.port}`;
  if (account.port !== 0 && (await isRunning(url, account.token))) {
    return { url, shared: true, stop: async () => {} };
  }
  // Another process may have taken the port since the last run.
  const emulator = (await start(account)) ?? (await start({ ...account, port: 0 }));
  if (emulator === undefined)
    throw new Error("the emulator ended before it was ready; see its message above");
  remember({ ...account, port: Number(new URL(emulator.url).port) });
  return emulator;
}

/** True if an emulator at the URL serves the path to the token's account. */
export async function isServed(url, path, token, options) {
  const response = await fetch(new URL(path, url), {
    headers: { authorization: `Bearer ${token}` },
    ...options,
  });
  await response.body?.cancel();
  return response.status === 200;
}

const isRunning = (url, token) =>
  isServed(url, "/ip_policies", token, { signal: AbortSignal.timeout(2000) }).catch(() => false);

async function start(account) {
  const [command, args] = commandLine(account);
  const child = spawn(command, ["--require", join(import.meta.dirname, "stop-with-parent.cjs"), ...args], {
    cwd: root,
    // A separate process group, because Ctrl-C must not reach the emulator before the engine, which needs it to shut down
    // cleanly.
    detached: true,
    // The errors of the attempt with the previous port are hidden, because another one follows.
    stdio: ["ignore", "pipe", account.port === 0 ? "inherit" : "ignore", "ipc"],
  });
  const ended = once(child, "exit");
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => undefined),
  ]);
  if (line === undefined) return undefined;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await Promise.race([ended, sleep(5000, undefined, { ref: false })]);
    child.kill("SIGKILL");
  };
  return { url: JSON.parse(line[0]).url, shared: false, stop };
}
