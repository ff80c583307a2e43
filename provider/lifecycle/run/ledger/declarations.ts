/**
 * What the engine shows of a program, by kind:
 *
 * - `modules`: paths of the modules that a resource declares.
 * - `drops`: paths of the modules that an edge or route no longer declares, and removes.
 * - `adopts`: the object that a resource names in `adoptId`.
 * - `holds`: the object of a resource that the program declares.
 * - `gets`: the object that a resource has got in this run.
 * - `leaves`: what the replacement of a resource leaves: its object, or the path of its module.
 * - `clears`: the object that a replacement deletes first, since the new one has the same name.
 * - `takes`: an object that a resource has taken over, said by the object: when, as the state of the resource says.
 */
export type Kind = "modules" | "drops" | "adopts" | "holds" | "gets" | "leaves" | "clears" | "takes";

/** A statement replaces the earlier one of the same kind and author. */
export interface Statement {
  readonly kind: Kind;
  /** The resource, as a user knows it, or the object. Unique within its kind. */
  readonly by: string;
  readonly values: readonly string[];
}

/** The other provider processes of the run: each explicit Provider has one, and so have the dynamic classes. */
export interface OtherProcesses {
  tell(statement: Statement): void;
  /** What they have said so far, in order. */
  told(): readonly Statement[];
  /** Why nothing can be told or heard; undefined when it can. */
  readonly problem: string | undefined;
}

/** For a process that is alone. */
export const NOBODY: OtherProcesses = { tell: () => undefined, told: () => [], problem: undefined };

/** By kind, author and value. */
type Said = Map<Kind, Map<string, readonly string[]>>;

/**
 * What the program of this run declares, as far as the engine has shown it to any provider process. The engine deletes
 * after it has shown the whole program, so that a deletion finds here what the program declares, whichever run has set
 * it. Nothing is declared in `pulumi destroy`.
 */
export class Declarations {
  private readonly own: Said = new Map();

  constructor(private readonly others: OtherProcesses = NOBODY) {}

  /** Why what other processes declare is not known; undefined when it is. */
  get problem(): string | undefined {
    return this.others.problem;
  }

  say(statement: Statement): void {
    const { kind, by, values } = statement;
    const before = this.own.get(kind)?.get(by);
    // That a resource has no modules any more is worth knowing: an earlier command may have shown some.
    const known = before ?? (kind === "modules" ? undefined : []);
    if (known?.length === values.length && known.every((value, i) => value === values[i])) return;
    record(this.own, statement);
    this.others.tell(statement);
  }

  /** Forgets what was said in an earlier run. */
  clear(): void {
    this.own.clear();
  }

  /** Those who say a value, in any process. */
  whoSay(kind: Kind, value: string): readonly string[] {
    return [...new Set(this.sayers(kind, value).flat())];
  }

  /** Those who say a value, but one of this process: in another process the same name is another resource's. */
  whoElseSays(kind: Kind, value: string, but: string): readonly string[] {
    const [own, theirs] = this.sayers(kind, value);
    return [...new Set([...own.filter((by) => by !== but), ...theirs])];
  }

  /** Those who say a value in another process. */
  whoSayElsewhere(kind: Kind, value: string): readonly string[] {
    const [, theirs] = this.sayers(kind, value);
    return theirs;
  }

  /** What an author says, in any process. */
  saidBy(kind: Kind, by: string): readonly string[] {
    const theirs = this.others.told().filter((one) => one.kind === kind && one.by === by);
    return [...(this.own.get(kind)?.get(by) ?? []), ...(theirs.at(-1)?.values ?? [])];
  }

  /** Whether this run has shown what an author says, be it nothing. */
  hasSaid(kind: Kind, by: string): boolean {
    const isTold = () => this.others.told().some((one) => one.kind === kind && one.by === by);
    return this.own.get(kind)?.has(by) === true || isTold();
  }

  /** In this process, and in the others. */
  private sayers(kind: Kind, value: string): readonly [readonly string[], readonly string[]] {
    const theirs: Said = new Map();
    for (const statement of this.others.told()) if (statement.kind === kind) record(theirs, statement);
    const sayersIn = (said: Said) =>
      [...(said.get(kind) ?? [])].filter(([, values]) => values.includes(value)).map(([by]) => by);
    return [sayersIn(this.own), sayersIn(theirs)];
  }
}

function record(said: Said, { kind, by, values }: Statement): void {
  const known = said.get(kind) ?? new Map<string, readonly string[]>();
  said.set(kind, known.set(by, values));
}
