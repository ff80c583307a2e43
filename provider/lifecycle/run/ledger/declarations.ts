import { getOrAdd } from "../../../family/collections";

/** What a Statement says about its declarer. */
export const KINDS = [
  "modules", // It declares these modules.
  "drops", // It is an edge or route that no longer declares these modules, and removes them.
  "adopts", // Its `adoptId` is this object.
  "holds", // The program has it, and its state has this object.
  "obtains", // It has created or adopted this object in this run.
  "leaves", // It is being replaced, and leaves this object or module behind.
  "deletesFirst", // It is being replaced, and deletes this object first, because the new one has the same name.
] as const;

type Kind = (typeof KINDS)[number];

/** A fact about a resource, derived from the engine's calls. Replaces the earlier one of the same kind and declarer. */
export interface Statement {
  readonly kind: Kind;
  /** The resource that declares the values, as shown to users: class and name or, if the name is unknown, class and id. */
  readonly declarer: string;
  /** Keys of objects (see `objectKey`), or paths of modules. */
  readonly values: readonly string[];
}

/** The run's other provider processes: one for each explicit Provider, and one for the dynamic classes. */
export interface OtherProcesses {
  send(statement: Statement): void;
  /** Returns one list of statements per process, in order. Later statements are appended to the same lists. */
  received(): readonly (readonly Statement[])[];
  /** The reason why the statements of other processes are unknown; undefined if they are known. */
  readonly problem: string | undefined;
}

export const NO_OTHER_PROCESSES: OtherProcesses = { send() {}, received: () => [], problem: undefined };

/** Owners of modules and objects, as recorded by the last command that included them. Stored across commands. */
export interface KnownOwners {
  /** `item`: path of a module or key of an object, maybe with a prefix. `owner`: the resource, as shown to users. */
  record(item: string, owner: string): void;
  forget(item: string): void;
  ownerOf(item: string): string | undefined;
}

export const NO_KNOWN_OWNERS: KnownOwners = { record() {}, forget() {}, ownerOf: () => undefined };

class StatementIndex {
  /** By `<kind> <declarer>`. */
  private readonly values = new Map<string, readonly string[]>();
  /** By `<kind> <value>`. */
  private readonly declarers = new Map<string, Set<string>>();

  record({ kind, declarer, values }: Statement): void {
    for (const value of this.valuesOf(kind, declarer) ?? [])
      this.declarers.get(`${kind} ${value}`)?.delete(declarer);
    this.values.set(`${kind} ${declarer}`, values);
    for (const value of values) getOrAdd(this.declarers, `${kind} ${value}`, () => new Set()).add(declarer);
  }

  valuesOf(kind: Kind, declarer: string): readonly string[] | undefined {
    return this.values.get(`${kind} ${declarer}`);
  }

  declarersOf(kind: Kind, value: string): readonly string[] {
    return [...(this.declarers.get(`${kind} ${value}`) ?? [])];
  }
}

/** The statements about the program of this run, for all accounts. */
export class RunDeclarations {
  local = new StatementIndex();
  /** By list of another process. `size`: number of its statements that are in the index. */
  private readonly remote = new WeakMap<readonly Statement[], { index: StatementIndex; size: number }>();

  constructor(readonly otherProcesses: OtherProcesses = NO_OTHER_PROCESSES) {}

  declare(statement: Statement): void {
    const { kind, declarer, values } = statement;
    const before = this.local.valuesOf(kind, declarer);
    // No values is the default, except for modules: an empty list shows that the command includes the resource.
    const previous = before ?? (kind === "modules" ? undefined : []);
    if (previous?.length === values.length && previous.every((value, i) => value === values[i])) return;
    this.local.record(statement);
    this.otherProcesses.send(statement);
  }

  /** Forgets the statements of an earlier run. */
  clear(): void {
    this.local = new StatementIndex();
  }

  /** Indexes the statements of the other processes, one index for each. */
  otherIndexes(): readonly StatementIndex[] {
    return this.otherProcesses.received().map((statements) => {
      const indexed = getOrAdd(this.remote, statements, () => ({ index: new StatementIndex(), size: 0 }));
      for (const statement of statements.slice(indexed.size)) indexed.index.record(statement);
      indexed.size = statements.length;
      return indexed.index;
    });
  }
}

/** The statements about one service, by which deletions decide, because the engine deletes last. `pulumi destroy` has none. */
export class Declarations {
  /** @param service - Identifies the service among those of the run, in all processes. */
  constructor(
    private readonly run: RunDeclarations,
    private readonly service: string,
  ) {}

  get problem(): string | undefined {
    return this.run.otherProcesses.problem;
  }

  declare({ kind, declarer, values }: Statement): void {
    this.run.declare({
      kind,
      declarer: this.scoped(declarer),
      values: values.map((value) => this.scoped(value)),
    });
  }

  /** @param except - Excludes this resource of this process. The same name in another process is another resource. */
  declarersOf(kind: Kind, value: string, except?: string): readonly string[] {
    const local = this.unscoped(this.run.local.declarersOf(kind, this.scoped(value)));
    const included = local.filter((declarer) => declarer !== except);
    return [...new Set([...included, ...this.declarersInOtherProcesses(kind, value)])];
  }

  declarersInOtherProcesses(kind: Kind, value: string): readonly string[] {
    const indexes = this.run.otherIndexes();
    return this.unscoped(indexes.flatMap((index) => index.declarersOf(kind, this.scoped(value))));
  }

  hasStatement(kind: Kind, declarer: string): boolean {
    const indexes = [this.run.local, ...this.run.otherIndexes()];
    return indexes.some((index) => index.valuesOf(kind, this.scoped(declarer)) !== undefined);
  }

  private scoped(text: string): string {
    return `${this.service} ${text}`;
  }

  private unscoped(texts: readonly string[]): readonly string[] {
    return texts.map((text) => text.slice(this.service.length + 1));
  }
}
