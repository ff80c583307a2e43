import { type ChildProcess, execFile } from "node:child_process";

export interface CommandOptions {
  readonly cwd?: string;
  /** Environment; that of this process by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds until the command is stopped; no limit by default. */
  readonly timeoutSeconds?: number;
  /** When aborted, ends the command and everything that it started. */
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const INSTALL_ENGINE = "install it: https://www.pulumi.com/docs/install/";

/** The engine's command line can't be used. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}

/** The error of a run whose signal is aborted. */
const interruptedError = () => new Error("interrupted");

/** Overrides settings of the user that would change the output. */
const OUTPUT_SETTINGS = { PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "false" };

/**
 * Runs `pulumi` without prompts and colors.
 *
 * @throws EngineError if it is not installed.
 * @throws Error if the signal is aborted.
 */
export function runPulumi(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const { cwd, env = process.env, timeoutSeconds, signal } = options;
  if (signal?.aborted) return Promise.reject(interruptedError());
  return new Promise((resolve, reject) => {
    const child = execFile(
      "pulumi",
      ["--non-interactive", "--color", "never", ...args],
      { cwd, env: { ...env, ...OUTPUT_SETTINGS }, maxBuffer: Infinity },
      (error, stdout, stderr) => {
        signal?.removeEventListener("abort", interrupt);
        if (signal?.aborted) reject(interruptedError());
        else if (typeof error?.code === "string") {
          const why = error.code === "ENOENT" ? `is not on the PATH: ${INSTALL_ENGINE}` : error.message;
          reject(new EngineError(`pulumi ${why}`));
        } else resolve({ code: error === null ? 0 : (error.code ?? -1), stdout, stderr });
      },
    );
    child.stdin?.end();
    // Node's own timeout would hang this process if the command can't be started at all.
    if (timeoutSeconds !== undefined) setTimeout(() => child.kill(), timeoutSeconds * 1000).unref();
    const interrupt = () => interruptChild(child);
    signal?.addEventListener("abort", interrupt, { once: true });
  });
}

/** Milliseconds until the second interrupt, which stops the engine immediately, and until it is killed. */
const INTERRUPT_DELAYS = { second: 500, kill: 10_000 };

/** Interrupts the engine, which then ends its plugins; killing it would leave them running. */
function interruptChild(child: ChildProcess): void {
  child.kill("SIGINT");
  const timers = [
    setTimeout(() => child.kill("SIGINT"), INTERRUPT_DELAYS.second),
    setTimeout(() => child.kill("SIGKILL"), INTERRUPT_DELAYS.kill),
  ];
  child.once("exit", () => timers.forEach(clearTimeout));
}

/**
 * Runs `pulumi` and returns its output.
 *
 * @throws EngineError with the engine's message if it fails.
 */
export async function pulumiOutput(args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const result = await runPulumi(args, options);
  if (result.code === 0) return result.stdout;
  throw new EngineError(
    `\`${commandName(args)}\` failed: ${lastLines(result.stderr.trim() || result.stdout)}`,
  );
}

/**
 * Runs `pulumi` with `--show-secrets` and returns its output as parsed JSON.
 *
 * @throws EngineError if it fails. The error only quotes lines that the engine reports as errors: the rest of the
 * output may contain secrets.
 */
export async function pulumiSecrets(args: readonly string[], options: CommandOptions = {}): Promise<unknown> {
  const { code, stdout, stderr } = await runPulumi([...args, "--show-secrets"], options);
  const command = commandName(args);
  if (code === 0) return parseSecretJson(stdout, `the output of \`${command}\``);
  const errors = stderr.split("\n").filter((line) => /^error: ./.test(line));
  const quoted = errors.slice(-3).map((line) => line.slice("error: ".length, 500));
  throw new EngineError(
    `\`${command}\` failed: ${quoted.join("\n") || `it exited with code ${code}: run it manually to see its output`}`,
  );
}

/** @throws EngineError that doesn't quote the output */
export function parseSecretJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineError(`${source} is not JSON, or is truncated`);
  }
}

/** The end of a command's output, for an error. */
export const lastLines = (text: string, lines = 10): string =>
  text.trim().split("\n").slice(-lines).join("\n").slice(-MAX_QUOTED);

/** Maximum characters quoted: a line may be a whole file. */
const MAX_QUOTED = 4_000;

/** Options that select a stack; the selected one by default. */
export const stackArguments = (stack: string | undefined): string[] =>
  stack === undefined ? [] : ["--stack", stack];

/** The command without its options. */
function commandName(args: readonly string[]): string {
  const options = args.findIndex((arg) => arg.startsWith("-"));
  return ["pulumi", ...(options < 0 ? args : args.slice(0, options))].join(" ");
}
