/** Facts about a property, beyond its type, for the generic code and the generated docs. */
export interface FieldMeta {
  /** One or two sentences for users: meaning, unit or shape. */
  readonly description: string;
  /** Why users should no longer set it. */
  readonly deprecated?: string;
  /** TypeScript type in the generated classes, where it is more precise than the structure. */
  readonly typeName?: string;
  /** The same of the property as it comes out, where that is another type. */
  readonly answerTypeName?: string;
  readonly secret?: Secrecy;
  /** What is secret in the value, where that can be determined. */
  readonly embedded?: EmbeddedSecrets;
  /**
   * A closer look at a value of the right type: what is wrong with it, or may be, and where below it. Never repeats the
   * value. What is unknown yet passes.
   *
   * @param inputs - All inputs of the object, as the program gives them: unchecked.
   */
  readonly inspect?: (value: unknown, inputs: Readonly<Record<string, unknown>>) => readonly Finding[];
  /**
   * What the service refuses of a value that it does not have yet, and where below it. Not asked of a value that is
   * stored already or adopted: the service may have taken it before it refused such values.
   */
  readonly refuses?: (value: unknown) => readonly Refusal[];
  /** The meaning of leaving the property out. By default creation sends nothing, and an empty value clears it. */
  readonly unset?: Unset;
  /** What the service returns for it; by default always its value. */
  readonly returned?: Returned;
  /** When the service treats two values as equal; by default when they are identical. */
  readonly spelling?: Spelling;
  /** Presence matters even when empty. */
  readonly significantWhenEmpty?: boolean;
  /**
   * Classes of the objects that the id or ids refer to. `partOf`: the object is a part of that one and is deleted
   * with it.
   */
  readonly refersTo?: readonly string[] | { readonly partOf: string };
  /** The id may also be that of something without a class, or of what is gone. */
  readonly refersToOthers?: true;
  /** The objects that a value of its own language names. */
  readonly names?: NamedObjects;
  /** Strings that name hosts: the property reserves them for the account, or uses hosts that must be reserved. */
  readonly hosts?: "reserves" | "uses";
  /**
   * Inputs whose change may change this output, or the service's value for this input; "*" for any. Otherwise an
   * update leaves it as it is.
   */
  readonly changesWith?: readonly string[];
  /**
   * Inputs that can be read from this output: it is secret where the program makes one of them a secret. Those that it is
   * derived from go without saying.
   */
  readonly madeOf?: readonly string[];
  /** Changes by itself, so a refresh never reports it. */
  readonly volatile?: boolean;
  /** May be null. */
  readonly nullable?: boolean;
  /**
   * Inputs and states have a salted hash in the value's place: the value itself is only in the program and in requests.
   * For strings that the service never returns. See docs/decisions/0022.
   */
  readonly hashed?: true;
}

/** What a closer look at a value has found. */
export interface Finding {
  /** An error: the service refuses the value. Otherwise a warning, and the value goes on. */
  readonly isError: boolean;
  /** Below the value. */
  readonly path: readonly Step[];
  /** Line of a text, counted from 1. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/** What the service refuses of a value. Never repeats a secret. */
export interface Refusal {
  /** Below the value. */
  readonly path: readonly Step[];
  readonly reason: string;
}

/** How the objects that a value names are found. */
export interface NamedObjects {
  /** Their classes. */
  readonly classes: readonly string[];
  find(value: unknown): readonly NamedObject[];
}

/** An object that a value names by its id. */
export interface NamedObject {
  /** Class of the object. */
  readonly of: string;
  readonly id: string;
  /** Below the value. */
  readonly path: readonly Step[];
}

/** How the secrets in a value are found. */
export interface EmbeddedSecrets {
  find(value: unknown): readonly string[];
  /** Where they are, below the value. */
  paths(value: unknown): readonly (readonly Step[])[];
  /** The value with what is secret in it marked. */
  mark(value: unknown, mark: (secret: unknown) => unknown): unknown;
}

/**
 * Whether a value is secret.
 *
 * - `true`: never shown in plaintext, always wrapped in the engine's secret signature.
 * - `"possible"`: a program may declare it secret, which the engine does not pass on. Redacted from errors and never
 *   shown.
 * - `"likely"`: the same, but tools that print an account's contents show it on request.
 * - `"embedded"`: may contain a secret that someone put there by hand. Such tools hide it until requested.
 */
export type Secrecy = true | "possible" | "likely" | "embedded";

/**
 * The meaning of leaving a property out of a program.
 *
 * - `sends`: the service assumes this value, and unsetting the property sends it. `also`: sent at creation too, where
 *   the service requires the property, in every update, where the service clears it when missing, or with each request
 *   that sends its module, where no document states the default.
 * - `"serverDefault"`: the service chooses a value. Never filled in, never drift.
 * - `"kept"`: the same, and unsetting it is no change. For immutable properties whose server default is unknown.
 * - `"alternative"`: the same, since another input names the same thing.
 */
export type Unset = { readonly sends: unknown; readonly also?: SentUnset } | "serverDefault" | Kept;
type Kept = "kept" | "alternative";

/** When a default is sent that no change asks for. */
type SentUnset = "at creation" | "in every update" | "with its module";

/**
 * What the service returns for a property.
 *
 * - `"sometimes"`: responses may omit it, so its absence gives no information.
 * - `"once"`: at creation only; the state keeps the first value.
 * - `"never"`: accepted and never returned; the program's value is trusted, not compared.
 * - `"local"`: never sent and never returned; only this package reads or writes it.
 * - `asRef`: a Ref, or a list of Refs, under this wire key instead of the id or ids.
 */
export type Returned = "sometimes" | "once" | "never" | "local" | { readonly asRef: string };

/** How equivalent values are recognised. */
export interface Spelling {
  /** Canonical form for comparison. Must accept any value. */
  readonly canonical: (value: unknown) => unknown;
  /** Check also writes the canonical form into the inputs, so that it is known at preview. */
  readonly inInputs?: true;
  /** Form in which a value is sent, where it differs from the value. */
  readonly onWire?: (value: unknown) => unknown;
}

/** A rule over several keys of one object; not evaluated while one of them is unknown. */
export interface Rule<V = Readonly<Record<string, unknown>>> {
  readonly keys: readonly string[];
  /** The rule in one sentence, for the docs. */
  readonly text: string;
  /** Key that the error points to; by default the first of `keys`. */
  readonly at?: string;
  /** About what the service does not have yet: not asked of what is stored already or adopted. */
  readonly ofNew?: true;
  /** The error, or undefined when the object satisfies the rule. */
  broken(value: V): string | undefined;
}

/**
 * A property, an item of a list or a value of a map, with its structure and metadata. A family's fields form a tree
 * that is built once when its file is loaded.
 */
export type Field<T = unknown> = Structure & {
  readonly meta: FieldMeta;
  /** A program may leave it out. */
  readonly isOptional: boolean;
  /** The same field, made optional. */
  optional(): OptionalField<T>;
  readonly [VALUE]?: T;
};

export type OptionalField<T> = Field<T> & { readonly isOptional: true };

declare const VALUE: unique symbol;

/** The structure of a field. */
export type Structure =
  | LeafStructure
  | {
      readonly kind: "object";
      readonly shape: Shape;
      /** Rules over the keys. */
      readonly rules?: readonly Rule[];
      /** Exactly one of the keys is given: the object is a union whose keys name the alternatives. */
      readonly isChoice?: true;
      /**
       * Keys of another family's object that this one does not have, each with the explanation for users who set it
       * here.
       */
      readonly notOffered?: Readonly<Record<string, string>>;
      /** Name of the interface in the generated classes, where the property's own name would mislead. */
      readonly shapeName?: string;
    }
  | {
      readonly kind: "list";
      readonly item: Field;
      /** The order has no meaning. */
      readonly isSet: boolean;
    }
  /** Free-form keys, unchanged on the wire. */
  | { readonly kind: "map"; readonly value: Field }
  /** A value of one of several types. */
  | { readonly kind: "union"; readonly options: readonly Field[] };

export interface LeafStructure {
  readonly kind: "leaf";
  readonly type: "string" | "number" | "boolean" | "any";
  /** The only values that a program may use. */
  readonly values?: readonly string[];
  /** What each of them means. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** All values that responses may hold, where there are more. */
  readonly responseValues?: readonly string[];
  /** Maximum size in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Maximum number of characters. */
  readonly maxCharacters?: number;
  /** Inclusive range of a number. */
  readonly range?: readonly [number, number];
  /** A number without a fraction. */
  readonly isWhole?: true;
  /** What is wrong with a value of this type, without repeating the value; undefined when it is valid. */
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

/** The inputs of a program: each may be missing, since check allows some to be omitted with `adoptId`. */
export type Given<S extends Shape> = Partial<ValuesOf<S>>;

/** A value in a response or a state: anything may be missing or null, at any depth. */
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

/** The field of a key. A program may use any key, also one such as `constructor` that every object inherits. */
export const fieldAt = (shape: Shape, key: string): Field | undefined =>
  Object.hasOwn(shape, key) ? shape[key] : undefined;

/** What of a value is secret although the value is not. */
export const embeddedSecrets = ({ meta }: Field, value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : (meta.embedded?.find(value) ?? []);

/** The field of a key that the shape must have. */
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

/** Hidden by tools that print an account's contents unless they are asked to show it. */
export const isShownOnRequest = ({ meta }: Field): boolean =>
  meta.secret === "likely" || meta.secret === "embedded";

/** Only read or written by this package. */
export const isLocal = ({ meta }: Field): boolean => meta.returned === "local";

/** The value that unsetting the property sends; undefined where none is defined. */
export const defaultOf = ({ meta: { unset } }: Field): unknown =>
  typeof unset === "object" ? unset.sends : undefined;

/** Whether a request carries the default although the program does not set the property. */
export const isSentUnset = ({ meta: { unset } }: Field, when: SentUnset): boolean =>
  typeof unset === "object" && unset.also === when;

/** The service chooses a value when the program sets none. */
export const hasServerDefault = ({ meta: { unset } }: Field): boolean =>
  unset === "serverDefault" || isKept({ meta: { unset } });

/** Unsetting the property is no change. */
export const isKept = ({ meta: { unset } }: { readonly meta: Pick<FieldMeta, "unset"> }): boolean =>
  unset === "kept" || unset === "alternative";

/** Wire key under which responses hold a Ref instead of the id. */
export const refKeyOf = ({ meta: { returned } }: Field): string | undefined =>
  typeof returned === "object" ? returned.asRef : undefined;

/** Classes of the objects that the id or ids refer to. */
export function classesOf({ meta: { refersTo } }: Field): readonly string[] | undefined {
  return refersTo && "partOf" in refersTo ? [refersTo.partOf] : refersTo;
}

/** The keys of an object; undefined for any other field. */
export const shapeOf = (field: Field): Shape | undefined =>
  field.kind === "object" ? field.shape : undefined;

/** A key of an object or a map, or an index in a list. */
export type Step = string | number;

/** Maps one value below another. The chosen option of a union has no step. */
export type Each = (field: Field, value: unknown, step?: Step) => unknown;

interface MapOptions {
  /** Spelling of object keys in the value; by default as in the definition. */
  readonly spelling?: (key: string) => string;
  /** Maps a key that the definition does not have; unchanged by default. */
  readonly unknown?: (value: unknown, key: string) => unknown;
}

/**
 * A value with each value directly below it mapped. An object property mapped to undefined is removed. A value of
 * another type than the field's is unchanged.
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

/** An object with a value for each key of a shape, except those that map to undefined. */
export function mapShape(
  shape: Shape,
  each: (field: Field, key: string) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, field]) => [key, each(field, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Visits a value and every value below it, with their fields and paths.
 *
 * @param visit - Returns whether to visit the values below.
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

/** A field and its path in a definition. */
export interface FieldPlace {
  readonly field: Field;
  /** The keys of the enclosing objects, with `ANY` for each list or map. */
  readonly path: readonly string[];
  /** A property of an object, as opposed to an item of a list, a value of a map or an option of a union. */
  readonly isProperty: boolean;
}

/** Stands for every item of a list and every key of a map. */
export const ANY = "*";

/**
 * Every field of a definition at any depth, parents first.
 *
 * @param isWhole - Whether to skip the fields below a field.
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

/** The option of a union that matches a value's type; of several objects the one that knows all keys of the value. */
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

/** The value at a path, undefined where there is none. */
export function valueAt(values: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      at !== null && typeof at === "object" && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined,
    values,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
