import { hostProblem } from "../../traffic-policy/language/hosts";
import {
  canonicalHostname,
  canonicalInstant,
  canonicalPolicy,
  canonicalUrl,
  isInstant,
  lowerCaseKeys,
} from "./canonical-forms";
import {
  type Field,
  type FieldMeta,
  type Finding,
  type InputValues,
  type LeafStructure,
  lowestAllowed,
  makeField,
  mapShape,
  type Returned,
  type Rule,
  type Shape,
  type Step,
  type Structure,
  type Unset,
  type ValuesOf,
} from "./field";
import { hostIn } from "./hosts";
import { UNKNOWN } from "./unknown";

export type { Rule, Shape } from "./field";

type FieldOptions = Omit<FieldMeta, "description">;

type ReferenceOption = "refersTo" | "refersToOthers" | "alsoByName";

type Common = Omit<
  FieldOptions,
  "returned" | "unset" | "volatile" | "hashed" | "significantWhenEmpty" | ReferenceOption
>;

/** Properties that only this package reads are never sent and have no server defaults. */
type Extra = Common &
  (
    | { readonly returned?: "sometimes" | "never"; readonly unset?: Unset }
    | { readonly returned: "local"; readonly unset?: { readonly sends: unknown } }
  );

type EmptyExtra = Extra & { readonly significantWhenEmpty?: true };

type IdExtra = Common &
  Pick<FieldOptions, ReferenceOption | "unset"> & {
    readonly returned?: "sometimes" | "never" | Extract<Returned, object>;
  };

export interface OutputExtra extends Common, Pick<FieldOptions, "volatile"> {
  readonly returned?: "once" | "local";
}

const leaf = <T>(
  structure: Omit<LeafStructure, "kind">,
  description: string,
  extra: FieldOptions,
): Field<T> => makeField<T>({ kind: "leaf", ...structure }, { description, ...extra });

export interface TextLimits {
  readonly maxBytes?: number;
  /** Applies to new values only, instead of `rejects`. */
  readonly maxCharacters?: number;
}

export function string(description: string, { maxBytes, maxCharacters, ...extra }: Extra & TextLimits = {}) {
  const findProblem = (value: unknown) => {
    const bytes = Buffer.byteLength(String(value), "utf8");
    return maxBytes !== undefined && bytes > maxBytes
      ? `at most ${maxBytes} bytes of UTF-8 are allowed, this has ${bytes}`
      : undefined;
  };
  const rejects = maxCharacters === undefined ? extra.rejects : rejectLonger(maxCharacters);
  return leaf<string>({ type: "string", maxBytes, maxCharacters, findProblem }, description, {
    ...extra,
    rejects,
  });
}

/** Returns the problem of a string, without quoting it. */
type StringCheck = (text: string) => string | undefined;

type Rejects = NonNullable<FieldMeta["rejects"]>;

/** Returns the items of a list with their paths, or any other value itself. */
const itemsOf = (value: unknown): readonly (readonly [unknown, readonly Step[]])[] =>
  Array.isArray(value) ? value.map((item, index) => [item, [index]]) : [[value, []]];

/** Checks a string, or each string of a list. Unknown values pass. */
export const rejectText =
  (findProblem: StringCheck): Rejects =>
  (value) =>
    itemsOf(value).flatMap(([item, path]) => {
      const reason = typeof item === "string" && item !== UNKNOWN ? findProblem(item) : undefined;
      return reason === undefined ? [] : [{ path, reason }];
    });

/** Rejects a string, or each string of a list, that doesn't match. */
export const rejectUnless = (pattern: RegExp, reason: string): Rejects =>
  rejectText((text) => (pattern.test(text) ? undefined : reason));

export const rejectValue =
  (findProblem: (value: unknown) => string | undefined): Rejects =>
  (value) => {
    const reason = findProblem(value);
    return reason === undefined ? [] : [{ path: [], reason }];
  };

/** Rejects duplicate items of a list: those with an equal `key`, by default the item itself. */
export const rejectDuplicates =
  (key: (item: unknown) => unknown = (item) => item): Rejects =>
  (value) =>
    itemsOf(value).flatMap(([item, path], index, items) => {
      const itemKey = key(item);
      if (itemKey === UNKNOWN || itemKey === undefined) return [];
      const first = items.findIndex(([earlier]) => key(earlier) === itemKey);
      return first === index ? [] : [{ path, reason: `duplicates [${first}]: remove one of them` }];
    });

export const combineRejections =
  (...checks: readonly Rejects[]): Rejects =>
  (value) =>
    checks.flatMap((rejects) => rejects(value));

const rejectLonger = (max: number): Rejects =>
  rejectText((text) => {
    const { length } = [...text];
    return length > max ? `must have at most ${max} characters, but has ${length}` : undefined;
  });

export const checkedString = (findProblem: StringCheck, description: string, extra: Extra | IdExtra = {}) =>
  leaf<string>({ type: "string", findProblem: (value) => findProblem(String(value)) }, description, extra);

export const nonEmptyString = (description: string, extra: Extra = {}) =>
  checkedString((text) => (text === "" ? "must not be empty" : undefined), description, extra);

export const secretString = (description: string, extra: Extra = {}) =>
  string(description, { secret: true, ...extra });

export const hashedSecret = (description: string) =>
  leaf<string>(
    { type: "string", findProblem: (value) => (value === "" ? "must not be empty" : undefined) },
    `${description} The state contains only a salted hash of it, which is also what programs read.`,
    { secret: true, returned: "never", hashed: true },
  );

export const bool = (description: string, extra: Extra = {}) =>
  leaf<boolean>({ type: "boolean" }, description, extra);

export function integer(description: string, range: readonly [number, number], extra: Extra = {}) {
  const findProblem = (value: unknown) =>
    Number.isInteger(value) && isWithin(range, value)
      ? undefined
      : `must be a whole number ${rangeText(range, extra)}`;
  return leaf<number>({ type: "number", range, isInteger: true, findProblem }, description, extra);
}

export const uint32 = (description: string, extra: Extra = {}) =>
  integer(description, [0, 4294967295], extra);

export function decimal(description: string, range: readonly [number, number], extra: Extra = {}) {
  const findProblem = (value: unknown) =>
    isWithin(range, value) ? undefined : `must be a number ${rangeText(range, extra)}`;
  return leaf<number>({ type: "number", range, findProblem }, description, extra);
}

function rangeText(range: readonly [number, number], extra: Extra): string {
  const low = lowestAllowed(range, extra);
  return range[1] === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${range[1]}`;
}

const isWithin = ([low, high]: readonly [number, number], value: unknown) =>
  Number(value) >= low && Number(value) <= high;

/** @param extra - `responseValues`: all values that responses may contain, if there are more than a program may use. */
export const oneOf = <T extends string>(
  meanings: Readonly<Record<T, string>>,
  description: string,
  { responseValues, ...extra }: Extra & { readonly responseValues?: readonly string[] } = {},
) => leaf<T>({ type: "string", values: Object.keys(meanings), meanings, responseValues }, description, extra);

const idProblem: StringCheck = (text) => {
  if (text === "") return "must be an id, but is empty";
  return /\s/.test(text) ? "must be an id, without white space" : undefined;
};

const referenceProblem: StringCheck = (text) =>
  idProblem(text) ?? (/[/\\?#%]/.test(text) ? "must be the object's own id, without / \\ ? # %" : undefined);

/** Id of an object of the class itself; may start with the ids of its parents. */
export const ownId = (description: string) => checkedString(idProblem, description, { returned: "local" });

/** Id of another object. Responses contain it as given or, with `asRef`, as a Ref under that wire key. */
export const id = (description: string, extra: IdExtra = {}) =>
  checkedString(extra.alsoByName ? idProblem : referenceProblem, description, extra);

/** Set of ids of other objects. Responses contain it as a list of Refs under the wire key `ref`. */
export const ids = (description: string, ref: string, extra: Omit<IdExtra, "returned"> = {}) =>
  setOf(checkedString(referenceProblem, ""), description, { returned: { asRef: ref }, ...extra });

/** A list item, which needs no description, because its property has one. */
const plainString = () => string("");

export const listOf = <T>(item: Field<T>, description: string, extra: Extra | IdExtra = {}) =>
  makeField<readonly T[]>({ kind: "list", item, isSet: false }, { description, ...extra });

export const setOf = <T>(item: Field<T>, description: string, extra: Extra | IdExtra = {}) =>
  makeField<readonly T[]>({ kind: "list", item, isSet: true }, { description, ...extra });

export const stringSet = (description: string, extra: Extra = {}) => setOf(plainString(), description, extra);

export const stringList = (description: string, extra: Extra | IdExtra = {}) =>
  listOf(plainString(), description, extra);

/** Map with free-form keys, unchanged on the wire. */
export const mapOf = <T>(value: Field<T>, description: string, extra: EmptyExtra | IdExtra = {}) =>
  makeField<Readonly<Record<string, T>>>({ kind: "map", value }, { description, ...extra });

/** HTTP headers by case-insensitive name, in the program's spelling (RFC 9110, section 5.1). */
export const headerMap = (value: Field<string>, description: string, rejects?: Rejects) =>
  mapOf(value, description, {
    unset: { sends: {} },
    rejects,
    spelling: { canonical: lowerCaseKeys },
    inspect: inspectHeaderNames,
  });

function inspectHeaderNames(headers: unknown): Finding[] {
  const spellings = new Map<string, string>();
  return Object.keys(headers ?? {}).flatMap((name) => {
    const first = spellings.get(name.toLowerCase());
    if (first === undefined) spellings.set(name.toLowerCase(), name);
    if (first === undefined) return [];
    const reason = `is the same header as ${first}, because header names are case-insensitive: remove one of them`;
    return [{ isError: true, path: [name], reason }];
  });
}

/** RFC 3339 time. Equal instants in different time zones are equal. */
export const instant = (description: string, extra: Extra = {}) =>
  checkedString(instantProblem, description, { spelling: { canonical: canonicalInstant }, ...extra });

/** Certificates store unsigned seconds, and RFC 3339 has years of four digits. */
const [EARLIEST, LATEST] = ["1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"];

const instantProblem: StringCheck = (text) => {
  if (!isInstant(text)) return "must be a time in RFC 3339 format, such as 2030-01-31T12:00:00Z";
  const isInRange = Date.parse(text) >= Date.parse(EARLIEST) && Date.parse(text) <= Date.parse(LATEST);
  return isInRange ? undefined : `must be a time from ${EARLIEST} to ${LATEST}`;
};

export const hostname = (description: string, extra: Extra = {}) =>
  checkedString(
    (text) => {
      const host = String(canonicalHostname(text));
      if (/^(\*\.)?[^\s/:*]+$/.test(host)) return undefined;
      return /^[^\s/:]+$/.test(host)
        ? "may have * only as its first label"
        : "must be a hostname without scheme, port, or path, such as app.example.com";
    },
    description,
    { spelling: { canonical: canonicalHostname, inInputs: true }, ...extra },
  );

const SCHEMES = ["http", "https", "tcp", "tls"];

/** Returns why the service would reject a URL, as observed. */
function urlProblem(text: string): string | undefined {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined)
    return "must begin with https://, http://, tls:// or tcp://, such as https://app.example.com";
  if (!SCHEMES.includes(scheme.toLowerCase()))
    return "must have one of the schemes http, https, tcp, and tls, such as https://app.example.com";
  const [, host, port, suffix = ""] = /^([^\s/?#:]+)(?::(\d*))?([/?#].*)?$/s.exec(rest) ?? [];
  if (host === undefined)
    return "must be a scheme, a hostname, and an optional port, and nothing else, such as https://app.example.com";
  if (suffix !== "" && suffix !== "/")
    return "must not have a path or query, such as https://app.example.com: match paths in the traffic policy instead";
  if (port !== undefined && !isPort(port))
    return "must have a port from 1 to 65535, without leading zeros, or no port";
  if (port === undefined && scheme.toLowerCase() === "tcp")
    return "must have a port, because TCP has no default port, such as tcp://1.tcp.example.com:20000";
  return undefined;
}

/** True if a string is a port number in its only spelling: the service returns ports without leading zeros. */
export const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;

export const url = (description: string, extra: Extra = {}) =>
  checkedString(urlProblem, description, {
    spelling: { canonical: canonicalUrl, inInputs: true },
    rejects: rejectText(hostProblemIn),
    ...extra,
  });

/** Returns the reason why the service can't serve the host of a URL or hostport. */
export const hostProblemIn: StringCheck = (text) => {
  const host = hostIn(text);
  return host === undefined ? undefined : hostProblem(host);
};

/** A traffic policy: a string, or an object that is sent as JSON. Policies that parse to the same value are equal. */
export const trafficPolicyText = (description: string, extra: Extra = {}) =>
  either(string(""), mapOf(anything(""), ""), description, {
    spelling: {
      canonical: canonicalPolicy,
      onWire: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
    },
    significantWhenEmpty: true,
    typeName: "string | TrafficPolicy",
    outputTypeName: "TrafficPolicyValue",
    secret: "embedded",
    ...extra,
  });

export const either = <A, B>(
  first: Field<A>,
  second: Field<B>,
  description: string,
  extra: EmptyExtra = {},
) => makeField<A | B>({ kind: "union", options: [first, second] }, { description, ...extra });

export const anything = (description: string, extra: Extra = {}) =>
  leaf<unknown>({ type: "any" }, description, extra);

interface ObjectOptions<S extends Shape>
  extends Omit<Extract<Structure, { readonly kind: "object" }>, "kind" | "shape" | "rules" | "isChoice"> {
  readonly rules?: readonly Rule<InputValues<S>>[];
}

/** Nested object; unknown keys are rejected. */
export function object<S extends Shape>(
  shape: S,
  description: string,
  { rules, notOffered, shapeName, ...extra }: ObjectOptions<S> & EmptyExtra = {},
) {
  const structure = { kind: "object", shape, rules, notOffered, shapeName } as const;
  return makeField<ValuesOf<S>>(structure, { description, ...extra });
}

/** @param kind - Name of the alternatives in the error, such as "target". */
export function choice<S extends Shape>(shape: S, kind: string, description: string, shapeName: string) {
  const keys = Object.keys(shape);
  const rule: Rule = {
    keys,
    text: `Exactly one ${kind} is set.`,
    violation: (value) => {
      const setKeys = keys.filter((key) => value[key] !== undefined);
      return setKeys.length === 1
        ? undefined
        : `exactly one ${kind} must be set, not ${setKeys.join(" and ") || "none"}: choose one of ${keys.join(", ")}`;
    },
  };
  // An option's presence selects it, so it counts even if the service hides all of its values.
  const options = mapShape(shape, (field) => ({
    ...field,
    meta: { ...field.meta, significantWhenEmpty: true },
  }));
  return makeField<ValuesOf<S>>(
    { kind: "object", shape: options as S, rules: [rule], isChoice: true, shapeName },
    { description },
  );
}

export const out = {
  string: (description: string, extra: OutputExtra = {}) =>
    leaf<string>({ type: "string" }, description, extra),
  bool: (description: string, extra: OutputExtra = {}) =>
    leaf<boolean>({ type: "boolean" }, description, extra),
  number: (description: string, extra: OutputExtra = {}) =>
    leaf<number>({ type: "number" }, description, extra),
  oneOf: <const T extends readonly [string, ...string[]]>(
    values: T,
    description: string,
    extra: OutputExtra = {},
  ) => leaf<T[number]>({ type: "string", values }, description, extra),
  strings: (description: string, extra: OutputExtra = {}) => listed(plainString(), description, extra),
  /** @param extra - `shapeName`: name of the type; by default, derived from the property. */
  object: <S extends Shape>(
    shape: S,
    description: string,
    { shapeName, ...extra }: OutputExtra & { readonly shapeName?: string } = {},
  ) => makeField<ValuesOf<S>>({ kind: "object", shape, shapeName }, { description, ...extra }),
  ref: (description: string, extra: OutputExtra = {}) =>
    makeField<Ref>({ kind: "object", shape: refShape }, { description, typeName: "Ref", ...extra }),
  refs: (description: string, extra: OutputExtra = {}) =>
    listed(object(refShape, ""), description, { typeName: "Ref[]", ...extra }),
  list: <S extends Shape>(shape: S, description: string, extra: OutputExtra = {}) =>
    listed(object(shape, ""), description, extra),
};

const listed = <T>(item: Field<T>, description: string, extra: OutputExtra) =>
  makeField<readonly T[]>({ kind: "list", item, isSet: false }, { description, ...extra });

const refShape = {
  id: string("Id of the object."),
  uri: string("API URI of the object."),
};

export type Ref = ValuesOf<typeof refShape>;
