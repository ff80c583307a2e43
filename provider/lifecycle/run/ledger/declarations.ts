import { getOrAdd } from "../../../family/collections";

/** Kinds of statements about a program, as derived from the engine's calls: the paths of modules, or objects. */
export const KINDS = [
  "modules", // The modules that a resource declares.
  "drops", // The modules that an edge or route no longer declares and removes.
  "adopts", // The object in `adoptId`.
  "holds", // The object of a resource of the program.
  "obtains", // The object that a resource has created or adopted in this run.
  "leaves", // The object, or the module, that a replacement leaves behind.
  "deletesFirst", // The object that a replacement deletes first, because the new one has the same name.
] as const;

type Kind = (typeof KINDS)[number];

/** A statement about a program. Replaces the earlier one of the same kind and author. */
export interface Statement {
  readonly kind: Kind;
  /** The resource as shown to users. Unique within its kind. */
  readonly author: string;
  readonly values: readonly string[];
}

/** The run's other provider processes: one for each explicit Provider, and one for the dynamic classes. */
export interface OtherProcesses {
  send(statement: Statement): void;
  /** Returns the statements of each process so far, in order. Later ones are appended to the same lists. */
  received(): readonly (readonly Statement[])[];
  readonly problem: string | undefined;
}

export const NO_OTHER_PROCESSES: OtherProcesses = { send() {}, received: () => [], problem: undefined };

/** Owners of modules and objects, as recorded by the last command that included them. */
export interface KnownOwners {
  /** @param owner - The resource, as shown to users. */
  record(item: string, owner: string): void;
  forget(item: string): void;
  ownerOf(item: string): string | undefined;
}

export const NO_KNOWN_OWNERS: KnownOwners = { record() {}, forget() {}, ownerOf: () => undefined };

class StatementIndex {
  /** By kind and author. */
  private readonly values = new Map<string, readonly string[]>();
  /** By kind and value. */
  private readonly authors = new Map<string, Set<string>>();

  record({ kind, author, values }: Statement): void {
    for (const value of this.valuesBy(kind, author) ?? [])
      this.authors.get(`${kind} ${value}`)?.delete(author);
    this.values.set(`${kind} ${author}`, values);
    for (const value of values) getOrAdd(this.authors, `${kind} ${value}`, () => new Set()).add(author);
  }

  valuesBy(kind: Kind, author: string): readonly string[] | undefined {
    return this.values.get(`${kind} ${author}`);
  }

  authorsOf(kind: Kind, value: string): readonly string[] {
    return [...(this.authors.get(`${kind} ${value}`) ?? [])];
  }
}

/** The statements about the program of this run, for all accounts. */
export class RunDeclarations {
  local = new StatementIndex();
  private readonly remote = new WeakMap<readonly Statement[], { index: StatementIndex; size: number }>();

  constructor(private readonly otherProcesses: OtherProcesses = NO_OTHER_PROCESSES) {}

  get problem(): string | undefined {
    return this.otherProcesses.problem;
  }

  declare(statement: Statement): void {
    const { kind, author, values } = statement;
    const before = this.local.valuesBy(kind, author);
    // An empty list of modules is recorded too, because an earlier command may have recorded some.
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

/** The statements about one service, by which deletions decide: the engine deletes last. `pulumi destroy` has none. */
export class Declarations {
  /** @param service - Identifies the service among those of the run, in all processes. */
  constructor(
    private readonly run: RunDeclarations,
    private readonly service: string,
  ) {}

  /** The reason why the statements of other processes are unknown. */
  get problem(): string | undefined {
    return this.run.problem;
  }

  declare({ kind, author, values }: Statement): void {
    this.run.declare({
      kind,
      author: this.scoped(author),
      values: values.map((value) => this.scoped(value)),
    });
  }

  /** @param except - An author of this process to exclude. In another process, the name is another resource's. */
  authorsOf(kind: Kind, value: string, except?: string): readonly string[] {
    const local = this.unscoped(this.run.local.authorsOf(kind, this.scoped(value)));
    const included = local.filter((author) => author !== except);
    return [...new Set([...included, ...this.authorsInOtherProcesses(kind, value)])];
  }

  authorsInOtherProcesses(kind: Kind, value: string): readonly string[] {
    const indexes = this.run.otherIndexes();
    return this.unscoped(indexes.flatMap((index) => index.authorsOf(kind, this.scoped(value))));
  }

  hasStatement(kind: Kind, author: string): boolean {
    const indexes = [this.run.local, ...this.run.otherIndexes()];
    return indexes.some((index) => index.valuesBy(kind, this.scoped(author)) !== undefined);
  }

  private scoped(text: string): string {
    return `${this.service} ${text}`;
  }

  private unscoped(texts: readonly string[]): readonly string[] {
    return texts.map((text) => text.slice(this.service.length + 1));
  }
}
