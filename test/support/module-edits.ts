import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { authorityPem } from "./crypto";
import { type Declared, type JsonInputs, resource } from "./program";

type Program = readonly Declared[];
type Row = readonly [
  className: string,
  inputs: JsonInputs,
  options?: { readonly retain?: true; readonly after?: string },
];
/** By resource: inputs that change, a resource that is new, or `null` for one that is removed. */
type Changes = Readonly<Record<string, JsonInputs | Row | null>>;

interface Table {
  readonly program: Readonly<Record<string, Row>>;
  readonly edits: Readonly<Record<string, Readonly<Record<string, Changes>>>>;
  readonly back: Readonly<Record<string, Changes>>;
}

/** A possible change of the base program. It says nothing about its effect on who can reach what. */
export interface Edit {
  /** Its kind and its name in the table. */
  readonly title: string;
  readonly after: Program;
  /** Where the way back begins: `after`, unless the service refuses that way. */
  readonly back: Program;
}

const FILE = join(__dirname, "../unit/review/module-edits.yaml");
const { program, edits: kinds, back } = parse(readFileSync(FILE, "utf8"), { maxAliasCount: -1 }) as Table;

function withAuthorities<T>(value: T): T;
function withAuthorities(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAuthorities);
  if (value === null || typeof value !== "object") return value;
  if ("$authority" in value) return authorityPem(String(value.$authority));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withAuthorities(item)]));
}

const declared = (name: string, [className, inputs, { retain } = {}]: Row): Declared =>
  resource(className, name, withAuthorities(inputs), { ...(retain && { retain }) });

const changed = (inputs: JsonInputs, changes: JsonInputs): JsonInputs =>
  Object.fromEntries(
    Object.entries({ ...inputs, ...withAuthorities(changes) }).filter(([, value]) => value !== null),
  );

const isRow = (change: Changes[string] | undefined): change is Row => Array.isArray(change);

function apply(before: Program, changes: Changes): Program {
  const after = before.flatMap((one) => {
    const change = changes[one.name];
    if (change === null) return [];
    return change === undefined ? [one] : [{ ...one, inputs: changed(one.inputs, change as JsonInputs) }];
  });
  for (const [name, change] of Object.entries(changes))
    if (isRow(change)) {
      const at = after.findIndex((one) => one.name === change[2]?.after);
      if (at < 0) throw new Error(`${name} follows no resource of the program`);
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
