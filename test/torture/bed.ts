import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";
import { classOfType } from "../../provider/engine/native/tokens";
import { type CommandResult, createWorkspace, type Workspace } from "../support/engine";
import { type Declared, programOf } from "../support/program";
import { objectsById, storedAs } from "../support/store";
import { BoundaryProxy } from "./boundary";

/** What stands on both sides when a scenario is over. */
export interface Verdict {
  readonly wanted: number;
  /** Objects that are not there from the start; single modules, which have no id of their own, among them. */
  readonly onServer: number;
  /** Objects that no resource stands for. */
  readonly orphans: readonly string[];
  /** Resources whose object is not there, or that share it with another. */
  readonly broken: readonly string[];
}

/** The name of every hostport and endpoint of the program. */
const RESERVED = { "/reserved_domains": [{ domain: "*.torture.example.com" }] };

/** An emulated account and a program for it, with a relay between them. */
export class Bed {
  private readonly initial: ReadonlySet<string>;

  private constructor(
    readonly emulator: Emulator,
    readonly proxy: BoundaryProxy,
    readonly workspace: Workspace,
    private readonly wanted: number,
  ) {
    this.initial = new Set(objectsById(emulator).keys());
  }

  static async make(program: readonly Declared[], options: EmulatorOptions = {}): Promise<Bed> {
    // Automatic certificates are objects that nobody declared: they come after the scenarios are over.
    const emulator = await startEmulator({ provisioningSeconds: 3600, seed: RESERVED, ...options });
    const proxy = await BoundaryProxy.start(emulator.url);
    void proxy.open();
    const workspace = await createWorkspace({
      program: programOf(program),
      env: { TUNNEL_EDGE_BASE_URL: proxy.url, TUNNEL_EDGE_API_TOKEN: emulator.token },
    });
    return new Bed(emulator, proxy, workspace, program.length);
  }

  async judge(): Promise<Verdict> {
    const { resources } = this.workspace.exportStack();
    const ours = resources.filter(({ custom, type }) => custom && classOfType(type) !== undefined);
    const objects = objectsById(this.emulator);
    const named = new Map<string, string>();
    const broken: string[] = [];
    for (const { urn, id = "" } of ours) {
      const name = urn.slice(urn.lastIndexOf(":") + 1);
      const other = named.get(id);
      if (other !== undefined) broken.push(`${name} and ${other} share ${id}`);
      else if (!storedAs(objects, id)) broken.push(`${name}: ${id} is not on the server`);
      named.set(id, name);
    }
    const made = [...objects.keys()].filter((id) => !this.initial.has(id));
    const modules = [...named.keys()].filter((id) => id.includes("/") && storedAs(objects, id)).length;
    const orphans = made.filter((id) => !named.has(id)).map((id) => objects.get(id)?.path ?? id);
    return { wanted: this.wanted, onServer: made.length + modules, orphans, broken };
  }

  unlock = () => unlock(this.workspace);

  /**
   * What a user does next: runs `up` again. A key whose secret came and was lost with the run is named by an error and
   * left, since it might be in use: it is deleted, as the error says, before a further `up`. The engine stops at the
   * first such error, so that each key may take an `up` of its own.
   */
  async upAgain(): Promise<CommandResult> {
    for (;;) {
      const result = await this.workspace.up();
      const objects = objectsById(this.emulator);
      const output = `${result.stdout}${result.stderr}`;
      const named = [...output.matchAll(/(\w+) was created by an earlier run for/g)].map(([, id = ""]) => id);
      const left = [...new Set(named)].flatMap((id) => objects.get(id)?.path ?? []);
      if (result.code === 0 || left.length === 0) return result;
      for (const path of left) this.emulator.mutate({ path, delete: true });
    }
  }

  async close(): Promise<void> {
    this.workspace.remove();
    await this.proxy.close();
    await this.emulator.close();
  }
}

/**
 * What a user does after a kill: unlocks the stack. The engine's file backend does not write its files in one go: one
 * that the kill has torn is mended first.
 */
export async function unlock(workspace: Workspace): Promise<void> {
  const { stateFile: file, stack } = workspace;
  // Beside each file lies one with its content type and digest; without it the file is read all the same.
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
