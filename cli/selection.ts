import type { ReadSetting } from "../provider/inspect";
import { type AccountOptions, withAccount } from "./account";
import { CommandError, EXIT, plainText, print, printJson, setExitCode, table } from "./common";

export interface SelectionFlags extends AccountOptions {
  readonly session?: readonly string[];
  readonly all?: true;
  readonly dryRun?: true;
  readonly format?: "text" | "json";
}

/** Account objects that commands list and change: agents, sessions. */
export interface Selectable<T extends { readonly id: string }> {
  /** Reads all objects of the account, in display order. */
  read(config: ReadSetting): Promise<T[]>;
  /** For each option: returns true if an object has one of the option's values. */
  readonly selectors: Readonly<Record<string, (object: T, values: readonly string[]) => boolean>>;
  /** Columns of the list by their headings. */
  readonly columns: Columns<T>;
  /** Printed if the account has no objects. */
  readonly emptyText: string;
  readonly noMatchText: string;
}

/** The outcome of a change to one object. */
export interface Result {
  readonly id: string;
  readonly outcome: string;
  /** The reason for the outcome; empty if it needs none. */
  readonly detail: string;
}

/** What a command reports about a result, in addition to the id, outcome, and detail. */
interface ResultReport<R extends Result> {
  /** Columns of the table by their headings. */
  readonly columns: Columns<R>;
  readonly toJson: (result: R) => object;
  readonly successful: readonly R["outcome"][];
}

type Columns<T> = Readonly<Record<string, (object: T) => string>>;

/** The objects that a command's options select: those that match every option. */
export class Selection<T extends { readonly id: string }> {
  readonly #conditions: readonly ((object: T) => boolean)[];
  readonly isJson: boolean;

  constructor(
    readonly kind: Selectable<T>,
    readonly flags: SelectionFlags,
  ) {
    this.isJson = flags.format === "json";
    this.#conditions = Object.entries(kind.selectors).flatMap(([option, matches]) => {
      const value: string | readonly string[] | undefined = Reflect.get(flags, option);
      return value === undefined ? [] : [(object: T) => matches(object, [value].flat())];
    });
  }

  /** True if options select objects. */
  get hasConditions(): boolean {
    return this.#conditions.length > 0;
  }

  matches(object: T): boolean {
    return this.#conditions.every((isMet) => isMet(object));
  }

  /** @throws CommandError without options that select objects and without `--all` */
  require(advice: string): void {
    if (!this.flags.all && !this.hasConditions) throw new CommandError(advice, EXIT.usage);
  }

  /** The selected objects, and the ids of `--session` that don't exist. */
  async read(config: ReadSetting): Promise<Readonly<{ chosen: readonly T[]; missing: readonly string[] }>> {
    const objects = await this.kind.read(config);
    const ids = new Set(objects.map(({ id }) => id));
    return {
      chosen: objects.filter((object) => this.matches(object)),
      missing: [...new Set(this.flags.session)].filter((id) => !ids.has(id)),
    };
  }

  async list(): Promise<void> {
    await withAccount(this.flags, async (config) => {
      const { chosen } = await this.read(config);
      if (this.isJson) printJson(chosen);
      else print(chosen.length === 0 ? this.noResultText : columnsTable(this.kind.columns, chosen));
    });
  }

  get noResultText(): string {
    return this.hasConditions ? this.kind.noMatchText : this.kind.emptyText;
  }
}

export function columnsTable<T>(columns: Columns<T>, objects: readonly T[]): string {
  const rows = objects.map((object) => Object.values(columns).map((cell) => cell(object)));
  return table(Object.keys(columns), rows);
}

/** Prints results and their details, and sets the exit code. */
export function reportResults<R extends Result>(
  results: readonly R[],
  isJson: boolean,
  { columns, toJson, successful }: ResultReport<R>,
): void {
  if (isJson)
    printJson(
      results.map((result) => {
        const { id: session, outcome, detail } = result;
        return { session, outcome, detail, ...toJson(result) };
      }),
    );
  else {
    print(columnsTable({ SESSION: ({ id }) => id, OUTCOME: ({ outcome }) => outcome, ...columns }, results));
    for (const { id, detail } of results) if (detail !== "") print(plainText(`${id}: ${detail}`));
  }
  const outcomes = results.map(({ outcome }) => outcome);
  if (outcomes.includes("failed") || outcomes.includes("not started")) setExitCode(EXIT.failed);
  else if (!outcomes.every((outcome) => successful.includes(outcome))) setExitCode(EXIT.findings);
}
