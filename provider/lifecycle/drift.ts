import { z } from "zod";
import { metaOf, type Shape, schemaAt, shapeOf, unwrap } from "../family/fields";
import { holdsSecret } from "../family/looks-secret";
import type { ModuleFamily } from "../family/module";
import type { Props, ResourceFamily } from "../family/resource";
import { isBlank, isRecord, same } from "./compare";
import { declared, impliedBy, observe } from "./state";
import { fromResponse } from "./wire";

/**
 * Why a value on the service is not what the program declared.
 *
 * - `changed`: somebody changed it there, and the next update changes it back.
 * - `default`: the program does not give it, and the service has picked it.
 * - `unmanaged`: a part of the object that the program never declared, so that it is left alone.
 * - `volatile`: it changes by itself.
 * - `secret unknown`: a secret that the service does not tell, so that nobody can compare it.
 */
export type DriftKind = "changed" | "default" | "unmanaged" | "volatile" | "secret unknown";

/** One property, at any depth, whose values differ. */
export interface PropertyDrift {
  /** Such as `circuitBreaker.numBuckets`. */
  readonly path: string;
  readonly kind: DriftKind;
  /** Undefined when the program does not give it. Never a secret. */
  readonly declared?: unknown;
  /** Undefined when the service does not have it. Never a secret. */
  readonly actual?: unknown;
  readonly secret: boolean;
}

/** A place in the inputs or outputs of a resource. */
export type Path = readonly (string | number)[];

/** What a comparison shows of the values that it finds. */
export interface DriftOptions {
  /** Places of what the program itself declares secret; what is there is never shown. */
  readonly secrets?: readonly Path[];
  /** Shows header values and traffic policies, which may hold secrets that nobody has declared, unless they look like one. */
  readonly showValues?: boolean;
}

/** Compares the state of an object with a response. */
export function driftOfResource(
  family: ResourceFamily,
  state: Props,
  response: Props,
  { secrets = [], showValues = false }: DriftOptions = {},
): PropertyDrift[] {
  const hides = hidingGuesses(showValues);
  const seen = observe(family, response);
  const ofInputs = Object.entries(family.inputs).flatMap(([key, schema]) => {
    if (family.pathKeys.includes(key)) return [];
    const wanted = declared(state, key);
    const implied = wanted === undefined ? impliedBy(family, key, seen.inputs) : undefined;
    if (implied !== undefined) {
      const actual = seen.inputs[key];
      if (actual === undefined || same(schema, implied, actual)) return [];
      return [property(schema, key, "changed", undefined, actual, hides)];
    }
    const found = driftAt(schema, key, wanted, seen.inputs[key], hides);
    return wanted === undefined && family.parts?.[key] ? found.map(asUnmanaged) : found;
  });
  const changed = ofInputs.filter(({ kind }) => kind === "changed").map(({ path }) => path.split(/[.[]/)[0]);
  const ofOutputs = family.computedKeys.flatMap((key) => {
    const schema = family.outputs[key] as z.ZodType;
    const meta = metaOf(schema);
    // What was changed takes outputs along, and says enough.
    const isConsequence =
      meta.changesWith?.some((input) => input === "*" || changed.includes(input)) && changed.length > 0;
    if (meta.local || meta.once || isConsequence || !(key in seen.computed) || !(key in state)) return [];
    if (same(schema, state[key], seen.computed[key])) return [];
    const kind = meta.volatile ? "volatile" : "changed";
    return [property(schema, key, kind, state[key], seen.computed[key], isDeclaredSecret)];
  });
  return [...ofInputs, ...ofOutputs].map((drift) => hiding(drift, secrets));
}

/** Compares the state of a single module with a response. */
export function driftOfModule(
  family: ModuleFamily,
  state: Props,
  response: Props,
  { secrets = [], showValues = false }: DriftOptions = {},
): PropertyDrift[] {
  const wanted = Object.keys(family.parameters).map((key) => [key, declared(state, key)] as const);
  const actual = fromResponse(family.parameters, response);
  const found = driftIn(family.parameters, Object.fromEntries(wanted), actual, hidingGuesses(showValues));
  return found.map((drift) => hiding(drift, secrets));
}

function driftIn(shape: Shape, wanted: Props, actual: Props, hides: Hides, prefix = ""): PropertyDrift[] {
  return Object.entries(shape).flatMap(([key, schema]) =>
    driftAt(schema, prefix + key, wanted[key] ?? undefined, actual[key], hides),
  );
}

function driftAt(
  schema: z.ZodType,
  path: string,
  wanted: unknown,
  actual: unknown,
  hides: Hides,
): PropertyDrift[] {
  const meta = metaOf(schema);
  if (meta.local) return [];
  if (wanted !== undefined && meta.secret && (meta.writeOnly || (meta.mayBeWithheld && isBlank(actual))))
    return [property(schema, path, "secret unknown", wanted, undefined, hides)];
  // A key that the response does not have says nothing.
  if (meta.writeOnly || actual === undefined || same(schema, wanted, actual)) return [];
  if ((meta.keepWhenUnset || meta.mayBeWithheld) && isBlank(actual)) return [];
  if (wanted === undefined) {
    if (isBlank(actual) && !meta.significantWhenEmpty) return [];
    return [property(schema, path, meta.serverDefault ? "default" : "changed", undefined, actual, hides)];
  }
  const shape = shapeOf(schema);
  if (shape && isRecord(wanted) && isRecord(actual)) return driftIn(shape, wanted, actual, hides, `${path}.`);
  if (isRecord(wanted) && isRecord(actual) && !meta.secret)
    return driftOfMap(schema, path, wanted, actual, hides);
  return [property(schema, path, "changed", wanted, actual, hides)];
}

function driftOfMap(
  schema: z.ZodType,
  path: string,
  wanted: Props,
  actual: Props,
  hides: Hides,
): PropertyDrift[] {
  const inner = unwrap(schema);
  const ofValues = inner instanceof z.ZodRecord ? (inner.valueType as z.ZodType) : schema;
  // A key that the service spells in another way is the program's: what is declared secret there stays one.
  const { canonical } = metaOf(schema);
  const spelling = (key: string) => (canonical ? JSON.stringify(canonical({ [key]: null })) : key);
  const own = new Map(Object.keys(wanted).map((key) => [spelling(key), key]));
  const found = new Map(Object.entries(actual).map(([key, value]) => [own.get(spelling(key)) ?? key, value]));
  const given = new Map(Object.entries(wanted));
  return [...new Set([...given.keys(), ...found.keys()])]
    .filter((key) => JSON.stringify(given.get(key)) !== JSON.stringify(found.get(key)))
    .map((key) => ({
      path: below(path, key),
      kind: "changed",
      declared: without(hides, ofValues, given.get(key), key),
      actual: without(hides, ofValues, found.get(key), key),
      secret: false,
    }));
}

/** What comes below a path in the text of a path: a key of a map may hold anything. */
function below(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return /^[\w-]+$/.test(step) ? `${path}.${step}` : `${path}[${JSON.stringify(step)}]`;
}

function property(
  schema: z.ZodType,
  path: string,
  kind: DriftKind,
  wanted: unknown,
  actual: unknown,
  hides: Hides,
): PropertyDrift {
  if (metaOf(schema).secret) return { path, kind, secret: true };
  return {
    path,
    kind,
    declared: without(hides, schema, wanted),
    actual: without(hides, schema, actual),
    secret: false,
  };
}

/** What stands for a value that is not shown. */
export const HIDDEN = "[secret]";

/** Whether a value of a property, or of a key of a map, is not shown. */
type Hides = (schema: z.ZodType, value: unknown, key: string) => boolean;

const isDeclaredSecret: Hides = (schema) => {
  const { secret, mayBeSecret } = metaOf(schema);
  return secret === true || mayBeSecret === true;
};

/** Hides as well what somebody may have made a secret on the service, where no program declares anything. */
const hidingGuesses =
  (showValues: boolean): Hides =>
  (schema, value, key) => {
    const isShown = metaOf(schema).shownOnRequest ? showValues : !isDeclaredSecret(schema, value, key);
    const isLeaf = typeof value === "string" || metaOf(schema).shownOnRequest;
    return !isShown || (isLeaf === true && holdsSecret(value, key));
  };

/** A value without the secrets in it, as far as they are known from the schema. */
export const withoutSecrets = (schema: z.ZodType, value: unknown): unknown =>
  without(isDeclaredSecret, schema, value);

function without(hides: Hides, schema: z.ZodType, value: unknown, name = ""): unknown {
  if (value === null || value === undefined) return value;
  if (hides(schema, value, name)) return HIDDEN;
  const inner = unwrap(schema);
  if (Array.isArray(value) && inner instanceof z.ZodArray)
    return value.map((item) => without(hides, inner.element as z.ZodType, item));
  if (!isRecord(value)) return value;
  if (inner instanceof z.ZodRecord) {
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      without(hides, inner.valueType as z.ZodType, item, key),
    ]);
    return Object.fromEntries(entries);
  }
  const shape = shapeOf(inner);
  if (!shape) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const child = schemaAt(shape, key);
    return child && item !== null && item !== undefined ? [[key, without(hides, child, item)]] : [];
  });
  return Object.fromEntries(entries);
}

/** A difference without what the program declares secret: what is at such a place on the service is one as well. */
function hiding(drift: PropertyDrift, secrets: readonly Path[]): PropertyDrift {
  let result = drift;
  for (const place of secrets) {
    const places = place.map((_, last) => place.slice(0, last + 1).reduce<string>(textOf, ""));
    if (isAtOrBelow(drift.path, places.at(-1) ?? ""))
      return { path: drift.path, kind: drift.kind, secret: true };
    const depth = places.indexOf(drift.path) + 1;
    if (depth === 0 || result.secret) continue;
    const rest = place.slice(depth);
    const { declared: wanted, actual } = result;
    result = { ...result, declared: hidden(wanted, rest), actual: hidden(actual, rest) };
  }
  return result;
}

const textOf = (path: string, step: string | number) => (path === "" ? String(step) : below(path, step));

const isAtOrBelow = (path: string, place: string) =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);

/** A value with what is at a place below it hidden; all of it where it has another shape. */
function hidden(value: unknown, [step, ...rest]: Path): unknown {
  if (value === null || value === undefined) return value;
  if (typeof step !== "string" || !isRecord(value)) return HIDDEN;
  return step in value ? { ...value, [step]: hidden(value[step], rest) } : value;
}

const asUnmanaged = (drift: PropertyDrift): PropertyDrift => ({ ...drift, kind: "unmanaged" });
