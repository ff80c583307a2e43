import { z } from "zod";
import {
  canonicalHostname,
  canonicalInstant,
  canonicalPolicy,
  canonicalUrl,
  isInstant,
} from "./canonical-forms";

/** What the generic code and the generated docs know of a property beyond its zod type. */
export interface FieldMeta {
  /** One or two sentences for users: meaning, unit or shape. */
  readonly description: string;
  /** Never shown in plain: wrapped in the engine's secret signature wherever it goes. */
  readonly secret?: boolean;
  /** A program may declare the value a secret, which the engine does not tell: it is kept out of error texts. */
  readonly mayBeSecret?: boolean;
  /** Somebody may have put a secret into the value by hand: tools that print what an account holds hide it until asked. */
  readonly shownOnRequest?: boolean;
  /** What the service takes when the property is not given; unsetting it in the program sends this. */
  readonly default?: unknown;
  /** The service picks a value of its own when the property is not given: never filled in, never drift. */
  readonly serverDefault?: boolean;
  /** Going from set to unset is no change: for what is fixed and of which nobody knows what the service would pick. */
  readonly keepWhenUnset?: boolean;
  /** Form in which two values of this property are compared. Must accept anything. */
  readonly canonical?: (value: unknown) => unknown;
  /** The canonical form is also the one that check writes into the inputs, so that it is known at preview. */
  readonly respelled?: boolean;
  /** Form in which a value is sent, where that is not the value itself. */
  readonly send?: (value: unknown) => unknown;
  /** Order carries no meaning. */
  readonly set?: boolean;
  /** The response holds a Ref, or a list of Refs, under this wire key in place of the id or ids. */
  readonly ref?: string;
  /** Classes of the objects that the id or ids stand for. */
  readonly refersTo?: readonly string[];
  /** The object is a part of the one that the id stands for, and goes with it. */
  readonly isPartOf?: boolean;
  /** Accepted by the service and never returned: the program's value is trusted, not compared. */
  readonly writeOnly?: boolean;
  /** The service may leave the value out of its responses: missing there says nothing about it. */
  readonly mayBeWithheld?: boolean;
  /** The service wants to see the property at creation: its default is sent when the program gives none. */
  readonly sentWhenUnset?: boolean;
  /** The service empties the property in every update that does not carry it: each update sends it. */
  readonly inEveryUpdate?: boolean;
  /** Values that answers may hold, where those are more than a program may give. */
  readonly answers?: readonly string[];
  /** Null when there is nothing to tell. */
  readonly nullable?: boolean;
  /** Returned at creation only: the state keeps the first value. */
  readonly once?: boolean;
  /** Never sent and never answered: read or written by this package alone. */
  readonly local?: boolean;
  /** Being there matters even when it holds nothing. */
  readonly significantWhenEmpty?: boolean;
  /**
   * Inputs with which this output changes, or what the service picks for this input; "*" for any. What follows none stays
   * as it is in an update.
   */
  readonly changesWith?: readonly string[];
  /** Changes by itself, so that a refresh never reports it. */
  readonly volatile?: boolean;
  /** Texts that name hosts: the property reserves them for the account, or uses what has to be reserved. */
  readonly hosts?: "reserves" | "uses";
  /** Why users should not set it any more. */
  readonly deprecated?: string;
  /** Largest size in bytes of UTF-8. */
  readonly maxBytes?: number;
  /** Inclusive range of a number. */
  readonly range?: readonly [number, number];
  /** TypeScript type of the property in the generated classes, where it says more than the zod type. */
  readonly typeName?: string;
  /** Name of a nested object's interface in the generated classes, where the property's own would mislead. */
  readonly shapeName?: string;
  /** Rules over the keys of an object. */
  readonly rules?: readonly Rule[];
  /** Keys that an object of another family has and this one has not, each with the reason for who gives it here. */
  readonly lacks?: Readonly<Record<string, string>>;
}

/** A rule over several keys of one object; it is held back while one of them is unknown. */
export interface Rule {
  readonly keys: readonly string[];
  /** The rule in one sentence, for the docs. */
  readonly text: string;
  /** Key that the error points at; the first of `keys` when left out. */
  readonly at?: string;
  /** The error, or undefined when the object keeps the rule. */
  readonly broken: (value: Readonly<Record<string, unknown>>) => string | undefined;
}

type Extra = Omit<FieldMeta, "description">;
export type Shape = Readonly<Record<string, z.ZodType>>;

const metas = z.registry<FieldMeta>();

function field<S extends z.ZodType>(schema: S, description: string, extra: Extra = {}): S {
  const bare = unwrap(schema);
  // What is said of a property is kept by its schema: two properties that share one would say the same.
  if (metas.has(bare)) throw new Error(`a schema is used twice: ${description}`);
  metas.add(bare, { description, ...extra });
  return schema;
}

/** The schema below optional and nullable wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}

const NOTHING: FieldMeta = { description: "" };

/** What was said of a property when it was defined. */
export function metaOf(schema: z.ZodType): FieldMeta {
  return metas.get(unwrap(schema)) ?? NOTHING;
}

/** The child schemas of an object schema, or undefined for anything else. */
export function shapeOf(schema: z.ZodType): Shape | undefined {
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject ? (inner.shape as Shape) : undefined;
}

/** What a shape says of a key. A program may give any key, such as `constructor`, that every object seems to have. */
export const schemaAt = (shape: Shape, key: string): z.ZodType | undefined =>
  Object.hasOwn(shape, key) ? shape[key] : undefined;

export function isRequired(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success;
}

const byteLength = (text: string) => Buffer.byteLength(text, "utf8");

/** Free text. */
export function string(description: string, extra: Extra = {}) {
  const { maxBytes } = extra;
  const schema =
    maxBytes === undefined
      ? z.string()
      : z.string().refine((value) => byteLength(value) <= maxBytes, {
          error: (issue) =>
            `at most ${maxBytes} bytes of UTF-8 are allowed, this has ${byteLength(String(issue.input))}`,
        });
  return field(schema, description, extra);
}

/** Says what is wrong with a text, without repeating it; undefined when nothing is. */
type Wrong = (text: string) => string | undefined;

const stringThat = (wrong: Wrong) =>
  z
    .string()
    .refine((value) => wrong(value) === undefined, { error: (issue) => wrong(String(issue.input)) ?? "" });

/** Text of a certain form. */
export const formedString = (wrong: Wrong, description: string, extra: Extra = {}) =>
  field(stringThat(wrong), description, extra);

/** Text that says nothing when it is empty, where something has to be said. */
export const nonEmptyString = (description: string) =>
  field(z.string().min(1, "must not be empty"), description);

/** Text that is a secret. */
export const secretString = (description: string, extra: Extra = {}) =>
  string(description, { secret: true, ...extra });

export function bool(description: string, extra: Extra = {}) {
  return field(z.boolean(), description, extra);
}

export function integer(description: string, range: readonly [number, number], extra: Extra = {}) {
  const [low, high] = range;
  const schema = z.number().refine((value) => Number.isInteger(value) && value >= low && value <= high, {
    error: `must be a whole number from ${low} to ${high}`,
  });
  return field(schema, description, { range, ...extra });
}

/** Whole number 0 to 4294967295. */
export const uint32 = (description: string, extra: Extra = {}) =>
  integer(description, [0, 4294967295], extra);

export function decimal(description: string, range: readonly [number, number], extra: Extra = {}) {
  const [low, high] = range;
  const schema = z
    .number()
    .refine((value) => value >= low && value <= high, { error: `must be a number from ${low} to ${high}` });
  return field(schema, description, { range, ...extra });
}

export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  description: string,
  extra: Extra = {},
) {
  return field(z.enum(values), description, extra);
}

/** Id of another object, answered as it was given or, with `ref`, as a Ref under that wire key. */
export const id = (description: string, extra: Extra = {}) =>
  field(z.string().min(1, "must be an id, not an empty text"), description, extra);

/** Ids of other objects, a set; answered as a list of Refs under the wire key `ref`. */
export const ids = (description: string, ref: string, extra: Extra = {}) =>
  field(z.array(z.string().min(1, "must be an id, not an empty text")), description, {
    set: true,
    ref,
    ...extra,
  });

/** List of strings whose order carries no meaning. */
export const stringSet = (description: string, extra: Extra = {}) =>
  field(z.array(z.string()), description, { set: true, ...extra });

/** List of strings of a certain form, whose order carries no meaning. */
export const formedStringSet = (wrong: Wrong, description: string, extra: Extra = {}) =>
  field(z.array(stringThat(wrong)), description, { set: true, ...extra });

/** List of strings whose order matters. */
export const stringList = (description: string, extra: Extra = {}) =>
  field(z.array(z.string()), description, extra);

/** Map with free keys, which stay as they are on the wire. */
export function mapOf<V extends z.ZodType>(values: V, description: string, extra: Extra = {}) {
  return field(z.record(z.string(), values), description, extra);
}

/** Time, RFC 3339; the same instant in another zone is the same value. */
export const instant = (description: string, extra: Extra = {}) =>
  field(
    z.string().refine(isInstant, {
      error: "must be a time in RFC 3339 format, such as 2030-01-31T12:00:00Z",
    }),
    description,
    { canonical: canonicalInstant, ...extra },
  );

export const hostname = (description: string, extra: Extra = {}) =>
  field(
    z.string().refine((value) => /^(\*\.)?[^\s/:*]+$/.test(canonicalHostname(value) as string), {
      error: "must be a hostname without scheme, port or path, such as app.example.com",
    }),
    description,
    { canonical: canonicalHostname, respelled: true, ...extra },
  );

const SCHEMES = ["http", "https", "tcp", "tls"];

/** Scheme, hostname and, for TCP, port, as the service asks of the URL of an endpoint. Seen at the service. */
function wrongUrl(text: string): string | undefined {
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text.trim()) ?? [];
  if (scheme === undefined)
    return "must begin with https://, http://, tls:// or tcp://, such as https://app.example.com";
  if (!SCHEMES.includes(scheme.toLowerCase()))
    return "must have one of the schemes http, https, tcp and tls, such as https://app.example.com";
  const [, host, port] = /^([^\s/?#:]+)(?::(\d*))?(?:[/?#]|$)/.exec(rest) ?? [];
  if (host === undefined) return "must name a hostname, such as https://app.example.com";
  if (port !== undefined && !isPort(port)) return "must have a port from 1 to 65535, or none";
  if (port === undefined && scheme.toLowerCase() === "tcp")
    return "must have a port, since TCP has no usual one, such as tcp://1.tcp.example.com:20000";
  return undefined;
}

/** Whether a text is the number of a port. */
export const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

export const url = (description: string, extra: Extra = {}) =>
  field(stringThat(wrongUrl), description, {
    canonical: canonicalUrl,
    respelled: true,
    ...extra,
  });

/**
 * A traffic policy: text, which is sent as it is, or an object, which is sent as compact JSON. Two policies are the same
 * when they parse to the same value, so that YAML against JSON, key order and white space make no change.
 */
export const trafficPolicyText = (description: string, extra: Extra = {}) =>
  field(z.union([z.string(), z.record(z.string(), z.unknown())]), description, {
    canonical: canonicalPolicy,
    send: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
    typeName: "TrafficPolicy",
    shownOnRequest: true,
    ...extra,
  });

/** A value of one of two types. */
export const either = <A extends z.ZodType, B extends z.ZodType>(
  first: A,
  second: B,
  description: string,
  extra: Extra = {},
) => field(z.union([first, second]), description, extra);

/** Any value that JSON can hold. */
export const anything = (description: string, extra: Extra = {}) => field(z.unknown(), description, extra);

/** List of objects whose order carries no meaning. */
export const objectSet = <S extends Shape>(shape: S, description: string, extra: Extra = {}) =>
  field(z.array(object(shape, description)), description, { set: true, ...extra });

/** Nested object; keys that it does not know are refused. */
export function object<S extends Shape>(shape: S, description: string, extra: Extra = {}) {
  return field(z.strictObject(shape), description, extra);
}

const maybeNull = (schema: z.ZodType, { nullable }: Extra) => (nullable ? schema.nullable() : schema);

/** Fields that come back from the service. */
export const out = {
  string: (description: string, extra: Extra = {}) => field(maybeNull(z.string(), extra), description, extra),
  bool: (description: string, extra: Extra = {}) => field(maybeNull(z.boolean(), extra), description, extra),
  number: (description: string, extra: Extra = {}) => field(maybeNull(z.number(), extra), description, extra),
  oneOf: <const T extends readonly [string, ...string[]]>(
    values: T,
    description: string,
    extra: Extra = {},
  ) => field(maybeNull(z.enum(values), extra), description, extra),
  strings: (description: string, extra: Extra = {}) => field(z.array(z.string()), description, extra),
  map: (description: string, extra: Extra = {}) =>
    field(z.record(z.string(), z.string()), description, extra),
  object: <S extends Shape>(shape: S, description: string, extra: Extra = {}) =>
    field(maybeNull(z.object(shape), extra), description, extra),
  ref: (description: string, extra: Extra = {}) =>
    field(maybeNull(z.object(refShape), extra), description, { typeName: "Ref", ...extra }),
  refs: (description: string, extra: Extra = {}) =>
    field(z.array(z.object(refShape)), description, { typeName: "Ref[]", ...extra }),
  list: <S extends Shape>(shape: S, description: string, extra: Extra = {}) =>
    field(z.array(z.object(shape)), description, extra),
};

const refShape = {
  id: field(z.string(), "Id of the object."),
  uri: field(z.string(), "API URI of the object."),
};
