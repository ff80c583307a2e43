import { createHmac, randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { sorted } from "../../family/sorted";
import { UserError } from "../../family/user-error";
import {
  type Creation,
  type Earlier,
  type EarliestTime,
  InMemoryJournal,
  type Intent,
  type Journal,
  type KnownOwners,
  type Worker,
} from "../../lifecycle";
import { causeOf, isFull, PrivateFolder } from "../process/private-folder";
import { identityOf, isRunning, type ProcessIdentity } from "../process/process-identity";
import { report } from "../process/report";
import { KnownObjects } from "./known-objects";
import { StoredOwners } from "./stored-owners";

const DEFAULT_FOLDER = join(".tunnel-edge", "journal");
/** A killed run is repeated within days; an older entry most likely belongs to an abandoned program. */
const LONGEST_KEPT_MS = 7 * 24 * 3_600_000;
const MOST_ENTRIES = 10_000;
/** No creation stays under way for longer after its note was written. */
const LONGEST_UNDER_WAY_MS = 20 * 60_000;
/** A slot, which begins with the key of the body. */
const NAME = /^(([0-9a-f]{24})-[0-9a-f]{24})\.json$/;
const KEY_BYTES = 32;

/** Contents of a journal file, without the code that authenticates it. */
interface Note {
  /** As in Earlier. */
  readonly at: number;
  readonly isLocal?: true;
  readonly id?: string;
  readonly unclear?: readonly string[];
  readonly isReplacement?: true;
  /** Keyed hash of the machine that wrote it. */
  readonly machine: string;
  readonly pid: number;
  readonly started: string;
  /** Keyed hash of the stack. */
  readonly stack: string;
  /** Keyed hash of the service's address: two services may use the same ids. */
  readonly service: string;
}

/** A recorded creation. An entry without a valid note was about to be created: its file name cannot be forged. */
interface Entry {
  /** Same for equal bodies. */
  readonly bodyKey: string;
  readonly file: string;
  readonly changedAt: number;
  readonly note: Note | undefined;
}

type Index = Map<string, Set<string>>;

/** Entries by slot, indexed by object and body: a lookup per object must not scan all of them. */
class Contents {
  readonly entries = new Map<string, Entry>();
  /** By each object that the creation has made, or may have made. */
  private readonly byObject: Index = new Map();
  /** Creations without a response, by body. */
  private readonly openByBody: Index = new Map();

  constructor(entries: Iterable<readonly [slot: string, entry: Entry]>) {
    for (const [slot, entry] of entries) this.set(slot, entry);
  }

  set(slot: string, entry: Entry): void {
    this.delete(slot);
    this.entries.set(slot, entry);
    for (const [index, key] of this.keysOf(entry)) index.set(key, (index.get(key) ?? new Set()).add(slot));
  }

  delete(slot: string): Entry | undefined {
    const entry = this.entries.get(slot);
    this.entries.delete(slot);
    if (entry) for (const [index, key] of this.keysOf(entry)) index.get(key)?.delete(slot);
    return entry;
  }

  private keysOf({ bodyKey, note }: Entry): readonly (readonly [index: Index, key: string])[] {
    const { id, unclear = [], service = "" } = note ?? {};
    const objects = id === undefined ? unclear : [id, ...unclear];
    const keys = objects.map((object) => [this.byObject, `${service} ${object}`] as const);
    return id === undefined ? [...keys, [this.openByBody, bodyKey]] : keys;
  }

  /** The creation that has made an object, if it is known. */
  creatorOf(service: string, id: string): string | undefined {
    return this.slotsOf(service, id).find((slot) => this.entries.get(slot)?.note?.id === id);
  }

  /** The creation that has made an object, or may have made it. */
  slotOf(service: string, id: string): string | undefined {
    return this.creatorOf(service, id) ?? this.slotsOf(service, id)[0];
  }

  openOf(bodyKey: string): readonly string[] {
    return [...(this.openByBody.get(bodyKey) ?? [])];
  }

  private slotsOf(service: string, id: string): readonly string[] {
    return [...(this.byObject.get(`${service} ${id}`) ?? [])];
  }
}

/**
 * The journal of an account in the folder named by the environment (`TUNNEL_EDGE_JOURNAL_DIR`) or in the program's
 * own. `off` keeps it in memory, which is enough except for killed runs.
 */
export function journalFor(baseUrl: string, env: NodeJS.ProcessEnv = process.env): Journal {
  const known = inMemory.get(baseUrl) ?? new InMemoryJournal();
  inMemory.set(baseUrl, known);
  return folderFor(env)?.of(baseUrl) ?? known;
}

/** What earlier commands have shown of an account, in the journal's folder. */
export function knownOwnersFor(
  baseUrl: string,
  env: NodeJS.ProcessEnv = process.env,
): KnownOwners | undefined {
  return folderFor(env)?.knownOwners(baseUrl);
}

/** What a stack's runs have created, as far as no command has named it for a resource since. */
export interface Unrecorded {
  /** Ids of the objects whose response came. */
  readonly created: readonly string[];
  /** How many creations have got no response, and their process is gone. */
  readonly open: number;
}

/**
 * What a stack's runs have created, and that no command has named for a resource since. The state has it after a run that
 * ended: not after one that was killed, and not if it is an older one.
 *
 * @param program - Folder of the program, in which the journal is unless the environment names another one.
 * @param stacks - What the stack may be called, as in a Creator.
 */
export function unrecorded(
  program: string,
  stacks: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Unrecorded {
  const folder = privateFolder(env, program);
  return folder ? new JournalFolder(folder).unrecorded(stacks) : { created: [], open: 0 };
}

/** What earlier commands have found in the accounts that states were written from, in the journal's folder. */
export function knownObjectsFor(env: NodeJS.ProcessEnv = process.env): KnownObjects | undefined {
  return folderFor(env)?.knownObjects;
}

const inMemory = new Map<string, InMemoryJournal>();
const folders = new Map<string, JournalFolder>();

function folderFor(env: NodeJS.ProcessEnv): JournalFolder | undefined {
  const folder = privateFolder(env, process.cwd());
  if (!folder) return undefined;
  const known = folders.get(folder.path) ?? new JournalFolder(folder);
  folders.set(folder.path, known);
  return known;
}

function privateFolder(env: NodeJS.ProcessEnv, program: string): PrivateFolder | undefined {
  const given = env.TUNNEL_EDGE_JOURNAL_DIR?.trim() ?? "";
  if (given.toLowerCase() === "off") return undefined;
  return new PrivateFolder(resolve(program, given || DEFAULT_FOLDER), given ? undefined : program);
}

/**
 * A folder with one small file per creation that the engine may not have recorded yet: `<keyed hash of what is
 * created>-<keyed hash of the resource's name>.json`. The file holds a time, the process at work and, once the
 * response has arrived, the object's id, with a code made with the folder's key; nothing else about the account. It
 * is written before a request is sent and removed when the engine names the object, which proves that the engine has
 * recorded it: at the next preview, up, refresh or destroy.
 *
 * Everything is synchronous: a process can be killed between any two lines, and a file takes a tenth of a
 * millisecond.
 */
export class JournalFolder {
  private loaded: Contents | undefined;
  /** Slots of creations that this process has started: what it writes there is no earlier run's. */
  private readonly begun = new Set<string>();
  /** The subset whose earlier note has been examined: from then on only this process writes there. */
  private readonly own = new Set<string>();
  /** Slots of this process's replacements, by class. */
  private readonly replacements = new Map<string, Set<string>>();
  /** Ids of objects that belong to a resource, by address. */
  private readonly taken = new Map<string, Set<string>>();
  private secret: Buffer | undefined;
  private flaw: Error | undefined;
  private hasWarned = false;
  readonly knownObjects: KnownObjects;

  /** @param self - This process; tests pass others. */
  constructor(
    private readonly folder: PrivateFolder,
    private readonly self: ProcessIdentity = identityOf(process.pid),
  ) {
    this.knownObjects = new KnownObjects(folder);
  }

  of(baseUrl: string): Journal {
    return {
      begin: (creation) => this.begin(creation, baseUrl),
      known: (id) => this.known(baseUrl, id),
      replacementsRecorded: (family) => this.replacementsRecorded(`${baseUrl} ${family}`),
      isTaken: (id) => this.isTaken(baseUrl, id),
      isNamed: (id) => this.takenIn(baseUrl).has(id),
    };
  }

  knownOwners(baseUrl: string): KnownOwners {
    return new StoredOwners(this.folder, baseUrl);
  }

  unrecorded(stacks: readonly string[]): Unrecorded {
    const key = this.storedKey();
    if (!key) return { created: [], open: 0 };
    const ours = stacks.map((stack) => keyed(key, ["stack", stack]));
    const entries = [...this.contents.entries.values()].filter(
      ({ note }) => note && ours.includes(note.stack),
    );
    return {
      created: entries.flatMap(({ note }) => note?.id ?? []),
      open: entries.filter((entry) => {
        const { id, stack = "" } = entry.note ?? {};
        return id === undefined && !this.workerOf(entry, stack);
      }).length,
    };
  }

  private known(baseUrl: string, id: string): void {
    this.takenIn(baseUrl).add(id);
    const slot = this.contents.slotOf(this.serviceOf(baseUrl), id);
    const entry = slot === undefined ? undefined : this.contents.entries.get(slot);
    if (slot === undefined || !entry) return;
    // While an equal creation has no response, this object must not be mistaken for its result, now or in another
    // run.
    const isNeeded = entry.note?.id === id && this.openOf(entry.bodyKey).length > 0;
    if (!isNeeded) this.drop(slot);
  }

  private replacementsRecorded(key: string): void {
    for (const slot of this.replacements.get(key) ?? [])
      if (this.contents.entries.get(slot)?.note?.id !== undefined) this.drop(slot);
  }

  private begin(creation: Creation, baseUrl: string): Intent {
    const { family, path, body, name, stack, isReplacement = false } = creation;
    const { entries } = this.contents;
    const key = name === undefined ? undefined : this.key();
    if (key === undefined) return this.inMemoryIntent(baseUrl);
    const bodyKey = keyed(key, [baseUrl, family, path, sorted(body)]);
    const slot = `${bodyKey}-${keyed(key, [baseUrl, family, path, name])}`;
    const taken = this.takenIn(baseUrl);
    const noted = this.begun.has(slot) ? undefined : entries.get(slot)?.note;
    // An object that the engine has recorded is what this creation replaces, not something that it left behind.
    const isPast = !this.begun.has(slot) && !(noted?.id !== undefined && taken.has(noted.id));
    this.begun.add(slot);
    const stackKey = keyed(key, ["stack", stack]);
    const service = this.serviceOf(baseUrl);
    const take = (id: string) => taken.add(id);
    const creator = {
      ...(isReplacement && { isReplacement }),
      ...this.signature(key),
      stack: stackKey,
      service,
    };
    const write = (note: Pick<Note, "at" | "isLocal" | "id" | "unclear">, isRequired = false) =>
      this.write(slot, { ...note, ...creator }, key, isRequired);
    if (isReplacement) {
      const group = `${baseUrl} ${family}`;
      this.replacements.set(group, (this.replacements.get(group) ?? new Set()).add(slot));
    }
    const earlier = () => {
      const entry = isPast && !this.own.has(slot) ? this.contents.entries.get(slot) : undefined;
      return entry && this.earlierIn(entry, stackKey, baseUrl);
    };
    let earliest: EarliestTime = { at: 0 };
    let isNoted = false;
    return {
      get earlier() {
        return earlier();
      },
      otherWorker: () => {
        this.reload();
        for (const entry of this.openOf(bodyKey)) {
          const worker = this.workerOf(entry, stackKey);
          if (worker) return worker;
        }
        return undefined;
      },
      openEarlier: () => this.openOf(bodyKey).filter((entry) => !this.workerOf(entry, stackKey)).length,
      sending: (time) => {
        earliest = time;
        // A later attempt has the note of the first one.
        write(earliest, !isNoted);
        isNoted = true;
      },
      answered: (id) => {
        take(id);
        write({ ...earliest, id });
      },
      orphaned: take,
      resolved: () => this.own.add(slot),
      unclear: (ids) => write({ ...timeOf(earlier() ?? earliest), unclear: ids }),
      dropped: () => this.drop(slot),
    };
  }

  private isTaken(baseUrl: string, id: string): boolean {
    const isCreated = () => this.contents.creatorOf(this.serviceOf(baseUrl), id) !== undefined;
    return this.takenIn(baseUrl).has(id) || isCreated();
  }

  private takenIn(baseUrl: string): Set<string> {
    const taken = this.taken.get(baseUrl) ?? new Set();
    this.taken.set(baseUrl, taken);
    return taken;
  }

  private serviceOf(baseUrl: string): string {
    const key = this.storedKey();
    return key ? keyed(key, ["service", baseUrl]) : "";
  }

  private earlierIn(entry: Entry, stack: string, baseUrl: string): Earlier {
    const { note, changedAt } = entry;
    if (!note) return { at: changedAt, isLocal: true, isDamaged: true };
    const { id, unclear, isReplacement } = note;
    const worker = this.workerOf(entry, stack);
    return {
      ...timeOf(note),
      ...(isReplacement && { isReplacement }),
      ...(id === undefined ? {} : { id }),
      ...(unclear === undefined ? {} : { unclear: unclear.filter((one) => !this.isTaken(baseUrl, one)) }),
      ...(worker && { worker }),
    };
  }

  /** Creations without a response, except those of this process. */
  private openOf(bodyKey: string): Entry[] {
    const { contents } = this;
    return contents
      .openOf(bodyKey)
      .filter((slot) => !this.own.has(slot))
      .flatMap((slot) => contents.entries.get(slot) ?? []);
  }

  /**
   * The other process that may be waiting for the response to a creation. For processes of other machines this is
   * unknown, but the engine's lock allows one process at a time per stack.
   */
  private workerOf({ note, changedAt: since }: Entry, ownStack: string): Worker | undefined {
    if (!note || !this.secret || note.unclear || note.id !== undefined) return undefined;
    if (Date.now() - since > LONGEST_UNDER_WAY_MS) return undefined;
    const { machine, pid, started } = this.signature(this.secret);
    if (note.machine !== machine) return note.stack === ownStack ? undefined : { pid: undefined, since };
    const isOther = !(note.pid === pid && note.started === started);
    return isOther && isRunning(note) ? { pid: note.pid, since } : undefined;
  }

  private signature(key: Buffer): Pick<Note, "machine" | "pid" | "started"> {
    const { machine, pid, started } = this.self;
    return { machine: keyed(key, ["machine", machine]), pid, started };
  }

  /** Read on first use, even if only to record an object. */
  private get contents(): Contents {
    this.loaded ??= this.load() ?? new Contents([]);
    return this.loaded;
  }

  /** Loads what other processes have recorded since. */
  private reload(): void {
    const before = this.contents.entries;
    const found = this.load();
    if (!found) return;
    const theirs = [...found.entries].filter(([slot]) => !this.own.has(slot));
    this.loaded = new Contents([...theirs, ...[...before].filter(([slot]) => this.own.has(slot))]);
  }

  /** Undefined when the folder cannot be read. */
  private load(): Contents | undefined {
    const oldest = Date.now() - LONGEST_KEPT_MS;
    const found: [slot: string, entry: Entry][] = [];
    const files = this.files();
    if (!files) return undefined;
    for (const file of files) {
      const [, slot, bodyKey] = NAME.exec(file) ?? [];
      const isOurs = slot !== undefined || PrivateFolder.isTemporary(file);
      const contents = this.folder.read(file);
      const changedAt = contents?.changedAt ?? this.folder.changedAt(file);
      if (isOurs && changedAt < oldest) this.folder.remove(file);
      else if (slot !== undefined && bodyKey !== undefined && contents)
        found.push([slot, { bodyKey, file, changedAt, note: this.noteIn(slot, contents.data.toString()) }]);
    }
    found.sort(([, one], [, other]) => other.changedAt - one.changedAt);
    for (const [, { file }] of found.splice(MOST_ENTRIES)) this.folder.remove(file);
    return new Contents(found);
  }

  private files(): readonly string[] | undefined {
    try {
      const names = this.folder.names();
      this.flaw = undefined;
      return names;
    } catch (error) {
      this.flaw = error as Error;
      return undefined;
    }
  }

  /** The note in a file; undefined unless it was written with the folder's key for this slot. */
  private noteIn(slot: string, text: string): Note | undefined {
    const key = this.storedKey();
    if (!key) return undefined;
    try {
      const { note, code } = JSON.parse(text) as { note: Note; code: unknown };
      return code === proofOf(key, slot, note) ? note : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param isRequired - Whether nothing may be sent without the note. */
  private write(slot: string, note: Note, key: Buffer, isRequired: boolean): void {
    const file = `${slot}.json`;
    const bodyKey = slot.slice(0, slot.indexOf("-"));
    const code = proofOf(key, slot, note);
    this.contents.set(slot, { bodyKey, file, changedAt: Date.now(), note });
    try {
      this.folder.write(file, JSON.stringify({ note, code }));
    } catch (error) {
      if (isRequired) this.refuseIfFull(error as Error);
      this.warnOnce(error as Error);
    }
  }

  /**
   * A full disk most likely takes no state either: what is created then, no later run would recognize.
   *
   * @throws UserError
   */
  private refuseIfFull(error: Error): void {
    if (!isFull(error)) return;
    throw new UserError(
      `nothing was created, since the disk of the intent journal ${this.folder.path} is full (${causeOf(error)}) and the state could not record it either: free space there and run again; if only the journal lacks space, set TUNNEL_EDGE_JOURNAL_DIR to a folder that has some`,
    );
  }

  private drop(slot: string): void {
    const entry = this.contents.delete(slot);
    if (entry) this.folder.remove(entry.file);
  }

  /**
   * Key that prevents guessing the hashes and forging notes with access to a file alone. Undefined, and reported,
   * when there can be none: then no note would be recognized.
   */
  private key(): Buffer | undefined {
    try {
      if (this.flaw) throw this.flaw;
      this.secret ??= this.storedKey() ?? this.newKey();
      return this.secret;
    } catch (error) {
      this.refuseIfFull(error as Error);
      this.warnOnce(error as Error);
      return undefined;
    }
  }

  private storedKey(): Buffer | undefined {
    if (this.secret) return this.secret;
    const data = this.folder.read("key")?.data;
    if (data?.length === KEY_BYTES) this.secret = data;
    return this.secret;
  }

  private newKey(): Buffer {
    const fresh = randomBytes(KEY_BYTES);
    const isDamaged = this.folder.names().includes("key");
    // Two processes that find a damaged key at the same time may both write one: the notes of the first are then not
    // recognized.
    if (isDamaged) this.folder.write("key", fresh);
    else this.folder.create("key", fresh);
    if (isDamaged || this.contents.entries.size > 0) {
      report(
        `warning: the key of the intent journal ${this.folder.path} was ${isDamaged ? "damaged" : "missing"} and there is a new one: what runs that were killed before have created is not recognized`,
      );
    }
    const stored = this.storedKey();
    if (!stored) throw new Error("its key cannot be read back");
    return stored;
  }

  /** The run continues without a journal; the user must know that its creations may not be recognized later. */
  private warnOnce(error: Error): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    report(
      `warning: the intent journal ${this.folder.path} cannot be used: ${causeOf(error)}. The run goes on; should it be killed, the next one cannot recognize what it has created. Set TUNNEL_EDGE_JOURNAL_DIR to a folder that belongs to you and that nobody else can write to, or to off`,
    );
  }

  private inMemoryIntent(baseUrl: string): Intent {
    const take = (id: string) => void this.takenIn(baseUrl).add(id);
    return { ...new InMemoryJournal().begin(), answered: take, orphaned: take };
  }
}

function keyed(key: Buffer, value: unknown): string {
  return createHmac("sha256", key).update(JSON.stringify(value)).digest("hex").slice(0, 24);
}

const proofOf = (key: Buffer, slot: string, note: Note) => keyed(key, ["note", slot, note]);

const timeOf = ({ at, isLocal }: EarliestTime): EarliestTime => ({ at, ...(isLocal && { isLocal }) });
