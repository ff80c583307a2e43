import { createHash, createHmac, randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { attempt } from "../../family/attempt";
import { getOrAdd, sorted } from "../../family/collections";
import { UserError } from "../../family/user-error";
import {
  type Creation,
  type EarlierEntry,
  type EarliestTime,
  InMemoryJournal,
  type Intent,
  type Journal,
  type KnownOwners,
  type Worker,
} from "../../lifecycle";
import { causeOf, isFull, PrivateFolder, TEMPORARY } from "../process/private-folder";
import { identityOf, isRunning, type ProcessIdentity } from "../process/process-identity";
import { report } from "../process/report";
import { KnownObjects } from "./known-objects";
import { StoredOwners } from "./stored-owners";

const DEFAULT_FOLDER = join(".tunnel-edge", "journal");
/** Users repeat a killed run within days; an older entry most likely belongs to an abandoned program. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const MAX_ENTRIES = 10_000;
/** No creation is in flight for longer. */
const MAX_IN_FLIGHT_MS = 20 * 60_000;
/** File name of a creation. Its slot, `<hash of body>-<hash of name>`, is the same in each run that repeats it. */
const NAME = /^(([0-9a-f]{24})-[0-9a-f]{24})\.json$/;
const KEY_BYTES = 32;

/** The contents of a journal file. `machine`, `stack`, and `service` are keyed hashes. */
interface Note extends Omit<EarlierEntry, "worker" | "isDamaged" | "candidateIds">, ProcessIdentity {
  /** The `candidateIds`, under the key that earlier releases wrote. */
  readonly unclear?: readonly string[];
  readonly stack: string;
  /** The service's address, because two services may use the same ids. */
  readonly service: string;
}

/** A recorded creation. */
interface Entry {
  /** Keyed hash of the request body. */
  readonly bodyKey: string;
  readonly changedAt: number;
  /** Undefined if the file is damaged. Its name, of keyed hashes, still shows that a creation was about to start. */
  readonly note: Note | undefined;
}

/** By slot. */
type Entries = Map<string, Entry>;

/** Opens the journal of a service. It exists only in memory if the user has turned it off. */
export const openJournal = (baseUrl: string): Journal =>
  journalFolder()?.open(baseUrl) ?? getOrAdd(inMemory, baseUrl, () => new InMemoryJournal());

export interface UnrecordedCreations {
  /** Ids of created objects. */
  readonly created: readonly string[];
  /** Number of creations without a response whose process has ended. */
  readonly open: number;
}

/** Returns objects that a state may lack. `program`: a program's folder. `stacks`: possible identities of the stack. */
export function findUnrecorded(program: string, stacks: readonly string[]): UnrecordedCreations {
  const folder = privateFolder(program);
  return folder ? new JournalFolder(folder).findUnrecorded(stacks) : { created: [], open: 0 };
}

const inMemory = new Map<string, InMemoryJournal>();
const folders = new Map<string, JournalFolder>();

/** Returns the journal's folder; undefined if `TUNNEL_EDGE_JOURNAL_DIR` is `off`. */
export function journalFolder(): JournalFolder | undefined {
  const folder = privateFolder(process.cwd());
  return folder && getOrAdd(folders, folder.path, () => new JournalFolder(folder));
}

function privateFolder(program: string): PrivateFolder | undefined {
  const path = process.env.TUNNEL_EDGE_JOURNAL_DIR?.trim() ?? "";
  if (path.toLowerCase() === "off") return undefined;
  return new PrivateFolder(resolve(program, path || DEFAULT_FOLDER), path ? undefined : program);
}

/**
 * A folder with a file per creation that the engine may not have stored: written before the request, and removed once a
 * call from the engine contains the object. Operations are synchronous, because a process can be killed at any line.
 */
export class JournalFolder {
  private loaded: Entries | undefined;
  /** Slots of creations that this process has started: their later notes are not from an earlier run. */
  private readonly startedSlots = new Set<string>();
  /** Started slots whose earlier note, if any, was examined. Later notes of other processes there are ignored. */
  private readonly ownSlots = new Set<string>();
  /** Slots of replacements, by base URL and class. */
  private readonly replacements = new Map<string, Set<string>>();
  /** Ids of objects that belong to a resource, by base URL. */
  private readonly taken = new Map<string, Set<string>>();
  private key: Buffer | undefined;
  private loadError: Error | undefined;
  private hasWarned = false;
  readonly knownObjects: KnownObjects;

  constructor(
    private readonly folder: PrivateFolder,
    private readonly self: ProcessIdentity = identityOf(process.pid),
  ) {
    this.knownObjects = new KnownObjects(folder);
  }

  open(baseUrl: string): Journal {
    return {
      begin: (creation) => this.begin(creation, baseUrl),
      markStored: (id) => this.markStored(baseUrl, id),
      markReplacementsStored: (family) => {
        for (const slot of this.replacements.get(`${baseUrl} ${family}`) ?? [])
          if (this.entries.get(slot)?.note?.id !== undefined) this.drop(slot);
      },
      isTaken: (id) => this.isTaken(baseUrl, id),
      isTakenInThisRun: (id) => this.takenIds(baseUrl).has(id),
    };
  }

  knownOwners(baseUrl: string): KnownOwners {
    return new StoredOwners(this.folder, baseUrl);
  }

  findUnrecorded(stacks: readonly string[]): UnrecordedCreations {
    const key = this.loadKey();
    if (!key) return { created: [], open: 0 };
    const stackKeys = stacks.map((stack) => keyedHash(key, ["stack", stack]));
    const entries = [...this.entries.values()].filter(({ note }) => note && stackKeys.includes(note.stack));
    return {
      created: entries.flatMap(({ note }) => note?.id ?? []),
      open: entries.filter((entry) => {
        const { id, stack = "" } = entry.note ?? {};
        return id === undefined && !this.findWorker(entry, stack);
      }).length,
    };
  }

  private markStored(baseUrl: string, id: string): void {
    this.takenIds(baseUrl).add(id);
    const creation = this.findCreation(baseUrl, id);
    const [slot, entry] = creation ?? this.find(baseUrl, ({ unclear = [] }) => unclear.includes(id)) ?? [];
    if (slot === undefined || !entry) return;
    // The note keeps this object from being mistaken for the result of an equal creation without a response.
    const isNeeded = creation !== undefined && this.unansweredEntries(entry.bodyKey).length > 0;
    if (!isNeeded) this.drop(slot);
  }

  private begin(creation: Creation, baseUrl: string): Intent {
    const { family, path, body, name, isReplacement } = creation;
    const key = name === undefined ? undefined : this.openKey();
    const taken = this.takenIds(baseUrl);
    const take = (id: string) => taken.add(id);
    if (key === undefined)
      return { ...new InMemoryJournal().begin(), recordAnswer: take, recordOrphan: take };
    const bodyKey = keyedHash(key, [baseUrl, family, path, sorted(body)]);
    const slot = `${bodyKey}-${keyedHash(key, [baseUrl, family, path, name])}`;
    const notedId = this.entries.get(slot)?.note?.id;
    // An object that the engine has recorded was not left behind by an earlier run: this creation replaces it.
    const isReplaced = notedId !== undefined && taken.has(notedId);
    const isFromEarlierRun = !this.startedSlots.has(slot) && !isReplaced;
    this.startedSlots.add(slot);
    const stack = keyedHash(key, ["stack", creation.stack]);
    const writer = {
      ...(isReplacement && { isReplacement }),
      ...this.signature(key),
      stack,
      service: this.serviceHash(baseUrl),
    };
    const write = (note: Pick<Note, "at" | "isLocal" | "id" | "unclear">, isRequired = false) =>
      this.write(slot, { ...note, ...writer }, key, isRequired);
    if (isReplacement) getOrAdd(this.replacements, `${baseUrl} ${family}`, () => new Set()).add(slot);
    const earlier = () => {
      const entry = isFromEarlierRun && !this.ownSlots.has(slot) ? this.entries.get(slot) : undefined;
      return entry && this.describeEarlier(entry, stack, baseUrl);
    };
    const findWorkers = () => this.unansweredEntries(bodyKey).map((entry) => this.findWorker(entry, stack));
    let earliest: EarliestTime = { at: 0 };
    let isNoted = false;
    return {
      get earlier() {
        return earlier();
      },
      reload: () => this.reload(),
      findOtherWorker: () => {
        this.reload();
        return findWorkers().find((worker) => worker);
      },
      countUnanswered: () => findWorkers().filter((worker) => !worker).length,
      recordSending: (time) => {
        earliest = time;
        // Only the first attempt requires a note, which covers later attempts.
        write(earliest, !isNoted);
        isNoted = true;
      },
      recordAnswer: (id) => {
        take(id);
        write({ ...earliest, id });
      },
      recordOrphan: take,
      resolveEarlier: () => this.ownSlots.add(slot),
      recordCandidates: (ids) => {
        const { at, isLocal } = earlier() ?? earliest;
        write({ at, isLocal, unclear: ids });
      },
      drop: () => this.drop(slot),
    };
  }

  private isTaken(baseUrl: string, id: string): boolean {
    return this.takenIds(baseUrl).has(id) || this.findCreation(baseUrl, id) !== undefined;
  }

  private findCreation(baseUrl: string, id: string) {
    return this.find(baseUrl, (note) => note.id === id);
  }

  private find(baseUrl: string, matches: (note: Note) => boolean) {
    const service = this.serviceHash(baseUrl);
    // Without a copy, because there may be thousands of entries.
    for (const slotAndEntry of this.entries) {
      const { note } = slotAndEntry[1];
      if (note?.service === service && matches(note)) return slotAndEntry;
    }
    return undefined;
  }

  private takenIds(baseUrl: string): Set<string> {
    return getOrAdd(this.taken, baseUrl, () => new Set());
  }

  private serviceHash(baseUrl: string): string {
    const key = this.loadKey();
    return key ? keyedHash(key, ["service", baseUrl]) : "";
  }

  private describeEarlier(entry: Entry, stack: string, baseUrl: string): EarlierEntry {
    if (!entry.note) return { at: entry.changedAt, isLocal: true, isDamaged: true };
    const { at, isLocal, id, unclear, isReplacement } = entry.note;
    const candidateIds = unclear?.filter((object) => !this.isTaken(baseUrl, object));
    return { at, isLocal, id, candidateIds, isReplacement, worker: this.findWorker(entry, stack) };
  }

  /** Returns equal creations without a response, except those of this process. */
  private unansweredEntries(bodyKey: string): Entry[] {
    return [...this.entries].flatMap(([slot, entry]) =>
      entry.bodyKey === bodyKey && entry.note?.id === undefined && !this.ownSlots.has(slot) ? [entry] : [],
    );
  }

  /**
   * Returns another process that may still get the response. A process of this stack on another machine must have ended,
   * because only one process at a time works on a stack.
   */
  private findWorker({ note, changedAt: since }: Entry, ownStack: string): Worker | undefined {
    if (!note || !this.key || note.unclear || note.id !== undefined) return undefined;
    if (Date.now() - since > MAX_IN_FLIGHT_MS) return undefined;
    const { machine, pid, started } = this.signature(this.key);
    if (note.machine !== machine) return note.stack === ownStack ? undefined : { pid: undefined, since };
    const isOther = note.pid !== pid || note.started !== started;
    return isOther && isRunning(note) ? { pid: note.pid, since } : undefined;
  }

  private signature(key: Buffer): ProcessIdentity {
    return { ...this.self, machine: keyedHash(key, ["machine", this.self.machine]) };
  }

  private get entries(): Entries {
    this.loaded ??= this.load() ?? new Map();
    return this.loaded;
  }

  private reload(): void {
    const before = this.entries;
    const after = this.load();
    if (!after) return;
    for (const slot of this.ownSlots) {
      const entry = before.get(slot);
      if (entry) after.set(slot, entry);
      else after.delete(slot);
    }
    this.loaded = after;
  }

  /** Reads all entries, and removes old ones; undefined if the folder cannot be read. */
  private load(): Entries | undefined {
    for (const pattern of [NAME, TEMPORARY]) this.folder.prune(pattern, MAX_ENTRIES, Date.now() - MAX_AGE_MS);
    const entries: Entries = new Map();
    try {
      this.loadError = undefined;
      for (const name of this.folder.names()) {
        const [, slot, bodyKey] = NAME.exec(name) ?? [];
        if (slot === undefined || bodyKey === undefined) continue;
        const file = this.folder.read(name);
        if (!file && this.folder.statusOf(name))
          throw new Error(`${name} is not a regular file that only you may write to`);
        // Another process may have removed it.
        if (!file) continue;
        const note = this.parseNote(slot, file.data.toString());
        entries.set(slot, { bodyKey, changedAt: file.changedAt, note });
      }
      return entries;
    } catch (error) {
      this.loadError = error as Error;
      return undefined;
    }
  }

  /** Returns undefined unless the note was written with the folder's key for this slot. */
  private parseNote(slot: string, text: string): Note | undefined {
    const key = this.loadKey();
    if (!key) return undefined;
    return attempt(() => {
      const { note, code } = JSON.parse(text) as { note: Note; code: unknown };
      return code === authenticationCode(key, slot, note) ? note : undefined;
    });
  }

  /** @param isRequired - True if no request may be sent without the note. */
  private write(slot: string, note: Note, key: Buffer, isRequired: boolean): void {
    const bodyKey = slot.slice(0, slot.indexOf("-"));
    const code = authenticationCode(key, slot, note);
    this.entries.set(slot, { bodyKey, changedAt: Date.now(), note });
    try {
      this.folder.write(`${slot}.json`, JSON.stringify({ note, code }));
    } catch (error) {
      if (isRequired) this.throwIfFull(error as Error);
      this.warnOnce(error as Error);
    }
  }

  /** @throws UserError if the disk is full: most likely the engine couldn't store a created object in the state either. */
  private throwIfFull(error: Error): void {
    if (!isFull(error)) return;
    throw new UserError(
      `nothing was created, because the intent journal ${this.folder.path} cannot grow (${causeOf(error)}) and the state could not record a new object either: free space there, or raise the quota or \`ulimit -f\`, and run again; if only the journal lacks space, set TUNNEL_EDGE_JOURNAL_DIR to a folder that has some`,
    );
  }

  private drop(slot: string): void {
    if (this.entries.delete(slot)) this.folder.remove(`${slot}.json`);
  }

  /** Returns the key of the notes' hashes. Undefined, with a warning, if it cannot be stored. */
  private openKey(): Buffer | undefined {
    try {
      this.loaded ??= this.load();
      if (this.loadError) throw this.loadError;
      return this.loadKey() ?? this.createKey();
    } catch (error) {
      this.throwIfFull(error as Error);
      this.warnOnce(error as Error);
      return undefined;
    }
  }

  private loadKey(): Buffer | undefined {
    if (this.key) return this.key;
    const data = this.folder.read("key")?.data ?? Buffer.alloc(0);
    const key = data.subarray(0, KEY_BYTES);
    // Entries of another key are not found, so a damaged key must be noticed.
    if (withChecksum(key).equals(data)) this.key = key;
    return this.key;
  }

  private createKey(): Buffer {
    const fresh = withChecksum(randomBytes(KEY_BYTES));
    const isDamaged = this.folder.names().includes("key");
    // If two processes replace a damaged key at the same time, the notes of the first are lost.
    if (isDamaged) this.folder.write("key", fresh);
    else this.folder.create("key", fresh);
    if (isDamaged || this.entries.size > 0)
      report(
        `warning: the key of the intent journal ${this.folder.path} was ${isDamaged ? "damaged" : "missing"} and was replaced: objects that earlier, killed runs created are not recognized`,
      );
    const stored = this.loadKey();
    if (!stored) throw new Error("its key cannot be read back");
    return stored;
  }

  private warnOnce(error: Error): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    report(
      `warning: the intent journal ${this.folder.path} cannot be used: ${causeOf(error)}. The run continues, but if it is killed, the next one cannot recognize the objects that it created. Set TUNNEL_EDGE_JOURNAL_DIR to a folder of yours that no other user can write to, or to off`,
    );
  }
}

const withChecksum = (key: Buffer): Buffer =>
  Buffer.concat([key, createHash("sha256").update(key).digest().subarray(0, 8)]);

const keyedHash = (key: Buffer, value: unknown): string =>
  createHmac("sha256", key).update(JSON.stringify(value)).digest("hex").slice(0, 24);

const authenticationCode = (key: Buffer, slot: string, note: Note) => keyedHash(key, ["note", slot, note]);
