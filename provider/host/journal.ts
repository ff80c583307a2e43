import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sorted } from "../family/canonical-forms";
import { type Creation, type Earlier, ForgetfulJournal, type Intent, type Journal } from "../lifecycle";
import { report } from "./report";

const DEFAULT_FOLDER = join(".tunnel-edge", "journal");
/** A killed run is repeated within days; what is older says more about a program that is gone. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;
const MOST_ENTRIES = 10_000;
/** File names have 255 bytes on most systems; a longer id is not noted. */
const LONGEST_ID = 120;
const NAME = /^([0-9a-f]{24})-([0-9a-f]{24})(?:~(.+))?\.json$/;

interface Entry extends Earlier {
  /** Same for equal bodies. */
  readonly bodyKey: string;
  readonly file: string;
}

/**
 * The journal of an account in the folder that the environment names (`TUNNEL_EDGE_JOURNAL_DIR`), or in the program's own.
 * `off` keeps it in memory, which is enough for everything but killed runs.
 */
export function journalFor(baseUrl: string, env: NodeJS.ProcessEnv = process.env): Journal {
  const folder = folderFor(env);
  if (!folder) return forgetful;
  return {
    begin: (creation) => folder.begin(creation, baseUrl),
    known: (id) => folder.known(id),
    isTaken: (id) => folder.isTaken(id),
  };
}

/** Tells the journal that the engine has an object on record. */
export function knowsObject(id: string, env: NodeJS.ProcessEnv = process.env): void {
  (folderFor(env) ?? forgetful).known(id);
}

const forgetful = new ForgetfulJournal();
const folders = new Map<string, JournalFolder>();

function folderFor(env: NodeJS.ProcessEnv): JournalFolder | undefined {
  const given = env.TUNNEL_EDGE_JOURNAL_DIR?.trim() ?? "";
  if (given.toLowerCase() === "off") return undefined;
  const path = resolve(given || DEFAULT_FOLDER);
  const folder = folders.get(path) ?? new JournalFolder(path);
  folders.set(path, folder);
  return folder;
}

/**
 * A folder with one small file for each creation that the engine may not have recorded yet:
 * `<keyed hash of what is created>-<keyed hash of the resource's name>.json`, with `~<id>` once the answer came. It holds a
 * time and nothing else of the account. A file is written before a request leaves, and goes when the engine names the
 * object, which proves that it has it on record: at the next preview, up, refresh or destroy.
 *
 * All of it is synchronous: a process can be killed between any two lines, and a file takes a tenth of a millisecond.
 */
class JournalFolder {
  private loaded: Map<string, Entry> | undefined;
  private readonly slotsById = new Map<string, string>();
  /** Creations of other processes that have no answer, by body. */
  private readonly open = new Map<string, Set<string>>();
  /** Slots that this process has written: they are nobody's past. */
  private readonly own = new Set<string>();
  private readonly taken = new Set<string>();
  private secret: Buffer | undefined;
  private broken = false;

  constructor(private readonly folder: string) {}

  begin({ family, path, body, name }: Creation, baseUrl: string): Intent {
    if (name === undefined) return this.unnoted();
    const bodyKey = this.keyOf([baseUrl, family, path, sorted(body)]);
    const slot = `${bodyKey}-${this.keyOf([baseUrl, family, path, name])}`;
    const noted = this.own.has(slot) ? undefined : this.entries.get(slot);
    // An object that the engine has on record is what this creation replaces, not what it has left.
    const earlier = noted?.id !== undefined && this.taken.has(noted.id) ? undefined : noted;
    this.own.add(slot);
    return {
      earlier,
      openEarlier: () => this.open.get(bodyKey)?.size ?? 0,
      sending: (at) => this.write(slot, { at }),
      answered: (id) => this.answer(slot, id),
      orphaned: (id) => this.taken.add(id),
      resolved: () => this.open.get(bodyKey)?.delete(slot),
      unclear: (ids) => this.write(slot, { at: earlier?.at ?? Date.now(), unclear: ids }),
      dropped: () => this.drop(slot),
    };
  }

  known(id: string): void {
    this.taken.add(id);
    // First of all the folder is read: what a process names first may be noted as well.
    const { entries } = this;
    const slot = this.slotsById.get(id) ?? this.slotWithUnclear(id);
    const entry = slot === undefined ? undefined : entries.get(slot);
    if (slot === undefined || !entry) return;
    // While an equal creation without an answer is left, this object must not be taken for its, now or in another run.
    const isNeeded = entry.id === id && (this.open.get(entry.bodyKey)?.size ?? 0) > 0;
    if (!isNeeded) this.drop(slot);
  }

  isTaken(id: string): boolean {
    if (this.taken.has(id)) return true;
    return this.entries.size > 0 && this.slotsById.has(id);
  }

  private get entries(): Map<string, Entry> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  private slotWithUnclear(id: string): string | undefined {
    for (const [slot, entry] of this.entries) if (entry.unclear?.includes(id)) return slot;
    return undefined;
  }

  private load(): Map<string, Entry> {
    const oldest = Date.now() - LONGEST_KEPT_MS;
    const found: [slot: string, entry: Entry, changedAt: number][] = [];
    for (const file of this.files()) {
      const [, bodyKey, nameKey, encoded] = NAME.exec(file) ?? [];
      if (bodyKey === undefined) continue;
      const changedAt = this.changedAt(file);
      const id = encoded === undefined ? undefined : decodeURIComponent(encoded);
      const noted = id === undefined ? this.contents(file, changedAt) : { id, at: changedAt };
      if (changedAt > oldest) found.push([`${bodyKey}-${nameKey}`, { bodyKey, file, ...noted }, changedAt]);
      else this.remove(file);
    }
    found.sort(([, , one], [, , other]) => other - one);
    for (const [, { file }] of found.splice(MOST_ENTRIES)) this.remove(file);
    for (const [slot, { bodyKey, id }] of found) {
      if (id !== undefined) this.slotsById.set(id, slot);
      else this.open.set(bodyKey, (this.open.get(bodyKey) ?? new Set()).add(slot));
    }
    return new Map(found.map(([slot, entry]) => [slot, entry]));
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  private changedAt(file: string): number {
    try {
      return statSync(join(this.folder, file)).mtimeMs;
    } catch {
      return 0;
    }
  }

  /** A file that was cut off by the kill says no less than that something was about to be created when it was written. */
  private contents(file: string, changedAt: number): Earlier {
    try {
      const { at, unclear } = JSON.parse(readFileSync(join(this.folder, file), "utf8")) as Partial<Earlier>;
      return {
        at: typeof at === "number" ? at : changedAt,
        ...(Array.isArray(unclear) ? { unclear: unclear.map(String) } : {}),
      };
    } catch {
      return { at: changedAt };
    }
  }

  private write(slot: string, noted: Earlier): void {
    this.attempt(() => {
      const before = this.entries.get(slot);
      const file = `${slot}.json`;
      this.prepare();
      writeFileSync(join(this.folder, file), JSON.stringify(noted), { mode: 0o600 });
      if (before && before.file !== file) this.remove(before.file);
      this.entries.set(slot, { bodyKey: slot.slice(0, slot.indexOf("-")), file, ...noted });
    });
  }

  private answer(slot: string, id: string): void {
    this.taken.add(id);
    const entry = this.entries.get(slot);
    const encoded = encodeURIComponent(id);
    if (!entry || entry.id === id) return;
    if (encoded.length > LONGEST_ID) this.drop(slot);
    else
      this.attempt(() => {
        const file = `${slot}~${encoded}.json`;
        renameSync(join(this.folder, entry.file), join(this.folder, file));
        this.entries.set(slot, { bodyKey: entry.bodyKey, file, id, at: entry.at });
        this.slotsById.set(id, slot);
      });
  }

  private drop(slot: string): void {
    const entry = this.entries.get(slot);
    if (!entry) return;
    this.entries.delete(slot);
    if (entry.id !== undefined) this.slotsById.delete(entry.id);
    this.open.get(entry.bodyKey)?.delete(slot);
    this.remove(entry.file);
  }

  private remove(file: string): void {
    this.attempt(() => rmSync(join(this.folder, file), { force: true }));
  }

  /** Not for version control, and for nobody else to read: file names tell how many objects there are. */
  private prepare(): void {
    const isNew = mkdirSync(this.folder, { recursive: true, mode: 0o700 }) !== undefined;
    if (isNew) writeFileSync(join(this.folder, ".gitignore"), "*\n");
  }

  private keyOf(value: unknown): string {
    return createHmac("sha256", this.key()).update(JSON.stringify(value)).digest("hex").slice(0, 24);
  }

  /** Keeps the hashes from being tried out by whoever gets hold of a file's name alone. */
  private key(): Buffer {
    if (this.secret) return this.secret;
    const file = join(this.folder, "key");
    this.secret = readKey(file);
    if (this.secret) return this.secret;
    const fresh = randomBytes(32);
    this.attempt(() => {
      this.prepare();
      // Fails when another process was first; then its key counts.
      writeFileSync(file, fresh, { mode: 0o600, flag: "wx" });
    });
    this.secret = readKey(file) ?? fresh;
    return this.secret;
  }

  private attempt(task: () => void): void {
    if (this.broken) return;
    try {
      task();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      this.broken = true;
      report(
        `warning: the intent journal ${this.folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? "error"}): should this run be killed, the next one cannot recognise what it created; set TUNNEL_EDGE_JOURNAL_DIR to a folder that can be written, or to off`,
      );
    }
  }

  private unnoted(): Intent {
    const nothing = () => undefined;
    return {
      earlier: undefined,
      openEarlier: () => 0,
      sending: nothing,
      answered: (id) => this.taken.add(id),
      orphaned: (id) => this.taken.add(id),
      resolved: nothing,
      unclear: nothing,
      dropped: nothing,
    };
  }
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file);
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}
