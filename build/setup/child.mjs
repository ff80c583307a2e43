import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { exitCodes } from "./failure.mjs";

/** Running process groups, which must not outlive this process. */
const running = new Set();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

let interrupted = false;

function interrupt() {
  interrupted = true;
  for (const pid of running) signalGroup(pid, "SIGTERM");
  // Usually, each run() ends with its child; children that ignore the signal are abandoned.
  setTimeout(() => process.exit(exitCodes.interrupted), 3000).unref();
}

// Handlers are only installed while a child runs, because commands that use the setup have their own.
function register(pid) {
  if (running.size === 0) for (const signal of signals) process.on(signal, interrupt);
  running.add(pid);
}

function unregister(pid) {
  running.delete(pid);
  if (running.size > 0) return;
  for (const signal of signals) process.removeListener(signal, interrupt);
  if (interrupted) process.exit(exitCodes.interrupted);
}

process.on("exit", () => {
  for (const pid of running) signalGroup(pid, "SIGKILL");
});

/**
 * Runs a program without a terminal in its own process group, so a timeout or Ctrl-C also ends
 * its children. Never rejects: a program that can't be started has code 127.
 *
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutSeconds?: number, onLine?: (line: string) => void }} [options]
 * @returns {Promise<{ code: number, output: string, stdout: string, timedOut: boolean }>} `output` has both streams
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    let stdout = "";
    let timedOut = false;
    const timer =
      options.timeoutSeconds === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            signalGroup(child.pid, "SIGKILL");
          }, options.timeoutSeconds * 1000);
    const finish = (code) => {
      clearTimeout(timer);
      if (child.pid !== undefined) unregister(child.pid);
      resolve({ code, output, stdout, timedOut });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    if (child.pid === undefined) return;
    register(child.pid);
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        output += `${line}\n`;
        options.onLine?.(line);
      });
    }
    child.on("close", (code) => finish(code ?? 1));
  });
}

/** Like {@link run}, but returns standard output. @throws Error with the last lines of output if the program fails */
export async function mustRun(command, args, options) {
  const { code, output, stdout } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${tail(output)}`);
  return stdout;
}

/** Returns a minimal environment for downloaded programs: the caller's shell may contain account tokens. */
export function reducedEnvironment() {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG, PULUMI_SKIP_UPDATE_CHECK: "true" };
}

export function tail(output, lines = 15) {
  return output.trimEnd().split("\n").slice(-lines).join("\n");
}

/** Returns the first lines, for programs that print the cause before their usage. */
export function head(output, lines = 12) {
  return output.trim().split("\n").slice(0, lines).join("\n");
}
