import { expect } from "vitest";
import { type Emulator, type EmulatorOptions, type RequestRecord, startEmulator } from "../../emulator";
import { createWorkspace, type OperationResult, type Workspace } from "./engine";
import { type Face, face } from "./faces";
import { type Declared, type JsonInputs, programOf } from "./program";
import { objectsById, type Stored, storedAs } from "./store";

/** The result of an engine command, on both sides. */
export interface Run extends OperationResult {
  /** Its requests, in order. */
  readonly calls: readonly RequestRecord[];
  /** Those of them that can change something. */
  readonly writes: readonly RequestRecord[];
}

export interface AccountOptions {
  /** The program's source of base URL and token. */
  readonly settings?: "environment" | "configuration";
  readonly bareEnvironment?: boolean;
  /** Whether the engine starts processes for the program and the provider, as it does for users. */
  readonly ownProcesses?: boolean;
  /** Whose classes the program uses; by default those of the provider that this run of the tests drives. */
  readonly of?: Face;
}

/** Starts an emulated account and, pointed at it, an empty program with a stack of its own. */
export async function openAccount(
  options: EmulatorOptions = {},
  {
    settings = "environment",
    bareEnvironment = false,
    of = face,
    ownProcesses = bareEnvironment,
  }: AccountOptions = {},
): Promise<TestAccount> {
  const emulator = await startEmulator(options);
  try {
    const env: Record<string, string> =
      settings === "environment"
        ? { TUNNEL_EDGE_BASE_URL: emulator.url, TUNNEL_EDGE_API_TOKEN: emulator.token }
        : {};
    const workspace = await createWorkspace({
      program: "",
      env,
      bareEnvironment,
      ownProcesses,
      nativeProvider: of === "native",
    });
    if (settings === "configuration") {
      workspace.setConfig("tunnel-edge:baseUrl", emulator.url);
      workspace.setConfig("tunnel-edge:apiToken", emulator.token, { secret: true });
    }
    return new TestAccount(emulator, workspace);
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

/** A program and the emulated account that it manages. */
export class TestAccount {
  readonly #ids = new Map<string, string>();

  constructor(
    readonly emulator: Emulator,
    readonly workspace: Workspace,
  ) {}

  /** Sets the resources that the program declares from now on. */
  declare(resources: readonly Declared[], exports: JsonInputs = {}): void {
    const of = this.workspace.hasNativeProvider ? "native" : "dynamic";
    this.workspace.writeProgram(programOf(resources, exports, of));
  }

  /** Runs a command of the workspace that must succeed. */
  async run(command: (workspace: Workspace) => Promise<OperationResult>): Promise<Run> {
    const result = await this.attempt(command);
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
    expect(result.code).toBe(0);
    return result;
  }

  /** Runs a command of the workspace that may fail. */
  async attempt(command: (workspace: Workspace) => Promise<OperationResult>): Promise<Run> {
    const since = this.emulator.requests().at(-1)?.n ?? 0;
    const result = await command(this.workspace);
    for (const { name, new: state } of result.steps) if (state?.id) this.#ids.set(name, state.id);
    const calls = this.emulator.requests({ since });
    return { ...result, calls, writes: calls.filter(({ method }) => method !== "GET") };
  }

  up(): Promise<Run> {
    return this.run((workspace) => workspace.up());
  }

  /** Asserts, with one command, that a refresh matches the state and a preview sees no change. */
  async expectSettled(): Promise<void> {
    const { changes, steps } = await this.run((workspace) =>
      workspace.preview({ expectNoChanges: true, args: ["--refresh"] }),
    );
    const drifted = steps.filter(({ op, diffs }) => op === "refresh" && diffs.length > 0);
    expect({ changes, drifted: drifted.map(({ name, diffs }) => [name, ...diffs]) }).toEqual({
      changes: [],
      drifted: [],
    });
  }

  /** Id of a resource as of the last command. */
  idOf(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`no step has shown an id of ${name}`);
    return id;
  }

  /** The same value with its references resolved to ids. */
  resolved<T>(value: T): T {
    return JSON.parse(
      JSON.stringify(value).replace(/\$\{([^{}]+)\.id\}/g, (_, name: string) => this.idOf(name)),
    );
  }

  /** The emulator's stored object of a resource; undefined when it is gone. */
  stored(name: string): Stored | undefined {
    return storedAs(objectsById(this.emulator), this.idOf(name));
  }

  async close(): Promise<void> {
    this.workspace.remove();
    await this.emulator.close();
  }
}
