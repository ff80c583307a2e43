/** What the generic code and the generated docs know of a property beyond its type. */
export interface FieldMeta {
  /** One or two sentences for users: meaning, unit or shape. */
  readonly description: string;
  /** Why users should not set it any more. */
  readonly deprecated?: string;
  /** TypeScript type of the property in the generated classes, where it says more than the structure does. */
  readonly typeName?: string;
  /** The same of the property as it comes out, where that is another type. */
  readonly answerTypeName?: string;
  readonly secret?: Secrecy;
  /** What is secret in the value, where that can be told. */
  readonly embedded?: EmbeddedSecrets;
  /**
   * A closer look at a value of the right type: what is wrong with it, or may be, and where below it. Never repeats the
   * value. What is unknown yet passes.
   */
  readonly inspect?: (value: unknown) => readonly Finding[];
  /** What it means that a program does not give it. Nothing is sent at creation when left out, and emptiness to clear it. */
  readonly unset?: Unset;
  /** What the service says of it; always its value when left out. */
  readonly returned?: Returned;
  /** When two values are equal in the sense of the service; when they are the same when left out. */
  readonly spelling?: Spelling;
  /** Being there matters even when it holds nothing. */
  readonly significantWhenEmpty?: boolean;
  /** Classes of the objects that the id or ids stand for. `partOf`: the object is a part of that one, and goes with it. */
  readonly refersTo?: readonly string[] | { readonly partOf: string };
  /** Texts that name hosts: the property reserves them for the account, or uses what has to be reserved. */
  readonly hosts?: "reserves" | "uses";
  /**
   * Inputs with which this output changes, or what the service picks for this input; "*" for any. What follows none stays
   * as it is in an update.
   */
  readonly changesWith?: readonly string[];
  /** Changes by itself, so that a refresh never reports it. */
  readonly volatile?: boolean;
  /** Null when there is nothing to tell. */
  readonly nullable?: boolean;
}

/** What a closer look at a value has found. */
export interface Finding {
  /** The service surely refuses it; otherwise the user is warned, and the value goes on. */
  readonly sure: boolean;
  /** Below the value. */
  readonly path: readonly Step[];
  /** Line of a text, counted from 1. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/** How the secrets in a value are told. */
export interface EmbeddedSecrets {
  find(value: unknown): readonly string[];
  /** The value with what is secret in it marked. */
  mark(value: unknown, mark: (secret: unknown) => unknown): unknown;
}

/**
 * Whether a value is secret.
 *
 * - `true`: never shown in plain, wrapped in the engine's secret signature wherever it goes.
 * - `"possible"`: a program may declare it a secret, which the engine does not tell. Kept out of error texts and never shown.
 * - `"likely"`: the same, but tools that print what an account holds show it when asked.
 * - `"embedded"`: somebody may have put a secret into it by hand. Such tools hide it until asked.
 */
export type Secrecy = true | "possible" | "likely" | "embedded";

/**
 * What it means that a program does not give a property.
 *
 * - `sends`: the service takes this value then, and unsetting the property sends it. `also`: at creation, where the service
 *   wants to see the property; in every update, where the service empties it in each that does not carry it.
 * - `"serverDefault"`: the service picks a value of its own. Never filled in, never drift.
 * - `"kept"`: the same, and going from set to unset is no change. For what is fixed and of which nobody knows what the
 *   service would pick.
 */
export type Unset =
  | { readonly sends: unknown; readonly also?: "at creation" | "in every update" }
  | "serverDefault"
  | "kept";

/**
 * What the service says of a property.
 *
 * - `"sometimes"`: it may leave the value out of its responses, so that missing there says nothing.
 * - `"once"`: at creation only; the state keeps the first value.
 * - `"never"`: accepted and never returned; the program's value is trusted, not compared.
 * - `"local"`: never sent and never returned; read or written by this package alone.
 * - `asRef`: a Ref, or a list of Refs, under this wire key in place of the id or ids.
 */
export type Returned = "sometimes" | "once" | "never" | "local" | { readonly asRef: string };

/** How values that mean the same are told. */
export interface Spelling {
  /** Form in which two values are compared. Must accept anything. */
  readonly canonical: (value: unknown) => unknown;
  /** Check writes the canonical form into the inputs as well, so that it is known at preview. */
  readonly inInputs?: true;
  /** Form in which a value is sent, where that is not the value itself. */
  readonly onWire?: (value: unknown) => unknown;
}

/** A rule over several keys of one object; it is held back while one of them is unknown. */
export interface Rule<V = Readonly<Record<string, unknown>>> {
  readonly keys: readonly string[];
  /** The rule in one sentence, for the docs. */
  readonly text: string;
  /** Key that the error points at; the first of `keys` when left out. */
  readonly at?: string;
  /** The error, or undefined when the object keeps the rule. */
  broken(value: V): string | undefined;
}

/**
 * A property, an item of a list or a value of a map: what it is made of and what is known of it. A family's fields are a
 * tree, built once when its file is loaded.
 */
export type Field<T = unknown> = Structure & {
  readonly meta: FieldMeta;
  /** A program may leave it out. */
  readonly isOptional: boolean;
  /** The same, which a program may leave out. */
  optional(): OptionalField<T>;
  readonly [VALUE]?: T;
};

export type OptionalField<T> = Field<T> & { readonly isOptional: true };

declare const VALUE: unique symbol;

/** What a field is made of. */
export type Structure =
  | LeafStructure
  | {
      readonly kind: "object";
      readonly shape: Shape;
      /** Rules over the keys. */
      readonly rules?: readonly Rule[];
      /** Keys that an object of another family has and this one has not, each with the reason for who gives it here. */
      readonly lacks?: Readonly<Record<string, string>>;
      /** Name of the interface in the generated classes, where the property's own would mislead. */
      readonly shapeName?: string;
    }
  | {
      readonly kind: "list";
      readonly item: Field;
      /** The order has no meaning. */
      readonly isSet: boolean;
    }
  /** Free keys, which are the same on the wire. */
  | { readonly kind: "map"; readonly value: Field }
  /** A value of one of several types. */
  | { readonly kind: "union"; readonly options: readonly Field[] };

export interface LeafStructure {
  readonly kind: "leaf";
  readonly type: "string" | "number" | "boolean" | "any";
  /** The only values that a program may give. */
  readonly values?: readonly string[];
  /** Values that responses may hold, where those are more. */
  readonly answers?: readonly string[];
  /** Largest size in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Inclusive range of a number. */
  readonly range?: readonly [number, number];
  /** What is wrong with a value of this type, without repeating it; undefined when nothing is. */
  readonly wrong?: (value: unknown) => string | undefined;
}

/** Fields by their camelCase keys. */
export type Shape = Readonly<Record<string, Field>>;

/** The type of a field's values. */
export type ValueOf<F> = F extends { readonly [VALUE]?: infer T } ? T : never;

type OptionalKeys<S> = {
  [K in keyof S]: S[K] extends { readonly isOptional: true } ? K : never;
}[keyof S];

/** The type of an object with these fields. */
export type ValuesOf<S extends Shape> = {
  readonly [K in Exclude<keyof S, OptionalKeys<S>>]: ValueOf<S[K]>;
} & { readonly [K in OptionalKeys<S>]?: ValueOf<S[K]> };

/** The inputs of a program: each may be missing, since check lets some be left out with `adoptId`. */
export type Given<S extends Shape> = Partial<ValuesOf<S>>;

/** What a response or a state says: anything may be missing or null, at any depth. */
export type Seen<T> = T extends readonly (infer E)[]
  ? readonly Seen<E>[] | null
  : T extends object
    ? { readonly [K in keyof T]?: Seen<T[K]> } | null
    : T | null;

/** The values of these fields in a response or a state. */
export type SeenIn<S extends Shape> = { readonly [K in keyof S]?: Seen<ValueOf<S[K]>> };

export function makeField<T>(structure: Structure, meta: FieldMeta): Field<T> {
  const field = { ...structure, meta };
  const optional = (): OptionalField<T> => ({ ...field, isOptional: true, optional });
  return { ...field, isOptional: false, optional };
}

/** What a shape says of a key. A program may give any key, such as `constructor`, that every object seems to have. */
export const fieldAt = (shape: Shape, key: string): Field | undefined =>
  Object.hasOwn(shape, key) ? shape[key] : undefined;

/** What of a value is secret although the value is not. */
export const embeddedSecrets = ({ meta }: Field, value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : (meta.embedded?.find(value) ?? []);

/** What a shape says of a key that it must have. */
export function knownField(shape: Shape, key: string): Field {
  const field = fieldAt(shape, key);
  if (!field) throw new Error(`there is no field ${key}`);
  return field;
}

export const isRequired = ({ isOptional }: Field): boolean => !isOptional;

export const isSecret = ({ meta }: Field): boolean => meta.secret === true;

/** A program may declare it a secret. */
export const mayBeSecret = ({ meta }: Field): boolean =>
  meta.secret === "possible" || meta.secret === "likely";

/** Hidden by tools that print what an account holds until they are asked to show it. */
export const isShownOnRequest = ({ meta }: Field): boolean =>
  meta.secret === "likely" || meta.secret === "embedded";

/** Read or written by this package alone. */
export const isLocal = ({ meta }: Field): boolean => meta.returned === "local";

/** What unsetting the property sends, undefined where that is not said. */
export const defaultOf = ({ meta: { unset } }: Field): unknown =>
  typeof unset === "object" ? unset.sends : undefined;

/** Whether a request carries its default although the program does not give it. */
export const isSentUnset = ({ meta: { unset } }: Field, when: "at creation" | "in every update"): boolean =>
  typeof unset === "object" && unset.also === when;

/** The service picks a value when the program gives none. */
export const hasServerDefault = ({ meta: { unset } }: Field): boolean =>
  unset === "serverDefault" || unset === "kept";

/** Wire key under which responses hold a Ref in place of the id. */
export const refKeyOf = ({ meta: { returned } }: Field): string | undefined =>
  typeof returned === "object" ? returned.asRef : undefined;

/** Classes of the objects that the id or ids stand for. */
export function classesOf({ meta: { refersTo } }: Field): readonly string[] | undefined {
  return refersTo && "partOf" in refersTo ? [refersTo.partOf] : refersTo;
}

/** The keys of an object, undefined for anything else. */
export const shapeOf = (field: Field): Shape | undefined =>
  field.kind === "object" ? field.shape : undefined;

/** A key of an object or a map, or the position in a list. */
export type Step = string | number;

/** What becomes of one value below another. The option that a value of a union has takes no step. */
export type Each = (field: Field, value: unknown, step?: Step) => unknown;

interface MapOptions {
  /** How the keys of objects are spelled in the value; as in the definition when left out. */
  readonly spelling?: (key: string) => string;
  /** What becomes of a key that the definition does not have; it stays as it is when left out. */
  readonly unknown?: (value: unknown, key: string) => unknown;
}

/**
 * A value with each value directly below it replaced. A property of an object for which that is undefined goes. A value
 * of another type than the field's stays as it is.
 */
export function mapBelow(field: Field, value: unknown, each: Each, options: MapOptions = {}): unknown {
  if (field.kind === "union") {
    const option = optionFor(field.options, value, options);
    return option ? each(option, value) : value;
  }
  if (field.kind === "list")
    return Array.isArray(value) ? value.map((item, n) => each(field.item, item, n)) : value;
  if (field.kind === "leaf" || !isRecord(value)) return value;
  if (field.kind === "map")
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, each(field.value, item, key)]),
    );
  const { unknown = (item: unknown) => item } = options;
  const entries = Object.entries(value).map(([key, item]) => {
    const child = spelledAt(field.shape, key, options);
    return [key, child ? each(child, item, key) : unknown(item, key)] as const;
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** An object with a value for each key of a shape. A key for which that is undefined is left out. */
export function mapShape(
  shape: Shape,
  each: (field: Field, key: string) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, field]) => [key, each(field, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Visits a value and every value below it, with their fields and their places.
 *
 * @param visit - Whether to go on below the value.
 */
function walk(
  field: Field,
  value: unknown,
  visit: (field: Field, value: unknown, path: readonly Step[]) => boolean,
  path: readonly Step[] = [],
): void {
  if (!visit(field, value, path)) return;
  mapBelow(field, value, (child, item, step) =>
    walk(child, item, visit, step === undefined ? path : [...path, step]),
  );
}

/** The same for each value of an object that has these keys. */
export function walkShape(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  visit: (field: Field, value: unknown, path: readonly Step[]) => boolean,
): void {
  for (const [key, field] of Object.entries(shape)) walk(field, values[key], visit, [key]);
}

/** A field and its place in a definition. */
export interface FieldPlace {
  readonly field: Field;
  /** The keys of the objects that it is in, and `ANY` for each list or map. */
  readonly path: readonly string[];
  /** A property of an object, and not an item of a list, a value of a map or an option of a union. */
  readonly isProperty: boolean;
}

/** Stands for every item of a list and every key of a map. */
export const ANY = "*";

/**
 * Every field of a definition at any depth, each before what is below it.
 *
 * @param isWhole - Whether what is below a field is left out.
 */
export function fieldsIn(
  shape: Shape,
  isWhole: (field: Field) => boolean = () => false,
  path: readonly string[] = [],
): FieldPlace[] {
  const at = (field: Field, place: readonly string[], isProperty: boolean): FieldPlace[] => [
    { field, path: place, isProperty },
    ...(isWhole(field) ? [] : below(field, place)),
  ];
  const below = (field: Field, place: readonly string[]): FieldPlace[] => {
    if (field.kind === "object") return fieldsIn(field.shape, isWhole, place);
    if (field.kind === "list") return at(field.item, [...place, ANY], false);
    if (field.kind === "map") return at(field.value, [...place, ANY], false);
    return field.kind === "union" ? field.options.flatMap((option) => at(option, place, false)) : [];
  };
  return Object.entries(shape).flatMap(([key, field]) => at(field, [...path, key], true));
}

/** The option of a union that a value has the type of; of several objects the one that knows all keys of the value. */
export function optionFor(
  options: readonly Field[],
  value: unknown,
  spelling: MapOptions = {},
): Field | undefined {
  const fitting = options.filter((option) => hasTypeOf(option, value));
  const knowsAll = (option: Field) =>
    option.kind === "object" &&
    Object.keys(value ?? {}).every((key) => spelledAt(option.shape, key, spelling) !== undefined);
  return fitting.find(knowsAll) ?? fitting[0];
}

function hasTypeOf(field: Field, value: unknown): boolean {
  if (field.kind === "union") return field.options.some((option) => hasTypeOf(option, value));
  if (field.kind === "list") return Array.isArray(value);
  if (field.kind !== "leaf") return isRecord(value);
  return field.type === "any" || typeof value === field.type;
}

function spelledAt(shape: Shape, key: string, { spelling }: MapOptions): Field | undefined {
  if (!spelling) return fieldAt(shape, key);
  const own = Object.keys(shape).find((name) => spelling(name) === key);
  return own === undefined ? undefined : shape[own];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
