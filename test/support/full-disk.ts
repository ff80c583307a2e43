import { execFileSync } from "node:child_process";

/** Sets this process's limit for the size of files to 0, so each write fails as on a full disk, without a mount. */
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
