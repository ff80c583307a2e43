import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { dynamicType, nativeType } from "../../provider/engine/native/tokens";
import { type Diagnostic, type EngineStep, readEventLog } from "./event-log";
import { isFree, serveInProcess } from "./in-process";
import { type CommandResult, collectOutput, processesWithEnvironment, signalProcess } from "./processes";
import { testedProvider } from "./provider-under-test";
import { decryptSecrets, encrypt, readStack, unwrapPlaintext } from "./state-file";

export type { Diagnostic, EngineStep } from "./event-log";
export type { CommandResult } from "./processes";

/** The repository; tests run the package compiled to its dist/. */
export const repository = resolve(__dirname, "../..");

/** File contents by path in the program's folder; the entry is `index.js` or `index.ts`. */
export type ProgramFiles = Record<string, string>;

export interface WorkspaceOptions {
  /** The content of `index.js`, or several files. JavaScript starts faster than TypeScript. */
  program: string | ProgramFiles;
  /** Plain stack configuration, with keys such as `tunnel-edge:baseUrl`. Use `setConfig` for secrets. */
  config?: Record<string, string>;
  /** Environment of every command, in addition to the driver's own. Nothing is inherited from this process. */
  env?: Record<string, string>;
  /** True to set only PATH, the state backend, and the passphrase, as in a user's shell. */
  bareEnvironment?: boolean;
  /** False if the program's folder has no node_modules with this package and its dependencies. */
  packageLinked?: boolean;
  /** True if the engine finds the native provider; by default, if it is under test. */
  nativeProvider?: boolean;
  /**
   * True to start processes for the program and the provider, as the engine does for users. By default, this process
   * serves both if it can (`serveInProcess`), which takes a third of the time.
   */
  ownProcesses?: boolean;
  /** Creates a stack with this name in the state backend of another workspace. */
  sharedBackend?: { readonly workspace: Workspace; readonly stack: string };
}

export interface RunOptions {
  /** Seconds until the command and its child processes are killed; 600 by default. */
  timeoutSeconds?: number;
  /** True to throw an error with the command's output unless its exit code is 0. */
  mustSucceed?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** More command-line arguments. */
  args?: string[];
}

export interface OperationOptions extends RunOptions {
  /** True to fail if the command shows or makes a change. */
  expectNoChanges?: boolean;
  /** URNs to restrict the operation to. */
  target?: string[];
}

export interface OperationResult extends CommandResult {
  /** The engine's steps, in its order, without those of stacks and providers. */
  steps: EngineStep[];
  diagnostics: Diagnostic[];
  /** Steps that make a change, as `op name`, such as `create office`. */
  changes: string[];
}

/** A running command, for tests that interrupt it. */
export interface Running<Result> {
  /** Sends a signal to the command and all its child processes, as a machine shutdown does. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal only to the command, as Ctrl-C or a supervisor does: plugins have their own process groups. */
  signalCommand(name: NodeJS.Signals): void;
  readonly done: Promise<Result>;
}

/** A resource of an exported stack; secrets are objects with the engine's signature. */
export interface ExportedResource {
  urn: string;
  type: string;
  id?: string;
  custom: boolean;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  [key: string]: unknown;
}

/** Everything that a command reported. */
export const outputOf = ({ diagnostics, stdout, stderr }: OperationResult) =>
  [...diagnostics.map(({ message }) => message), stdout, stderr].join("\n");

const project = "tunnel-edge-test";
const stack = "test";
const passphrase = "test";
const settingsFileOf = (name: string) => `Pulumi.${name}.yaml`;
const openWorkspaces = new Set<Workspace>();

process.once("exit", () => {
  for (const workspace of openWorkspaces) workspace.killAll();
});

/** Returns the engine in use, as recorded by the setup. */
function engine(): { folder: string; version: string } {
  const stamp = join(repository, ".engine", "engine.json");
  try {
    return JSON.parse(readFileSync(stamp, "utf8")) as { folder: string; version: string };
  } catch (error) {
    throw new Error(`no engine is set up (${stamp} cannot be read): run \`npm run setup\``, { cause: error });
  }
}

/** Returns a PATH with `.engine/bin`, the engine, and the system's tools. */
export function enginePath(): string {
  const folders = [join(repository, ".engine", "bin"), engine().folder, "/usr/local/bin", "/usr/bin", "/bin"];
  return [...new Set(folders)].join(delimiter);
}

const upFlags = ({ preview }: { preview?: boolean }) => [preview ? "--yes" : "--skip-preview"];

const emptyStack = () => join(repository, ".engine", `empty-stack-${engine().version}`);

async function initEmptyStack(): Promise<void> {
  const workspace = new Workspace({ program: "" });
  try {
    await workspace.run(["stack", "init", stack], { mustSucceed: true });
    // Another process may have been faster, and a rename succeeds only if the target doesn't exist.
    const prepared = mkdtempSync(`${emptyStack()}-`);
    cpSync(join(workspace.root, "state"), join(prepared, "state"), { recursive: true });
    cpSync(join(workspace.folder, settingsFileOf(stack)), join(prepared, settingsFileOf(stack)));
    try {
      renameSync(prepared, emptyStack());
    } catch (error) {
      rmSync(prepared, { recursive: true });
      if (!existsSync(emptyStack())) throw error;
    }
  } finally {
    workspace.remove();
  }
}

/** Creates a program folder with its own stack; remove it with `remove()`. */
export async function createWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  if (!existsSync(emptyStack())) await initEmptyStack();
  const workspace = new Workspace(options);
  try {
    if (options.sharedBackend) await workspace.run(["stack", "init", workspace.stack], { mustSucceed: true });
    else {
      // Copying a prepared stack is faster than running the command that creates one.
      cpSync(join(emptyStack(), "state"), join(workspace.root, "state"), { recursive: true });
      cpSync(join(emptyStack(), settingsFileOf(stack)), join(workspace.folder, settingsFileOf(stack)));
    }
    workspace.configure(options.config ?? {});
  } catch (error) {
    workspace.remove();
    throw error;
  }
  return workspace;
}

/** A program's folder with its state backend and stack, used through the `pulumi` command. */
export class Workspace {
  /** The folder of the program, the state backend, and everything else. */
  readonly root: string;
  /** The program's folder: Pulumi.yaml, the program, and, by default, a link to this repository's packages. */
  readonly folder: string;
  readonly stack: string;
  readonly project = project;
  readonly #backend: string;
  readonly #env: Record<string, string>;
  readonly #plainShell: boolean;
  /** The folder of the native provider's executable. */
  readonly #plugin: string | undefined;
  #logs = 0;
  /** True if a run has shown that the current program compiles. */
  #compiled = false;
  /** True if the program is JavaScript, which this process can run. */
  #isPlain = false;
  /** True if the engine must start processes for the program and the provider. */
  #ownProcesses: boolean;

  constructor(options: WorkspaceOptions) {
    this.root = mkdtempSync(join(tmpdir(), "tunnel-edge-"));
    openWorkspaces.add(this);
    this.folder = join(this.root, "program");
    this.stack = options.sharedBackend?.stack ?? stack;
    this.#backend = options.sharedBackend
      ? options.sharedBackend.workspace.#backend
      : join(this.root, "state");
    for (const folder of [this.folder, join(this.root, "state")]) mkdirSync(folder);
    const required = {
      PATH: enginePath(),
      PULUMI_BACKEND_URL: `file://${this.#backend}`,
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      // Selects the stack.
      PULUMI_STACK: this.stack,
    };
    const testDefaults = {
      HOME: this.root,
      PULUMI_HOME: join(repository, ".engine", "home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      NODE_COMPILE_CACHE: join(repository, ".engine", "compile-cache"),
      ...(process.env.TUNNEL_EDGE_TEST_PROCESSES !== "own" && {
        NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "light-node.cjs"))}`,
      }),
      // Journals of killed runs must not mix with those of another test.
      TUNNEL_EDGE_JOURNAL_DIR: join(this.root, "journal"),
      // Garbage collection isn't worth its time in an engine that runs for seconds.
      GOGC: "off",
      GOMEMLIMIT: "1GiB",
    };
    this.#env = { ...required, ...(options.bareEnvironment ? {} : testDefaults), ...options.env };
    this.#plainShell = options.bareEnvironment ?? false;
    this.#ownProcesses =
      (options.ownProcesses ?? this.#plainShell) || process.env.TUNNEL_EDGE_TEST_PROCESSES === "own";
    this.#plugin =
      (options.nativeProvider ?? testedProvider === "native") ? join(this.root, "plugin") : undefined;
    if (this.#plugin !== undefined) {
      mkdirSync(this.#plugin);
      const executable = join(repository, "dist", "provider", "engine", "native", "main.js");
      symlinkSync(executable, join(this.#plugin, "pulumi-resource-tunnel-edge"));
    }
    this.writeProgram(options.program);
    if (options.packageLinked ?? true) {
      symlinkSync(join(repository, "node_modules"), join(this.folder, "node_modules"), "dir");
    }
  }

  get hasNativeProvider(): boolean {
    return this.#plugin !== undefined;
  }

  /** Writes files of the program; others are unchanged. */
  writeProgram(program: string | ProgramFiles): void {
    this.#compiled = false;
    const files = typeof program === "string" ? { "index.js": program } : program;
    const main = "index.ts" in files ? "index.ts" : "index.js";
    // Only TypeScript programs need the compiler. A bare environment uses the engine's default.
    const typescript = this.#plainShell || main === "index.ts" || "package.json" in files;
    this.#isPlain = "index.js" in files && !typescript;
    const runtime = typescript ? "nodejs" : { name: "nodejs", options: { typescript: false } };
    const plugins = this.#plugin && {
      plugins: { providers: [{ name: "tunnel-edge", path: this.#plugin }] },
    };
    const settings: ProgramFiles = {
      "Pulumi.yaml": stringify({ name: project, runtime, description: "test", ...plugins }),
      "package.json": JSON.stringify({ name: "program", private: true, main }),
    };
    for (const [name, text] of Object.entries({ ...settings, ...files })) {
      const path = join(this.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }

  /** Sets plain stack configuration without running a command; `undefined` removes a key. */
  configure(values: Record<string, string | { secure: string } | undefined>): void {
    const { file, settings } = this.#settings;
    const config = { ...settings.config, ...values };
    for (const key of Object.keys(config)) if (config[key] === undefined) delete config[key];
    writeFileSync(file, stringify({ ...settings, config }));
  }

  /** Sets a configuration value, encrypted if it is secret, without running a command. */
  setConfig(key: string, value: string, { secret = false } = {}): void {
    this.configure({ [key]: secret ? { secure: encrypt(value, this.#salt, passphrase) } : value });
  }

  get stateFile(): string {
    return join(this.#backend, ".pulumi", "stacks", project, `${this.stack}.json`);
  }

  /** The environment of every command, for other programs that use the same stack. */
  get environment(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Changes the environment of all later commands; `undefined` removes a variable. */
  setEnv(values: Record<string, string | undefined>): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) delete this.#env[key];
      else this.#env[key] = value;
    }
  }

  /** Runs `pulumi up`; by default without a preview, which would double the time of a test. */
  up(options: OperationOptions & { preview?: boolean } = {}): Promise<OperationResult> {
    return this.#runUninterrupted("up", upFlags(options), options);
  }

  /** Like `up`, but the test can interrupt it. */
  startUp(options: OperationOptions & { preview?: boolean } = {}): Running<OperationResult> {
    return this.#startOperation("up", upFlags(options), options);
  }

  preview(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#runUninterrupted("preview", [], options);
  }

  refresh(options: OperationOptions & { previewOnly?: boolean } = {}): Promise<OperationResult> {
    const flags = [options.previewOnly ? "--preview-only" : "--skip-preview"];
    return this.#runUninterrupted("refresh", flags, options);
  }

  destroy(options: OperationOptions = {}): Promise<OperationResult> {
    return this.#runUninterrupted("destroy", ["--skip-preview"], options);
  }

  /** Returns the stack as `pulumi stack export` prints it. @param showSecrets - True to decrypt secrets. */
  exportStack({ showSecrets = false } = {}): { text: string; resources: ExportedResource[] } {
    const stored = readStack(this.stateFile);
    const exported = showSecrets ? decryptSecrets(stored, this.#salt, passphrase) : stored;
    const resources = exported.deployment.resources ?? [];
    return { text: JSON.stringify(exported, null, 4), resources: resources as unknown as ExportedResource[] };
  }

  /** Imports an exported, possibly edited, stack. */
  async importStack(text: string): Promise<void> {
    const file = join(this.root, "import.json");
    writeFileSync(file, text);
    await this.run(["stack", "import", "--stack", this.stack, "--file", file], { mustSucceed: true });
  }

  /** Returns the stack's outputs with decrypted secrets. */
  outputs(): Record<string, unknown> {
    const { resources } = this.exportStack({ showSecrets: true });
    const outputs = resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs;
    return unwrapPlaintext(outputs ?? {}) as Record<string, unknown>;
  }

  /** Returns the URN of a resource without a parent, for `target`. */
  urn(className: string, name: string): string {
    const type = this.hasNativeProvider ? nativeType(className) : dynamicType(className);
    return `urn:pulumi:${this.stack}::${project}::${type}::${name}`;
  }

  run(args: string[], options: RunOptions = {}): Promise<CommandResult> {
    return this.#start(args, options).done;
  }

  /** Kills the processes that a killed or interrupted command left running. */
  killAll(): void {
    for (const pid of processesWithEnvironment(this.root)) signalProcess(pid, "SIGKILL");
  }

  /** Kills remaining processes and deletes the folder. */
  remove(): void {
    this.killAll();
    openWorkspaces.delete(this);
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  get #settings() {
    const file = join(this.folder, settingsFileOf(this.stack));
    type Settings = { config?: Record<string, unknown>; encryptionsalt?: string };
    return { file, settings: (parse(readFileSync(file, "utf8")) ?? {}) as Settings };
  }

  /** Salt of the stack's key. */
  get #salt(): string {
    return this.#settings.settings.encryptionsalt ?? "";
  }

  #signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
    const pids = processesWithEnvironment(this.root);
    if (child.pid !== undefined) signalProcess(-child.pid, signal);
    for (const pid of pids) if (pid !== child.pid) signalProcess(pid, signal);
  }

  /**
   * Runs a command that isn't interrupted. It writes the state only at the end, because writing it after each step takes a
   * third of the time of large programs.
   */
  async #runUninterrupted(
    command: string,
    flags: string[],
    options: OperationOptions,
  ): Promise<OperationResult> {
    if (this.#plainShell) return this.#startOperation(command, flags, options).done;
    const env = { PULUMI_SKIP_CHECKPOINTS: "true", ...options.env };
    const args = options.args ?? [];
    if (this.#ownProcesses || !this.hasNativeProvider || !this.#isPlain || !isFree())
      return this.#startOperation(command, flags, { ...options, env, args }).done;
    const served = await serveInProcess(repository, this.folder, { ...this.#env, ...options.env });
    try {
      const inProcess = { env: { ...env, ...served.env }, args: [...args, ...served.args] };
      return await this.#startOperation(command, flags, { ...options, ...inProcess }).done;
    } finally {
      await served.end();
    }
  }

  #startOperation(command: string, flags: string[], options: OperationOptions): Running<OperationResult> {
    const log = join(this.root, `events-${++this.#logs}.jsonl`);
    const args = [command, ...flags, "--stack", this.stack, "--event-log", log];
    if (options.expectNoChanges) args.push("--expect-no-changes");
    for (const urn of options.target ?? []) args.push("--target", urn);
    // PULUMI_DEBUG_COMMANDS enables the option --event-log.
    const env = {
      ...options.env,
      PULUMI_DEBUG_COMMANDS: "true",
      // Only the first run of a program checks its types.
      ...(this.#compiled && { PULUMI_NODEJS_TRANSPILE_ONLY: "true" }),
    };
    const planning = command === "preview" || flags.includes("--preview-only");
    const running = this.#start([...args, "--suppress-progress"], { ...options, env });
    const done = running.done.then((result): OperationResult => {
      const { steps, diagnostics } = readEventLog(log, planning);
      if (result.code === 0 && ["up", "preview"].includes(command)) this.#compiled = true;
      const unchanged = new Set(["same", "refresh", "read"]);
      const changes = steps.filter(({ op }) => !unchanged.has(op)).map(({ op, name }) => `${op} ${name}`);
      return { ...result, steps, diagnostics, changes };
    });
    return { ...running, done };
  }

  #start(args: string[], options: RunOptions): Running<CommandResult> {
    const child = spawn(
      join(engine().folder, "pulumi"),
      ["--non-interactive", "--color", "never", ...args, ...(options.args ?? [])],
      {
        cwd: this.folder,
        env: { ...this.#env, ...options.env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      },
    );
    const timeoutSeconds = options.timeoutSeconds ?? 600;
    let timeoutNote = "";
    const timer = setTimeout(() => {
      timeoutNote = `\nkilled after ${timeoutSeconds} seconds\n`;
      this.#signalAll(child, "SIGKILL");
    }, timeoutSeconds * 1000);
    const done = collectOutput(child).then(({ code, stdout, stderr }) => {
      clearTimeout(timer);
      // A plugin may have started another process while it was killed.
      if (code === -1) this.killAll();
      if (options.mustSucceed && code !== 0)
        throw new Error(`pulumi ${args.join(" ")} ended with ${code}\n${stdout}\n${stderr}${timeoutNote}`);
      return { code, stdout, stderr: stderr + timeoutNote };
    });
    return {
      signal: (name) => this.#signalAll(child, name),
      signalCommand: (name) => {
        child.kill(name);
      },
      done,
    };
  }
}
