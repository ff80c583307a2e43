import { hash as oneShot, randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KINDS, type OtherProcesses, type Statement } from "../../lifecycle";
import { engineHome } from "../process/engine-home";
import { causeOf, type GrowingFile, PrivateFolder } from "../process/private-folder";
import { identityOf, isRunning, type ProcessIdentity } from "../process/process-identity";

/** Some hundred bytes for each of 100,000 resources; a file that would grow further counts as unusable. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** No run lasts longer. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;
/** Longer texts come from no program that the service would accept. */
const LONGEST_TEXT = 2_000;
/** Run, machine, process id and start time, and what tells two providers of one process apart. */
const NAME = /^([0-9a-f]{16})-([0-9a-f]{16})-(\d{1,10})-(\d{0,20})-[0-9a-f]{8}\.jsonl$/;
/** The engine passes its address behind options. */
const ADDRESS = /^[^-].*:\d+$/;

/** The engine's address among the arguments that it starts a provider with. */
export const engineIn = (args: readonly string[]) => args.findLast((one) => ADDRESS.test(one));

/** The statements of another process, and how many bytes of its file were read. */
interface ReadFile {
  size: number;
  readonly statements: Statement[];
}

/**
 * Statements that the provider processes of one run exchange: one file per process in a folder that only this user may
 * write to. A run is identified by the engine's address, which the engine passes to each process. Its processes live as
 * long as the run: the file of a process that has ended is another run's, such as the preview's before an update. The
 * files hold ids and names of resources, no values. See docs/decisions/0023.
 */
export class RunRecord implements OtherProcesses {
  problem: string | undefined;
  private run: string | undefined;
  private folder: PrivateFolder | undefined;
  private own: GrowingFile | undefined;
  private size = 0;
  private readonly token = randomBytes(4).toString("hex");
  private readonly machine: string;
  private readonly readFiles = new Map<string, ReadFile>();
  private receivedNow: readonly (readonly Statement[])[] | undefined;

  /**
   * @param folders - The first that can be used is.
   * @param self - This process; tests pass others.
   */
  constructor(
    private readonly folders: readonly PrivateFolder[],
    private readonly self: ProcessIdentity = identityOf(process.pid),
  ) {
    this.machine = hash(self.machine);
  }

  /**
   * Begins to exchange statements with the processes of an engine, and withdraws those of an earlier run.
   *
   * @returns Whether it is another run.
   */
  join(engine: string): boolean {
    const run = hash(engine);
    if (run === this.run) return false;
    this.closeOwn();
    [this.run, this.size, this.problem] = [run, 0, undefined];
    this.folder = this.folders.find((folder) => this.canUse(folder));
    if (this.folder) this.removeEnded(this.folder);
    return true;
  }

  /** Withdraws the statements of this process. */
  leave(): void {
    this.closeOwn();
    [this.run, this.folder, this.problem] = [undefined, undefined, undefined];
  }

  send({ kind, author, values }: Statement): void {
    if (!this.own) return;
    const line = `${JSON.stringify([kind, cut(author), values.map(cut)])}\n`;
    this.size += line.length;
    if (this.size > LARGEST_FILE) {
      this.problem = "there is more to tell than fits";
      return;
    }
    try {
      this.own.append(line);
    } catch (error) {
      this.problem = causeOf(error as Error);
    }
  }

  received(): readonly (readonly Statement[])[] {
    if (this.receivedNow) return this.receivedNow;
    const received = this.readOthers();
    // Read once per turn of the event loop: one call of the engine needs it several times.
    this.receivedNow = received;
    queueMicrotask(() => {
      this.receivedNow = undefined;
    });
    return received;
  }

  private readOthers(): readonly (readonly Statement[])[] {
    if (!this.folder) return [];
    const { folder } = this;
    try {
      const { file } = this;
      const others = folder.names().filter((name) => name !== file && this.isOfThisRun(name));
      return others.map((name) => this.readStatements(folder, name));
    } catch (error) {
      this.problem = causeOf(error as Error);
      return [];
    }
  }

  private closeOwn(): void {
    this.own?.close();
    if (this.folder && this.run !== undefined) this.folder.remove(this.file);
    [this.own, this.receivedNow] = [undefined, undefined];
  }

  private get file(): string {
    const { pid, started } = this.self;
    return `${this.run}-${this.machine}-${pid}-${started}-${this.token}.jsonl`;
  }

  private canUse(folder: PrivateFolder): boolean {
    try {
      folder.remove(this.file);
      this.own = folder.opened(this.file);
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem ??= `${folder.path} cannot be used: ${causeOf(error as Error)}`;
      return false;
    }
  }

  private isOfThisRun(name: string): boolean {
    const [, run, machine] = NAME.exec(name) ?? [];
    return run === this.run && machine === this.machine && processLives(name);
  }

  private readStatements(folder: PrivateFolder, name: string): readonly Statement[] {
    const size = folder.sizeOf(name);
    const before = this.readFiles.get(name);
    const known = before && before.size <= size ? before : { size: 0, statements: [] };
    this.readFiles.set(name, known);
    if (known.size === size) return known.statements;
    const found = folder.read(name, LARGEST_FILE, known.size);
    if (!found) {
      this.problem = `${name} cannot be read`;
      return known.statements;
    }
    // A line that is not whole is still being written: the engine has no answer to that call yet.
    const lines = found.data.subarray(0, found.data.lastIndexOf("\n") + 1);
    known.statements.push(...statementsIn(lines.toString()));
    known.size += lines.length;
    return known.statements;
  }

  /** Removes the files of processes that have ended. Those of other machines are only known to be old. */
  private removeEnded(folder: PrivateFolder): void {
    const oldest = Date.now() - LONGEST_KEPT_MS;
    for (const name of folder.names()) {
      const [, , machine] = NAME.exec(name) ?? [];
      if (machine === undefined) continue;
      const hasEnded = machine === this.machine && name !== this.file && !processLives(name);
      if (hasEnded || folder.changedAt(name) < oldest) folder.remove(name);
    }
  }
}

/**
 * Folders that all provider processes of a run find, whatever folder they run in. The second one is for machines where
 * somebody else has taken the name of the first.
 */
function foldersIn(env: NodeJS.ProcessEnv): PrivateFolder[] {
  const user = process.geteuid?.() ?? "user";
  const home = engineHome(env);
  const paths = [join(tmpdir(), `pulumi-tunnel-edge-${user}`), ...(home ? [join(home, "tunnel-edge")] : [])];
  return paths.map((path) => new PrivateFolder(path));
}

export const runRecord = new RunRecord(foldersIn(process.env));

function processLives(name: string): boolean {
  const [, , , pid, started = ""] = NAME.exec(name) ?? [];
  return pid !== undefined && isRunning({ pid: Number(pid), started });
}

const statementsIn = (lines: string): readonly Statement[] =>
  lines.split("\n").flatMap((line) => {
    const statement = line === "" ? undefined : statementOf(line);
    return statement ? [statement] : [];
  });

function statementOf(line: string): Statement | undefined {
  try {
    const [name, author, values] = JSON.parse(line) as unknown[];
    const kind = KINDS.find((known) => known === name);
    if (kind === undefined || typeof author !== "string") return undefined;
    if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) return undefined;
    return { kind, author, values };
  } catch {
    return undefined;
  }
}

/** A long text is cut. A hash of all of it keeps equal texts equal and different ones different. */
const cut = (text: string) =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}#${hash(text)}`;

function hash(text: string): string {
  return oneShot("sha256", text).slice(0, 16);
}
