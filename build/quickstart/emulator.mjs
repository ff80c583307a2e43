import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { dist, engineBin, root } from "../setup/paths.mjs";
import { dataFile, remember } from "./account.mjs";

const node = join(engineBin, "node");
const main = join(dist, "cli", "main.js");

/** The emulator's command line: the caller's flags, with the quickstart's values for the rest. */
export function commandLine(account, flags = []) {
  const given = (name) => flags.some((flag) => flag === name || flag.startsWith(`${name}=`));
  const defaults = { "--port": String(account.port), "--token": account.token, "--data": dataFile };
  const missing = Object.entries(defaults).filter(([name]) => !given(name));
  return [node, [main, "emulator", ...missing.flat(), ...flags]];
}

/**
 * The account's emulator: a running one, else a new one that ends with `stop()` or with this process.
 *
 * @param {import("./account.mjs").Account} account
 * @returns {Promise<{ url: string, shared: boolean, stop: () => Promise<void> }>} `shared` when it was already
 * running
 */
export async function openEmulator(account) {
  const served = `http://127.0.0.1:${account.port}`;
  if (account.port !== 0 && (await answers(served, account.token))) {
    return { url: served, shared: true, stop: async () => {} };
  }
  // Another process may have taken the port since the last run.
  const emulator = (await start(account)) ?? (await start({ ...account, port: 0 }));
  if (emulator === undefined)
    throw new Error("the emulator ended before it served anything; its message is above");
  remember({ ...account, port: Number(new URL(emulator.url).port) });
  return emulator;
}

async function answers(url, token) {
  try {
    const response = await fetch(`${url}/ip_policies`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2000),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function start(account) {
  const [command, args] = commandLine(account);
  const child = spawn(command, ["--require", join(import.meta.dirname, "stop-with-parent.cjs"), ...args], {
    cwd: root,
    // A process group of its own: Ctrl-C must reach the engine first, which still needs the emulator to shut down
    // cleanly.
    detached: true,
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
