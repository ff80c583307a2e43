/** Facts about a property, beyond its type. */
export interface FieldMeta {
  /** One or two sentences for users: meaning, unit or shape. */
  readonly description: string;
  /** Deprecation notice: what to use instead. */
  readonly deprecated?: string;
  /** TypeScript type in the generated classes, if it is more precise than the structure. */
  readonly typeName?: string;
  /** TypeScript type of the output, if it differs from the input's. */
  readonly outputTypeName?: string;
  readonly secret?: Secrecy;
  readonly embedded?: EmbeddedSecrets;
  /** Returns errors and warnings about a known value of the right type, without quoting it. `inputs` are unchecked. */
  readonly inspect?: (value: unknown, inputs: Readonly<Record<string, unknown>>) => readonly Finding[];
  /** Returns why the service rejects a new value. Not called for stored or adopted values. */
  readonly rejects?: (value: unknown) => readonly Rejection[];
  /** The effect of leaving the property unset. By default, creation sends nothing, and an update sends an empty value. */
  readonly unset?: Unset;
  /** What the service returns for the property; by default, always its value. */
  readonly returned?: Returned;
  /** How equal values are recognized; by default, only identical values are equal. */
  readonly spelling?: Spelling;
  /** An empty value differs from an unset one. */
  readonly significantWhenEmpty?: boolean;
  /** Classes of the objects that the id or ids refer to. `partOf`: the object is deleted with the referenced one. */
  readonly refersTo?: readonly string[] | { readonly partOf: string };
  /** The id may also refer to an object without a class, such as a user, or to a deleted one. */
  readonly refersToOthers?: true;
  /** A name of the object, such as a user's email address, is accepted as well; the service returns the id. */
  readonly alsoByName?: true;
  /** How to find references to objects inside the value, such as in a traffic policy. */
  readonly embeddedReferences?: EmbeddedReferences;
  /** The property names hosts: it reserves them for the account, or uses hosts that must be reserved. */
  readonly hosts?: "reserves" | "uses";
  /** Inputs whose change may change this output, or the service's value for this input; `["*"]` for any input. */
  readonly changesWith?: readonly string[];
  /** Inputs that this output reveals: it is secret if one of them is. The inputs in `derive` needn't be repeated. */
  readonly reveals?: readonly string[];
  /** Changes on its own, so a refresh never reports it. */
  readonly volatile?: boolean;
  /** Role of the module, if the property is a module of an edge or route. */
  readonly module?: Part["role"];
  readonly nullable?: boolean;
  /** States contain a salted hash of the value, which is never returned. See docs/decisions/0022. */
  readonly hashed?: true;
}

/** A property with its own API path. The object's POST and PATCH set it; DELETE `<object>/<segment>` clears it. */
export interface Part {
  readonly kind: "module" | "attachment";
  /** Last segment of the property's path, in wire format. */
  readonly segment: string;
  /** Outputs of the object that are null once the property is cleared. */
  readonly clears: readonly string[];
  /**
   * A `guard` decides who gets access, and is removed after its replacement is set. The `target` gets the traffic, and
   * is removed before its guards. A `setting` is neither.
   */
  readonly role: "guard" | "target" | "setting";
}

export interface Finding {
  /** True if the service rejects the value; otherwise the finding is only a warning. */
  readonly isError: boolean;
  /** Relative to the value. */
  readonly path: readonly Step[];
  /** Starts at 1. */
  readonly line?: number | undefined;
  readonly reason: string;
}

/** A reason why the service rejects a value. Never contains a secret. */
export type Rejection = Pick<Finding, "path" | "reason">;

export interface EmbeddedReferences {
  readonly classes: readonly string[];
  /** `path`: relative to the value. */
  findAll(value: unknown): readonly { className: string; id: string; path: readonly Step[] }[];
}

export interface EmbeddedSecrets {
  find(value: unknown): readonly string[];
  paths(value: unknown): readonly (readonly Step[])[];
  mark(value: unknown, mark: (secret: unknown) => unknown): unknown;
}

/** Only `true` wraps the value in the engine's secret signature. In errors, all of these secrets are redacted. */
export type Secrecy =
  | true
  | "possible" // A program may mark it as secret, which the engine doesn't tell the provider. Never shown.
  | "likely" // Like "possible", but tools that print an account's contents show it on request.
  | "embedded"; // May contain a secret. Such tools hide it unless requested.

export type Unset =
  | { readonly sends: unknown; readonly also?: SentUnset }
  | "serverDefault" // The service chooses a value. It is never filled in and never reported as drift.
  | "kept" // Like "serverDefault", but unsetting it isn't a change: an immutable property with an unknown default.
  | "alternative"; // Like "kept", because another input names the same object.

/**
 * When the default is sent although the property stays unset. "with its module": whenever the module is set, because
 * no document states what the service would choose.
 */
type SentUnset = "at creation" | "in every update" | "with its module";

export type Returned =
  | "sometimes" // Responses may omit it, so its absence means nothing.
  | "once" // At creation only; the state keeps the first value.
  | "never" // The program's value is assumed to be current.
  | "local" // Never sent either; only this package reads or writes it.
  | { readonly asRef: string }; // A Ref, or a list of Refs, under this wire key instead of the id or ids.

export interface Spelling {
  /** Canonical form for comparison. Must accept any value. */
  readonly canonical: (value: unknown) => unknown;
  /** Also stores the canonical form in the checked inputs, so it is known at preview. */
  readonly inInputs?: true;
  /** Spelling in requests; by default, the value as it is. */
  readonly onWire?: (value: unknown) => unknown;
}

/** A requirement on some keys of one object; not evaluated while one of their values is unknown. */
export interface Rule<V = Readonly<Record<string, unknown>>> {
  readonly keys: readonly string[];
  /** The requirement, for the documentation. */
  readonly text: string;
  /** Key that the error refers to; by default, the first of `keys`. */
  readonly errorKey?: string;
  /** Applies only to new values, not to stored or adopted ones. */
  readonly newOnly?: true;
  violation(value: V): string | undefined;
}

/** A property, an item of a list, or a value of a map. */
export type Field<T = unknown> = Structure & {
  readonly meta: FieldMeta;
  readonly isOptional: boolean;
  readonly isLocal: boolean;
  /** The value that is sent when the property is unset; undefined if the field defines none. */
  readonly defaultValue: unknown;
  /** Additional requests that send the default while the property is unset. */
  readonly sentWhenUnset: SentUnset | undefined;
  readonly hasServerDefault: boolean;
  /** Unsetting the property doesn't count as a change. */
  readonly isKept: boolean;
  /** Wire key under which responses hold a Ref instead of the id. */
  readonly refKey: string | undefined;
  optional(): OptionalField<T>;
  readonly [VALUE]?: T;
};

export type OptionalField<T> = Field<T> & { readonly isOptional: true };

declare const VALUE: unique symbol;

export type Structure =
  | LeafStructure
  | {
      readonly kind: "object";
      readonly shape: Shape;
      readonly rules?: readonly Rule[];
      /** Exactly one of the keys is set: the object is a union whose keys name the alternatives. */
      readonly isChoice?: true;
      /** Keys of the same object in other families, with an explanation for users who set them here. */
      readonly notOffered?: Readonly<Record<string, string>>;
      /** Name of the interface in the generated classes; by default, derived from the property. */
      readonly shapeName?: string;
    }
  | {
      readonly kind: "list";
      readonly item: Field;
      readonly isSet: boolean;
    }
  /** Keys are free-form and sent unchanged. */
  | { readonly kind: "map"; readonly value: Field }
  | { readonly kind: "union"; readonly options: readonly Field[] };

export interface LeafStructure {
  readonly kind: "leaf";
  readonly type: "string" | "number" | "boolean" | "any";
  /** The only values that a program may use. */
  readonly values?: readonly string[];
  readonly meanings?: Readonly<Record<string, string>>;
  /** All values that responses may contain, if there are more than `values`. */
  readonly responseValues?: readonly string[];
  readonly maxBytes?: number;
  readonly maxCharacters?: number;
  /** Inclusive range of a number. */
  readonly range?: readonly [number, number];
  readonly isInteger?: true;
  /** Returns the problem of a value of this type, without quoting it. */
  readonly findProblem?: (value: unknown) => string | undefined;
}

export type Shape = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends { readonly [VALUE]?: infer T } ? T : never;

type OptionalKeys<S> = {
  [K in keyof S]: S[K] extends { readonly isOptional: true } ? K : never;
}[keyof S];

export type ValuesOf<S extends Shape> = {
  readonly [K in Exclude<keyof S, OptionalKeys<S>>]: ValueOf<S[K]>;
} & { readonly [K in OptionalKeys<S>]?: ValueOf<S[K]> };

/** The inputs of a program. Each may be missing, because required ones can be omitted with `adoptId`. */
export type InputValues<S extends Shape> = Partial<ValuesOf<S>>;

/** A value in a response or a state: anything may be missing or null, at any depth. */
export type ResponseValue<T> = T extends readonly (infer E)[]
  ? readonly ResponseValue<E>[] | null
  : T extends object
    ? { readonly [K in keyof T]?: ResponseValue<T[K]> } | null
    : T | null;

export type ResponseValues<S extends Shape> = { readonly [K in keyof S]?: ResponseValue<ValueOf<S[K]>> };

export function makeField<T>(structure: Structure, meta: FieldMeta): Field<T> {
  const { unset, returned } = meta;
  const sent = typeof unset === "object" ? unset : undefined;
  const isKept = unset === "kept" || unset === "alternative";
  const field = {
    ...structure,
    meta,
    isLocal: returned === "local",
    defaultValue: sent?.sends,
    sentWhenUnset: sent?.also,
    isKept,
    hasServerDefault: isKept || unset === "serverDefault",
    refKey: typeof returned === "object" ? returned.asRef : undefined,
  };
  const optional = (): OptionalField<T> => ({ ...field, isOptional: true, optional });
  return { ...field, isOptional: false, optional };
}

// Programs may use any key, even inherited ones such as `constructor`.
export const fieldAt = (shape: Shape, key: string): Field | undefined =>
  Object.hasOwn(shape, key) ? shape[key] : undefined;

export const embeddedSecrets = ({ meta }: Field, value: unknown): readonly string[] =>
  value === undefined || value === null ? [] : (meta.embedded?.find(value) ?? []);

export function knownField(shape: Shape, key: string): Field {
  const field = fieldAt(shape, key);
  if (!field) throw new Error(`there is no field ${key}`);
  return field;
}

/** The lowest number for a new object: of a range from 0, `rejects` may exclude 0 for new objects. */
export const lowestAllowed = (
  [low]: readonly [number, number],
  { rejects }: Pick<FieldMeta, "rejects">,
): number => (low === 0 && rejects !== undefined && rejects(0).length > 0 ? 1 : low);

export const isRequired = ({ isOptional }: Field): boolean => !isOptional;

export const isSecret = ({ meta }: Field): boolean => meta.secret === true;

export const mayBeSecret = ({ meta }: Field): boolean =>
  meta.secret === "possible" || meta.secret === "likely";

/** True if tools that print an account's contents show the value only on request. */
export const isShownOnRequest = ({ meta }: Field): boolean =>
  meta.secret === "likely" || meta.secret === "embedded";

export function classesOf({ meta: { refersTo } }: Field): readonly string[] | undefined {
  return refersTo && "partOf" in refersTo ? [refersTo.partOf] : refersTo;
}

/** True if the change of some inputs may change the value on the service. */
export const mayChangeWith = ({ meta }: Field, changed: readonly string[]): boolean =>
  changed.length > 0 && (meta.changesWith ?? []).some((input) => input === "*" || changed.includes(input));

export const shapeOf = (field: Field): Shape | undefined =>
  field.kind === "object" ? field.shape : undefined;

export type Step = string | number;

/** Maps a value directly below another. `step` is undefined for the selected option of a union. */
export type FieldMapper = (field: Field, value: unknown, step?: Step) => unknown;

interface MapOptions {
  /** Converts a key of the definition to its spelling in the value; by default, the same. */
  readonly spelling?: (key: string) => string;
  /** Maps the value of a key that the definition doesn't have; unchanged by default. */
  readonly unknown?: (value: unknown, key: string) => unknown;
}

/** Maps each value directly below a value, and removes properties mapped to undefined. */
export function mapBelow(field: Field, value: unknown, each: FieldMapper, options: MapOptions = {}): unknown {
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
  return mapValues(field.shape, value, each, options);
}

/** Maps the outermost objects in a value: itself, or those in its lists and maps. */
export function mapObjects(
  field: Field,
  value: unknown,
  each: (shape: Shape, values: Record<string, unknown>) => unknown,
): unknown {
  if (field.kind === "object" && isRecord(value)) return each(field.shape, value);
  return mapBelow(field, value, (child, item) => mapObjects(child, item, each));
}

/** Maps the values of an object, and removes properties mapped to undefined. */
export function mapValues(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  each: (field: Field, value: unknown, key: string) => unknown,
  { spelling, unknown = (value) => value }: MapOptions = {},
): Record<string, unknown> {
  const entries = Object.entries(values).map(([key, value]) => {
    const field = fieldSpelled(shape, key, { spelling });
    return [key, field ? each(field, value, key) : unknown(value, key)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns a value for each field; leaves out undefined. */
export function mapShape<T>(
  shape: Shape,
  each: (field: Field, key: string) => T | undefined,
): Record<string, T> {
  const entries = Object.entries(shape).flatMap(([key, field]) => {
    const value = each(field, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** @param visit - Returns true to visit the values below. */
export function walkShape(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  visit: (field: Field, value: unknown, path: readonly Step[]) => boolean,
): void {
  const walk = (field: Field, value: unknown, path: readonly Step[]): void => {
    if (!visit(field, value, path)) return;
    mapBelow(field, value, (child, item, step) =>
      walk(child, item, step === undefined ? path : [...path, step]),
    );
  };
  for (const [key, field] of Object.entries(shape)) walk(field, values[key], [key]);
}

export interface NestedField {
  readonly field: Field;
  /** The keys from the outermost object to the field, with `ANY` for each list or map. */
  readonly path: readonly string[];
  /** True for a property of an object; false for a list item, map value, or union option. */
  readonly isProperty: boolean;
}

/** Path step for every item of a list and every key of a map. */
export const ANY = "*";

/** Fields at any depth, parents first. If `isOpaque` returns true for a field, skips those below it. */
export function fieldsIn(
  shape: Shape,
  isOpaque: (field: Field) => boolean = () => false,
  path: readonly string[] = [],
): NestedField[] {
  const withNested = (field: Field, fieldPath: readonly string[], isProperty: boolean): NestedField[] => [
    { field, path: fieldPath, isProperty },
    ...(isOpaque(field) ? [] : nested(field, fieldPath)),
  ];
  const nested = (field: Field, fieldPath: readonly string[]): NestedField[] => {
    if (field.kind === "object") return fieldsIn(field.shape, isOpaque, fieldPath);
    if (field.kind === "list") return withNested(field.item, [...fieldPath, ANY], false);
    if (field.kind === "map") return withNested(field.value, [...fieldPath, ANY], false);
    return field.kind === "union"
      ? field.options.flatMap((option) => withNested(option, fieldPath, false))
      : [];
  };
  return Object.entries(shape).flatMap(([key, field]) => withNested(field, [...path, key], true));
}

/** Returns the option of a union that matches a value's type; of several object types, the one with all of the value's keys. */
export function optionFor(
  options: readonly Field[],
  value: unknown,
  mapping: MapOptions = {},
): Field | undefined {
  const matching = options.filter((option) => hasTypeOf(option, value));
  const hasAllKeys = (option: Field) =>
    option.kind === "object" &&
    Object.keys(value ?? {}).every((key) => fieldSpelled(option.shape, key, mapping) !== undefined);
  return matching.find(hasAllKeys) ?? matching[0];
}

function hasTypeOf(field: Field, value: unknown): boolean {
  if (field.kind === "union") return field.options.some((option) => hasTypeOf(option, value));
  if (field.kind === "list") return Array.isArray(value);
  if (field.kind !== "leaf") return isRecord(value);
  return field.type === "any" || typeof value === field.type;
}

/** Returns the field whose key has this spelling in a value. */
function fieldSpelled(shape: Shape, key: string, { spelling }: MapOptions): Field | undefined {
  if (!spelling) return fieldAt(shape, key);
  const childKey = Object.keys(shape).find((name) => spelling(name) === key);
  return childKey === undefined ? undefined : shape[childKey];
}

export function valueAt(values: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>(
    (parent, step) =>
      parent !== null && typeof parent === "object" && Object.hasOwn(parent, step)
        ? Reflect.get(parent, step)
        : undefined,
    values,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
