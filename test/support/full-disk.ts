import { execFileSync } from "node:child_process";

/** Limits the size of files that this process writes to nothing: each write fails as on a full disk, without a mount. */
export async function onFullDisk<T>(action: () => T | Promise<T>): Promise<T> {
  const limit = (size: string) =>
    execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${size}:`], { stdio: "pipe" });
  limit("0");
  try {
    return await action();
  } finally {
    limit("unlimited");
  }
}
