import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { engineHome } from "./paths.mjs";
import { report } from "./progress.mjs";

const lockFile = join(engineHome, "setup.lock");

function readHolder() {
  try {
    return Number(readFileSync(lockFile, "utf8")) || undefined;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Takes the lock; false if another process has it. */
function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Lets one setup at a time work on this repository; others wait. The lock of a dead process is ignored, so a
 * killed setup doesn't block others.
 */
export async function withLock(work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  let reported = false;
  while (!tryLock()) {
    const pid = readHolder();
    if (pid !== undefined && !isAlive(pid)) {
      rmSync(lockFile, { force: true });
      continue;
    }
    if (!reported) report("setup", `waiting for another running setup${pid ? ` (process ${pid})` : ""}`);
    reported = true;
    await sleep(500);
  }
  const release = () => {
    if (readHolder() === process.pid) rmSync(lockFile, { force: true });
  };
  process.once("exit", release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener("exit", release);
  }
}
