import { type ChildProcess, spawn } from "node:child_process";
import { attempt } from "../../family/attempt";
import { ConfigurationError } from "./settings";

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 64 * 1024;

/** Errors quote neither the command's output nor its standard error, because both may contain the token. */
export async function runTokenCommand(command: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const value = (await readOutput(command, timeoutMs)).trim();
  if (value !== "" && !/\s/.test(value)) return value;
  throw new ConfigurationError(
    "tunnel-edge:apiTokenCommand must print the token and nothing else on its standard output",
  );
}

function readOutput(command: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      // A process group, which can be killed together with the children of the shell.
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new ConfigurationError(`tunnel-edge:apiTokenCommand ${why}: run it manually to see its output`));
    };
    const end = (why: string) => {
      killGroup(child);
      // A process that has left the group may hold the pipe open indefinitely.
      child.stdout.destroy();
      fail(why);
    };
    const timer = setTimeout(() => end(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT) end(`printed more than ${MAX_OUTPUT / 1024} KiB`);
      else chunks.push(chunk);
    });
    child.once("error", (error: NodeJS.ErrnoException) => fail(`cannot be started (${error.code})`));
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else fail(signal ? `was ended by ${signal}` : `ended with code ${code}`);
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  attempt(() => process.kill(-pid, "SIGKILL"));
}
