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
  /** What each of them has said so far, in order: a list for each, which grows as it says more. */
  told(): readonly (readonly Statement[])[];
  /** Why nothing can be told or heard; undefined when it can. */
  readonly problem: string | undefined;
}

/** For a process that is alone. */
export const NOBODY: OtherProcesses = { tell: () => undefined, told: () => [], problem: undefined };

/** What one process has said, by author and by value: each resource asks for both. */
class Said {
  private readonly valuesOf = new Map<string, readonly string[]>();
  private readonly authorsOf = new Map<string, Set<string>>();

  record({ kind, by, values }: Statement): void {
    for (const value of this.by(kind, by) ?? []) this.authorsOf.get(keyOf(kind, value))?.delete(by);
    this.valuesOf.set(keyOf(kind, by), values);
    for (const value of values) {
      const known = this.authorsOf.get(keyOf(kind, value));
      if (known) known.add(by);
      else this.authorsOf.set(keyOf(kind, value), new Set([by]));
    }
  }

  /** Undefined where the author has said nothing of the kind. */
  by(kind: Kind, author: string): readonly string[] | undefined {
    return this.valuesOf.get(keyOf(kind, author));
  }

  whoSay(kind: Kind, value: string): readonly string[] {
    return [...(this.authorsOf.get(keyOf(kind, value)) ?? [])];
  }

  clear(): void {
    this.valuesOf.clear();
    this.authorsOf.clear();
  }
}

const keyOf = (kind: Kind, text: string) => `${kind} ${text}`;

/**
 * What the program of this run declares, as far as the engine has shown it to any provider process. The engine deletes
 * after it has shown the whole program, so that a deletion finds here what the program declares, whichever run has set
 * it. Nothing is declared in `pulumi destroy`.
 */
export class Declarations {
  private readonly own = new Said();
  private readonly heard = new WeakMap<readonly Statement[], { readonly said: Said; statements: number }>();

  constructor(private readonly others: OtherProcesses = NOBODY) {}

  /** Why what other processes declare is not known; undefined when it is. */
  get problem(): string | undefined {
    return this.others.problem;
  }

  say(statement: Statement): void {
    const { kind, by, values } = statement;
    const before = this.own.by(kind, by);
    // That a resource has no modules any more is worth knowing: an earlier command may have shown some.
    const known = before ?? (kind === "modules" ? undefined : []);
    if (known?.length === values.length && known.every((value, i) => value === values[i])) return;
    this.own.record(statement);
    this.others.tell(statement);
  }

  /** Forgets what was said in an earlier run. */
  clear(): void {
    this.own.clear();
  }

  /** Those who say a value, in any process. */
  whoSay(kind: Kind, value: string): readonly string[] {
    return [...new Set([...this.own.whoSay(kind, value), ...this.whoSayElsewhere(kind, value)])];
  }

  /** Those who say a value, but one of this process: in another process the same name is another resource's. */
  whoElseSays(kind: Kind, value: string, but: string): readonly string[] {
    const own = this.own.whoSay(kind, value).filter((by) => by !== but);
    return [...new Set([...own, ...this.whoSayElsewhere(kind, value)])];
  }

  /** Those who say a value in another process. */
  whoSayElsewhere(kind: Kind, value: string): readonly string[] {
    return this.theirs().flatMap((said) => said.whoSay(kind, value));
  }

  /** What an author says, in any process. */
  saidBy(kind: Kind, by: string): readonly string[] {
    return [this.own, ...this.theirs()].flatMap((said) => said.by(kind, by) ?? []);
  }

  /** Whether this run has shown what an author says, be it nothing. */
  hasSaid(kind: Kind, by: string): boolean {
    return [this.own, ...this.theirs()].some((said) => said.by(kind, by) !== undefined);
  }

  /** What each of the other processes has said. */
  private theirs(): readonly Said[] {
    return this.others.told().map((statements) => {
      const known = this.heard.get(statements) ?? { said: new Said(), statements: 0 };
      this.heard.set(statements, known);
      for (const statement of statements.slice(known.statements)) known.said.record(statement);
      known.statements = statements.length;
      return known.said;
    });
  }
}
