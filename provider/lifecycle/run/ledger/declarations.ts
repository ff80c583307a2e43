/**
 * What the engine's calls reveal of a program, by kind:
 *
 * - `modules`: paths of the modules that a resource declares.
 * - `drops`: paths of the modules that an edge or route no longer declares, and removes.
 * - `adopts`: the object that a resource names in `adoptId`.
 * - `holds`: the object of a resource that the program declares.
 * - `gets`: the object that a resource has got in this run.
 * - `leaves`: what the replacement of a resource leaves: its object, or the path of its module.
 * - `clears`: the object that a replacement deletes first, since the new one has the same name.
 * - `takes`: when an object was taken over, as the state of its resource has it. The author is the object.
 */
export const KINDS = ["modules", "drops", "adopts", "holds", "gets", "leaves", "clears", "takes"] as const;

type Kind = (typeof KINDS)[number];

/** A statement replaces the earlier one of the same kind and author. */
export interface Statement {
  readonly kind: Kind;
  /** The resource, as a user knows it, or the object. Unique within its kind. */
  readonly author: string;
  readonly values: readonly string[];
}

/** The other provider processes of the run: one for each explicit Provider, and one for the dynamic classes. */
export interface OtherProcesses {
  send(statement: Statement): void;
  /** The statements of each process so far, in order. The list of a process grows. */
  received(): readonly (readonly Statement[])[];
  /** Why no statements can be exchanged; undefined when they can. */
  readonly problem: string | undefined;
}

/** For a process that is alone. */
export const NO_OTHER_PROCESSES: OtherProcesses = {
  send: () => undefined,
  received: () => [],
  problem: undefined,
};

/** The statements of one process, by kind, and by author and by value. */
class StatementIndex {
  private readonly kinds = new Map<Kind, StatementsOfKind>();

  record({ kind, author, values }: Statement): void {
    let statements = this.kinds.get(kind);
    if (!statements) {
      statements = { values: new Map(), authors: new Map() };
      this.kinds.set(kind, statements);
    }
    const { authors } = statements;
    for (const value of statements.values.get(author) ?? []) authors.get(value)?.delete(author);
    statements.values.set(author, values);
    for (const value of values) {
      const known = authors.get(value);
      if (known) known.add(author);
      else authors.set(value, new Set([author]));
    }
  }

  /** Undefined where the author has made no statement of the kind. */
  valuesBy(kind: Kind, author: string): readonly string[] | undefined {
    return this.kinds.get(kind)?.values.get(author);
  }

  authorsOf(kind: Kind, value: string): readonly string[] {
    return [...(this.kinds.get(kind)?.authors.get(value) ?? [])];
  }

  clear(): void {
    this.kinds.clear();
  }
}

interface StatementsOfKind {
  readonly values: Map<string, readonly string[]>;
  readonly authors: Map<string, Set<string>>;
}

/** What the program of this run declares in all accounts. */
export class RunDeclarations {
  private readonly own = new StatementIndex();
  private readonly indexes = new WeakMap<
    readonly Statement[],
    { readonly index: StatementIndex; statements: number }
  >();

  constructor(private readonly others: OtherProcesses = NO_OTHER_PROCESSES) {}

  /** Why what other processes declare is not known; undefined when it is. */
  get problem(): string | undefined {
    return this.others.problem;
  }

  declare(statement: Statement): void {
    const { kind, author, values } = statement;
    const before = this.own.valuesBy(kind, author);
    // An empty list of modules is stated as well: an earlier command may have recorded some.
    const known = before ?? (kind === "modules" ? undefined : []);
    if (known?.length === values.length && known.every((value, i) => value === values[i])) return;
    this.own.record(statement);
    this.others.send(statement);
  }

  /** Forgets the statements of an earlier run. */
  clear(): void {
    this.own.clear();
  }

  get here(): Pick<StatementIndex, "authorsOf" | "valuesBy"> {
    return this.own;
  }

  /** The statements of each of the other processes. */
  elsewhere(): readonly Pick<StatementIndex, "authorsOf" | "valuesBy">[] {
    return this.others.received().map((statements) => {
      const known = this.indexes.get(statements) ?? { index: new StatementIndex(), statements: 0 };
      this.indexes.set(statements, known);
      for (const statement of statements.slice(known.statements)) known.index.record(statement);
      known.statements = statements.length;
      return known.index;
    });
  }
}

/**
 * What the program of this run declares of one service, as far as the engine has passed it to any provider process. Two
 * services may use the same ids. The engine deletes last, so that a deletion finds here what the whole program declares.
 * Nothing is declared in `pulumi destroy`.
 */
export class Declarations {
  /** @param service - Identifies the service among those of the run, in whatever process. */
  constructor(
    private readonly run: RunDeclarations,
    private readonly service: string,
  ) {}

  /** Why what other processes declare is not known; undefined when it is. */
  get problem(): string | undefined {
    return this.run.problem;
  }

  declare({ kind, author, values }: Statement): void {
    const scoped = values.map((value) => this.scoped(value));
    this.run.declare({ kind, author: this.scoped(author), values: scoped });
  }

  /**
   * The authors of statements with a value, in any process.
   *
   * @param except - An author of this process: in another process that name is another resource's.
   */
  authorsOf(kind: Kind, value: string, except?: string): readonly string[] {
    const here = this.bare(this.run.here.authorsOf(kind, this.scoped(value)));
    return [...new Set([...here.filter((one) => one !== except), ...this.authorsElsewhereOf(kind, value)])];
  }

  authorsElsewhereOf(kind: Kind, value: string): readonly string[] {
    return this.bare(this.run.elsewhere().flatMap((index) => index.authorsOf(kind, this.scoped(value))));
  }

  /** The values that an author has stated, in any process; undefined where it has stated nothing of the kind. */
  valuesBy(kind: Kind, author: string): readonly string[] | undefined {
    const stated = [this.run.here, ...this.run.elsewhere()].map((index) =>
      index.valuesBy(kind, this.scoped(author)),
    );
    return stated.some((values) => values !== undefined)
      ? this.bare(stated.flatMap((values) => values ?? []))
      : undefined;
  }

  private scoped(text: string): string {
    return `${this.service} ${text}`;
  }

  private bare(texts: readonly string[]): readonly string[] {
    return texts.map((text) => text.slice(this.service.length + 1));
  }
}
