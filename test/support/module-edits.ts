import { join } from "node:path";
import { type Declared, type JsonInputs, resource } from "./program";
import { readTable } from "./rows";

type Program = readonly Declared[];
type Row = readonly [
  className: string,
  inputs: JsonInputs,
  options?: { readonly retain?: true; readonly after?: string },
];
/** Changes by resource: changed inputs, a new resource, or `null` to remove it. */
type Changes = Readonly<Record<string, JsonInputs | Row | null>>;

interface Table {
  readonly program: Readonly<Record<string, Row>>;
  readonly edits: Readonly<Record<string, Readonly<Record<string, Changes>>>>;
  readonly back: Readonly<Record<string, Changes>>;
}

/** An edit of the base program. Its effect on access isn't recorded. */
export interface Edit {
  /** Kind and name in the table. */
  readonly title: string;
  readonly after: Program;
  /** The program before the edit is undone: `after`, unless the service rejects that. */
  readonly back: Program;
}

const FILE = join(__dirname, "../unit/review/module-edits.yaml");
const { program, edits: kinds, back } = readTable<Table>(FILE);

const declared = (name: string, [className, inputs, { retain } = {}]: Row): Declared =>
  resource(className, name, inputs, { ...(retain && { retain }) });

const changed = (inputs: JsonInputs, changes: JsonInputs): JsonInputs =>
  Object.fromEntries(Object.entries({ ...inputs, ...changes }).filter(([, value]) => value !== null));

const isRow = (change: Changes[string] | undefined): change is Row => Array.isArray(change);

function apply(before: Program, changes: Changes): Program {
  const after = before.flatMap((declared) => {
    const change = changes[declared.name];
    if (change === null) return [];
    return change === undefined
      ? [declared]
      : [{ ...declared, inputs: changed(declared.inputs, change as JsonInputs) }];
  });
  for (const [name, change] of Object.entries(changes))
    if (isRow(change)) {
      const at = after.findIndex((previous) => previous.name === change[2]?.after);
      if (at < 0) throw new Error(`${name}: the resource named by after doesn't exist`);
      after.splice(at + 1, 0, declared(name, change));
    }
  return after;
}

export const base: Program = Object.entries(program).map(([name, row]) => declared(name, row));

export const edits: readonly Edit[] = Object.entries(kinds).flatMap(([kind, byName]) =>
  Object.entries(byName).map(([name, changes]) => {
    const title = `${kind}: ${name}`;
    const after = apply(base, changes);
    return { title, after, back: back[title] ? apply(base, back[title]) : after };
  }),
);
