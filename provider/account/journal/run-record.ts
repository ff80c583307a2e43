import { hash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../../family/attempt";
import { KINDS, type OtherProcesses, type Statement } from "../../lifecycle";
import { causeOf, engineHome, PrivateFolder } from "../process/private-folder";
import { identityOf, isRunning, type ProcessIdentity } from "../process/process-identity";

/** Upper bound for the duration of a run. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
/** Run, machine, process id, start time, and a token that distinguishes providers in the same process. */
const NAME = /^([0-9a-f]{16})-([0-9a-f]{16})-(\d{1,10})-(\d{0,20})-[0-9a-f]{8}\.jsonl$/;
const ADDRESS = /^[^-].*:\d+$/;

/** Returns the address that the engine passes to a provider after the options. */
export const engineAddress = (args: readonly string[]) => args.findLast((argument) => ADDRESS.test(argument));

/**
 * Exchanges statements between the provider processes of a run. The address of the engine identifies the run. Each process
 * writes ids and paths, but no property values, to its own file, which others ignore once it has ended. See docs/decisions/0023.
 */
export class RunRecord implements OtherProcesses {
  problem: string | undefined;
  private run: string | undefined;
  private folder: PrivateFolder | undefined;
  /** Descriptor of this process's file. */
  private ownFile: number | undefined;
  private readonly token = randomBytes(4).toString("hex");
  private readonly machine: string;
  /** What has been read of the other processes' files so far, by file name. */
  private readonly progress = new Map<string, { bytesRead: number; readonly statements: Statement[] }>();
  private cache: readonly (readonly Statement[])[] | undefined;

  /** @param folders - Tried in order until one can be used. */
  constructor(
    private readonly folders: readonly PrivateFolder[],
    private readonly self: ProcessIdentity = identityOf(process.pid),
  ) {
    this.machine = shortHash(self.machine);
  }

  /** Joins the run of the engine at the address, and leaves an earlier run. Returns false if it had already joined. */
  join(address: string): boolean {
    const run = shortHash(address);
    if (run === this.run) return false;
    this.removeOwnFile();
    [this.run, this.problem] = [run, undefined];
    this.folder = this.folders.find((folder) => this.tryOpenIn(folder));
    if (this.folder) this.removeStaleFiles(this.folder);
    return true;
  }

  leave(): void {
    this.removeOwnFile();
    [this.run, this.folder, this.problem] = [undefined, undefined, undefined];
  }

  send({ kind, declarer, values }: Statement): void {
    if (this.ownFile === undefined) return;
    try {
      appendFileSync(this.ownFile, `${JSON.stringify([kind, declarer, values])}\n`);
    } catch (error) {
      this.problem = causeOf(error as Error);
    }
  }

  received(): readonly (readonly Statement[])[] {
    // Cached until the current synchronous code ends, because one RPC from the engine reads the statements several times.
    if (!this.cache)
      queueMicrotask(() => {
        this.cache = undefined;
      });
    this.cache ??= this.readOthers();
    return this.cache;
  }

  private readOthers(): readonly (readonly Statement[])[] {
    const { folder, fileName } = this;
    if (!folder) return [];
    try {
      const names = folder.names().filter((name) => {
        const owner = parseName(name);
        const isOfThisRun = owner?.run === this.run && owner?.machine === this.machine;
        return name !== fileName && isOfThisRun && owner?.isRunning();
      });
      return names.map((name) => this.readStatements(folder, name));
    } catch (error) {
      this.problem = causeOf(error as Error);
      return [];
    }
  }

  private removeOwnFile(): void {
    if (this.ownFile !== undefined) closeSync(this.ownFile);
    if (this.folder && this.run !== undefined) this.folder.remove(this.fileName);
    [this.ownFile, this.cache] = [undefined, undefined];
  }

  private get fileName(): string {
    const { pid, started } = this.self;
    return `${this.run}-${this.machine}-${pid}-${started}-${this.token}.jsonl`;
  }

  /** Opens this process's file in a folder. Returns false, and sets `problem`, if the folder can't be used. */
  private tryOpenIn(folder: PrivateFolder): boolean {
    try {
      folder.remove(this.fileName);
      this.ownFile = folder.openToAppend(this.fileName);
      // Even a full disk lets files be created, so only a write shows that there is space.
      appendFileSync(this.ownFile, "\n");
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem ??= `${folder.path} cannot be used: ${causeOf(error as Error)}`;
      return false;
    }
  }

  private readStatements(folder: PrivateFolder, name: string): readonly Statement[] {
    const size = folder.statusOf(name)?.size ?? 0;
    const previous = this.progress.get(name);
    const progress = previous && previous.bytesRead <= size ? previous : { bytesRead: 0, statements: [] };
    this.progress.set(name, progress);
    if (progress.bytesRead === size) return progress.statements;
    const file = folder.read(name, progress.bytesRead);
    if (!file) {
      this.problem = `${name} cannot be read`;
      return progress.statements;
    }
    // The writer of an incomplete last line has not answered the engine's call yet, so the statement doesn't count.
    const lines = file.data.subarray(0, file.data.lastIndexOf("\n") + 1);
    progress.statements.push(...lines.toString().split("\n").flatMap(parseStatement));
    progress.bytesRead += lines.length;
    return progress.statements;
  }

  private removeStaleFiles(folder: PrivateFolder): void {
    const oldest = Date.now() - MAX_AGE_MS;
    for (const name of folder.names()) {
      const owner = parseName(name);
      if (!owner) continue;
      const hasEnded = owner.machine === this.machine && name !== this.fileName && !owner.isRunning();
      if (hasEnded || (folder.statusOf(name)?.mtimeMs ?? 0) < oldest) folder.remove(name);
    }
  }
}

/** Returns folders that all processes of a run can share. The second one is used if the first can't be. */
function sharedFolders(): PrivateFolder[] {
  const user = process.geteuid?.() ?? "user";
  const home = engineHome();
  const paths = [join(tmpdir(), `pulumi-tunnel-edge-${user}`), ...(home ? [join(home, "tunnel-edge")] : [])];
  return paths.map((path) => new PrivateFolder(path));
}

export const runRecord = new RunRecord(sharedFolders());

function parseName(name: string) {
  const [, run, machine, pid, started = ""] = NAME.exec(name) ?? [];
  if (run === undefined || machine === undefined) return undefined;
  return { run, machine, isRunning: () => isRunning({ pid: Number(pid), started }) };
}

function parseStatement(line: string): [Statement] | [] {
  const statement: unknown = attempt(() => JSON.parse(line));
  const [name, declarer, values] = Array.isArray(statement) ? statement : [];
  const kind = KINDS.find((candidate) => candidate === name);
  if (kind === undefined || typeof declarer !== "string") return [];
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) return [];
  return [{ kind, declarer, values }];
}

function shortHash(text: string): string {
  return hash("sha256", text).slice(0, 16);
}
