import { type ChildProcess, spawn } from "node:child_process";
import { ConfigurationError } from "./settings";

const TIMEOUT_MS = 60_000;
const MOST_OUTPUT = 64 * 1024;

/**
 * Runs the command line that prints an API token and returns the token. Neither its output nor its standard error is
 * included in an error: both may hold the token.
 *
 * @param timeoutMs - After this time the command and all its child processes are killed.
 * @throws ConfigurationError when it fails or prints anything but one token.
 */
export async function runTokenCommand(command: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const value = (await outputOf(command, timeoutMs)).trim();
  if (value !== "" && !/\s/.test(value)) return value;
  throw new ConfigurationError(
    "tunnel-edge:apiTokenCommand must print the token and nothing else on its standard output",
  );
}

function outputOf(command: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      // A process group of its own can be killed as a whole: killing only the shell would leave its children behind.
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(
        new ConfigurationError(`tunnel-edge:apiTokenCommand ${why}: run it by hand to see what it says`),
      );
    };
    const end = (why: string) => {
      endWithChildren(child);
      // A process that has left the group may hold the pipe open indefinitely.
      child.stdout.destroy();
      fail(why);
    };
    const timer = setTimeout(() => end(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_OUTPUT) end(`printed more than ${MOST_OUTPUT / 1024} KiB`);
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

function endWithChildren({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have already ended.
  }
}
