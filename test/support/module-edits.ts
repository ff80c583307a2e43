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
  /** The kind and name of the edit in the table. */
  readonly title: string;
  readonly after: Program;
  /** The program from which the edit is undone: `after`, unless the service would reject the undo. */
  readonly beforeUndo: Program;
}

const FILE = join(__dirname, "../unit/review/module-edits.yaml");
const { program, edits: editsByKind, back: changesBeforeUndo } = readTable<Table>(FILE);

const resourceOf = (name: string, [className, inputs, { retain } = {}]: Row): Declared =>
  resource(className, name, inputs, { ...(retain && { retain }) });

/** Sets and removes (`null`) inputs. */
const changeInputs = (inputs: JsonInputs, changes: JsonInputs): JsonInputs =>
  Object.fromEntries(Object.entries({ ...inputs, ...changes }).filter(([, value]) => value !== null));

const isRow = (change: Changes[string] | undefined): change is Row => Array.isArray(change);

function applyChanges(before: Program, changes: Changes): Program {
  const after = before.flatMap((resource) => {
    const change = changes[resource.name];
    if (change === null) return [];
    return change === undefined
      ? [resource]
      : [{ ...resource, inputs: changeInputs(resource.inputs, change as JsonInputs) }];
  });
  for (const [name, change] of Object.entries(changes))
    if (isRow(change)) {
      const index = after.findIndex((previous) => previous.name === change[2]?.after);
      if (index < 0) throw new Error(`${name}: the resource named by after doesn't exist`);
      after.splice(index + 1, 0, resourceOf(name, change));
    }
  return after;
}

export const base: Program = Object.entries(program).map(([name, row]) => resourceOf(name, row));

export const edits: readonly Edit[] = Object.entries(editsByKind).flatMap(([kind, byName]) =>
  Object.entries(byName).map(([name, changes]) => {
    const title = `${kind}: ${name}`;
    const after = applyChanges(base, changes);
    const undoChanges = changesBeforeUndo[title];
    return { title, after, beforeUndo: undoChanges ? applyChanges(base, undoChanges) : after };
  }),
);
