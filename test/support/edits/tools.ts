import { type Declared, type JsonInputs, reference } from "../program";

export type Program = readonly Declared[];

/** A possible change of the base program. It says nothing about its effect on who can reach what. */
export interface Edit {
  readonly kind: string;
  readonly name: string;
  readonly apply: (program: Program) => Program;
  /** A step before reverting, where the service refuses to revert in one update. */
  readonly back?: (program: Program) => Program;
  /** The outcome depends on values that no preview contains, such as the service's own choice. */
  readonly isUnseen?: true;
}

/** What an edit has besides its kind and its name; alone, the change. */
type Made = Edit["apply"] | Omit<Edit, "kind" | "name">;

/** Edits of one kind, by name. */
export const ofKind = (kind: string, made: Readonly<Record<string, Made>>): Edit[] =>
  Object.entries(made).map(([name, one]) => ({
    kind,
    name,
    ...(typeof one === "function" ? { apply: one } : one),
  }));

/** An edit whose outcome depends on what no preview contains. */
export const unseen = (apply: Edit["apply"]): Made => ({ apply, isUnseen: true });

export const id = (name: string) => reference(name);

const change =
  (name: string, edit: (inputs: JsonInputs) => JsonInputs) =>
  (program: Program): Program => {
    if (!program.some((one) => one.name === name)) throw new Error(`there is no ${name}`);
    return program.map((one) => (one.name === name ? { ...one, inputs: edit(one.inputs) } : one));
  };

export const set = (name: string, values: JsonInputs) => change(name, (inputs) => ({ ...inputs, ...values }));

export const unset = (name: string, ...keys: string[]) =>
  change(name, (inputs) => Object.fromEntries(Object.entries(inputs).filter(([key]) => !keys.includes(key))));

/** Changes keys of a module. */
export const within = (name: string, module: string, values: JsonInputs) =>
  change(name, (inputs) => ({ ...inputs, [module]: { ...(inputs[module] as JsonInputs), ...values } }));

export const remove =
  (...names: string[]) =>
  (program: Program): Program =>
    program.filter(({ name }) => !names.includes(name));

/** New resources go after everything they refer to, and before everything that refers to them. */
export const add =
  (after: string, ...declared: Declared[]) =>
  (program: Program): Program =>
    program.flatMap((one) => (one.name === after ? [one, ...declared] : [one]));

export const all =
  (...edits: ((program: Program) => Program)[]) =>
  (program: Program): Program =>
    edits.reduce((result, edit) => edit(result), program);
