import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { classOfType } from "../../provider/engine/native/tokens";
import { type CommandResult, createWorkspace, type Workspace } from "../support/engine";
import { type Declared, generateProgram } from "../support/program";
import { findStored, objectsById } from "../support/store";
import { BoundaryProxy } from "./boundary";

/** The comparison of the state with the server after a scenario. */
export interface Verdict {
  readonly declared: number;
  /** Number of created objects, including single modules, which have no id. */
  readonly onServer: number;
  readonly orphans: readonly string[];
  /** Resources whose object is missing or belongs to another resource as well. */
  readonly broken: readonly string[];
}

/** Covers every hostport and endpoint of the program. */
const RESERVED = { "/reserved_domains": [{ domain: "*.torture.example.com" }] };

/** An emulated account and a program for it, with a proxy between them. */
export class Environment {
  private readonly initial: ReadonlySet<string>;

  private constructor(
    readonly emulator: Emulator,
    readonly proxy: BoundaryProxy,
    readonly workspace: Workspace,
    private readonly declared: number,
  ) {
    this.initial = new Set(objectsById(emulator).keys());
  }

  static async make(program: readonly Declared[], options: EmulatorOptions = {}): Promise<Environment> {
    // Automatic certificates would count as orphans, so they are issued only after the scenarios.
    const emulator = await startEmulator({ provisioningSeconds: 3600, seed: RESERVED, ...options });
    const proxy = await BoundaryProxy.start(emulator.url);
    void proxy.open();
    const workspace = await createWorkspace({
      program: generateProgram(program),
      env: { TUNNEL_EDGE_BASE_URL: proxy.url, TUNNEL_EDGE_API_TOKEN: emulator.token },
    });
    return new Environment(emulator, proxy, workspace, program.length);
  }

  async compareState(): Promise<Verdict> {
    const { resources } = this.workspace.exportStack();
    const managed = resources.filter(({ custom, type }) => custom && classOfType(type) !== undefined);
    const objects = objectsById(this.emulator);
    const nameById = new Map<string, string>();
    const broken: string[] = [];
    for (const { urn, id = "" } of managed) {
      const name = urn.slice(urn.lastIndexOf(":") + 1);
      const other = nameById.get(id);
      if (other !== undefined) broken.push(`${name} and ${other} share ${id}`);
      else if (!findStored(objects, id)) broken.push(`${name}: ${id} is not on the server`);
      nameById.set(id, name);
    }
    const created = [...objects.keys()].filter((id) => !this.initial.has(id));
    const modules = [...nameById.keys()].filter((id) => id.includes("/") && findStored(objects, id)).length;
    const orphans = created.filter((id) => !nameById.has(id)).map((id) => objects.get(id)?.path ?? id);
    return { declared: this.declared, onServer: created.length + modules, orphans, broken };
  }

  async close(): Promise<void> {
    this.workspace.remove();
    await this.proxy.close();
    await this.emulator.close();
  }
}

/**
 * Runs `up` again, as a user does. If an error names a key whose secret was lost with the run, deletes the key, as the error
 * recommends, and runs `up` once more. The engine stops at the first such error, so each lost key may take another `up`.
 */
export async function upAgain(up: () => Promise<CommandResult>, emulator: Emulator): Promise<CommandResult> {
  for (;;) {
    const result = await up();
    const objects = objectsById(emulator);
    const output = `${result.stdout}${result.stderr}`;
    const lostKeyIds = [...output.matchAll(/(\w+) was created by an earlier run for/g)].map(
      ([, id = ""]) => id,
    );
    const paths = [...new Set(lostKeyIds)].flatMap((id) => objects.get(id)?.path ?? []);
    if (result.code === 0 || paths.length === 0) return result;
    for (const path of paths) emulator.mutate({ path, delete: true });
  }
}

/** Unlocks the stack after a kill, and repairs files that the engine's file backend had only partly written. */
export async function unlock(workspace: Workspace): Promise<void> {
  const { stateFile: file, stack } = workspace;
  // The optional file .attrs contains the content type and digest.
  if (!isJson(`${file}.attrs`)) rmSync(`${file}.attrs`, { force: true });
  if (!isJson(file)) copyFileSync(`${file}.bak`, file);
  await workspace.run(["cancel", "--yes", "--stack", stack], { mustSucceed: true });
}

function isJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch {
    return false;
  }
}
