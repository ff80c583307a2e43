import { expect } from "vitest";
import { type Emulator, type EmulatorOptions, type RequestRecord, startEmulator } from "../../emulator";
import { createWorkspace, type OperationResult, type Workspace } from "./engine";
import { type Declared, generateProgram, type JsonInputs } from "./program";
import { type ProviderKind, testedProvider } from "./provider-under-test";
import { findStored, objectsById, type Stored } from "./store";

/** The result of an engine command, with the requests that the emulator received. */
export interface Run extends OperationResult {
  readonly calls: readonly RequestRecord[];
  /** The calls that may change something. */
  readonly writes: readonly RequestRecord[];
}

export interface AccountOptions {
  /** Source of the base URL and token. */
  readonly settings?: "environment" | "configuration";
  readonly bareEnvironment?: boolean;
  /** True to start processes for the program and the provider, as the engine does for users. */
  readonly ownProcesses?: boolean;
  /** Provider that the program uses; by default, the one under test. */
  readonly provider?: ProviderKind;
}

/** Starts an emulated account and creates a stack for it with an empty program. */
export async function openAccount(
  options: EmulatorOptions = {},
  {
    settings = "environment",
    bareEnvironment = false,
    provider = testedProvider,
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
      nativeProvider: provider === "native",
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

  declare(resources: readonly Declared[], exports: JsonInputs = {}): void {
    const provider = this.workspace.hasNativeProvider ? "native" : "dynamic";
    this.workspace.writeProgram(generateProgram(resources, exports, provider));
  }

  async run(command: (workspace: Workspace) => Promise<OperationResult>): Promise<Run> {
    const result = await this.attempt(command);
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
    expect(result.code).toBe(0);
    return result;
  }

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

  /** Checks that a refresh reports no drift and a preview no change. */
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

  /** Returns the id of a resource as of the last command. */
  idOf(name: string): string {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`no step has shown the id of ${name}`);
    return id;
  }

  /** Returns a value with ids instead of references. */
  resolveIds<T>(value: T): T {
    return JSON.parse(
      JSON.stringify(value).replace(/\$\{([^{}]+)\.id\}/g, (_, name: string) => this.idOf(name)),
    );
  }

  /** Returns the object of a resource as stored by the emulator; undefined if it doesn't exist. */
  stored(name: string): Stored | undefined {
    return findStored(objectsById(this.emulator), this.idOf(name));
  }

  async close(): Promise<void> {
    this.workspace.remove();
    await this.emulator.close();
  }
}
