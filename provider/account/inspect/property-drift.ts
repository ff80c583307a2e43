import {
  embeddedSecrets,
  type Field,
  hasServerDefault,
  isLocal,
  isRecord,
  isSecret,
  isShownOnRequest,
  knownField,
  mapBelow,
  mayBeSecret,
  optionFor,
  type Shape,
  type Step,
} from "../../family/field";
import { holdsSecret } from "../../family/looks-secret";
import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import { isBlank, same } from "../../lifecycle/compare";
import { declared, impliedBy, observe } from "../../lifecycle/state";
import { fromResponse } from "../../lifecycle/wire";

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
export type Path = readonly Step[];

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
  const ofInputs = Object.entries(family.inputs).flatMap(([key, field]) => {
    if (family.pathKeys.includes(key)) return [];
    const wanted = declared(state, key);
    const implied = wanted === undefined ? impliedBy(family, key, seen.inputs) : undefined;
    if (implied !== undefined) {
      const actual = seen.inputs[key];
      if (actual === undefined || same(field, implied, actual)) return [];
      return [property(field, key, "changed", undefined, actual, hides)];
    }
    const found = driftAt(field, key, wanted, seen.inputs[key], hides);
    return wanted === undefined && family.parts?.[key] ? found.map(asUnmanaged) : found;
  });
  const changed = ofInputs.filter(({ kind }) => kind === "changed").map(({ path }) => path.split(/[.[]/)[0]);
  const ofOutputs = family.computedKeys.flatMap((key) => {
    const field = knownField(family.outputs, key);
    const { meta } = field;
    // What was changed takes outputs along, and says enough.
    const isConsequence =
      meta.changesWith?.some((input) => input === "*" || changed.includes(input)) && changed.length > 0;
    if (
      isLocal(field) ||
      meta.returned === "once" ||
      isConsequence ||
      !(key in seen.computed) ||
      !(key in state)
    )
      return [];
    if (same(field, state[key], seen.computed[key])) return [];
    const kind = meta.volatile ? "volatile" : "changed";
    return [property(field, key, kind, state[key], seen.computed[key], isDeclaredSecret)];
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
  return Object.entries(shape).flatMap(([key, field]) =>
    driftAt(field, prefix + key, wanted[key] ?? undefined, actual[key], hides),
  );
}

function driftAt(
  field: Field,
  path: string,
  wanted: unknown,
  actual: unknown,
  hides: Hides,
): PropertyDrift[] {
  const { meta } = field;
  if (isLocal(field)) return [];
  const isNever = meta.returned === "never";
  const isWithheld = meta.returned === "sometimes" && isBlank(actual);
  if (wanted !== undefined && isSecret(field) && (isNever || isWithheld))
    return [property(field, path, "secret unknown", wanted, undefined, hides)];
  // A key that the response does not have says nothing.
  if (isNever || actual === undefined || same(field, wanted, actual)) return [];
  if (isWithheld || (meta.unset === "kept" && isBlank(actual))) return [];
  if (wanted === undefined) {
    if (isBlank(actual) && !meta.significantWhenEmpty) return [];
    return [property(field, path, hasServerDefault(field) ? "default" : "changed", undefined, actual, hides)];
  }
  if (isSecret(field) || isShownOnRequest(field))
    return [property(field, path, "changed", wanted, actual, hides)];
  return (
    driftBelow(field, path, wanted, actual, hides) ?? [
      property(field, path, "changed", wanted, actual, hides),
    ]
  );
}

/** What differs below two values; undefined where they differ as a whole. */
function driftBelow(
  field: Field,
  path: string,
  wanted: unknown,
  actual: unknown,
  hides: Hides,
): PropertyDrift[] | undefined {
  if (field.kind === "union") {
    const option = optionFor(field.options, wanted);
    return option?.kind === "object" && option === optionFor(field.options, actual)
      ? driftAt(option, path, wanted, actual, hides)
      : undefined;
  }
  if (field.kind === "list") {
    const isPaired = field.item.kind !== "leaf" && !field.isSet;
    if (!isPaired || !Array.isArray(wanted) || !Array.isArray(actual) || wanted.length !== actual.length)
      return undefined;
    return wanted.flatMap((item, n) => driftAt(field.item, below(path, n), item, actual[n], hides));
  }
  if (!isRecord(wanted) || !isRecord(actual)) return undefined;
  if (field.kind === "object") return driftIn(field.shape, wanted, actual, hides, `${path}.`);
  return field.kind === "map" ? driftOfMap(field, path, wanted, actual, hides) : undefined;
}

function driftOfMap(
  { meta, value: item }: Extract<Field, { readonly kind: "map" }>,
  path: string,
  wanted: Props,
  actual: Props,
  hides: Hides,
): PropertyDrift[] {
  // A key that the service spells in another way is the program's: what is declared secret there stays one.
  const canonical = meta.spelling?.canonical;
  const spelling = (key: string) => (canonical ? JSON.stringify(canonical({ [key]: null })) : key);
  const own = new Map(Object.keys(wanted).map((key) => [spelling(key), key]));
  const found = new Map(Object.entries(actual).map(([key, value]) => [own.get(spelling(key)) ?? key, value]));
  const given = new Map(Object.entries(wanted));
  return [...new Set([...given.keys(), ...found.keys()])].flatMap((key) => {
    const [before, now] = [given.get(key), found.get(key)];
    if (JSON.stringify(before) === JSON.stringify(now)) return [];
    const at = below(path, key);
    const isInBoth = given.has(key) && found.has(key);
    // What is withheld of a value that is there is no difference.
    if (isInBoth && (item.kind !== "leaf" || item.meta.returned !== undefined))
      return driftAt(item, at, before, now, hides);
    return [property(item, at, "changed", before, now, hides, key)];
  });
}

/** What comes below a path in the text of a path: a key of a map may hold anything. */
function below(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  return /^[\w-]+$/.test(step) ? `${path}.${step}` : `${path}[${JSON.stringify(step)}]`;
}

function property(
  field: Field,
  path: string,
  kind: DriftKind,
  wanted: unknown,
  actual: unknown,
  hides: Hides,
  name = "",
): PropertyDrift {
  if (isSecret(field)) return { path, kind, secret: true };
  return {
    path,
    kind,
    declared: without(hides, field, wanted, name),
    actual: without(hides, field, actual, name),
    secret: false,
  };
}

/** What stands for a value that is not shown. */
export const HIDDEN = "[secret]";

/** Whether a value of a property, or of a key of a map, is not shown. */
type Hides = (field: Field, value: unknown, key: string) => boolean;

const isDeclaredSecret: Hides = (field, value) =>
  isSecret(field) || mayBeSecret(field) || embeddedSecrets(field, value).length > 0;

/** Hides as well what somebody may have made a secret on the service, where no program declares anything. */
const hidingGuesses =
  (showValues: boolean): Hides =>
  (field, value, key) => {
    const shownOnRequest = isShownOnRequest(field);
    const isShown = shownOnRequest
      ? showValues && embeddedSecrets(field, value).length === 0
      : !isDeclaredSecret(field, value, key);
    const isLeaf = typeof value === "string" || shownOnRequest;
    return !isShown || (isLeaf && holdsSecret(value, key));
  };

/** A value without the secrets in it, as far as they are known from the definition. */
export const withoutSecrets = (field: Field, value: unknown): unknown =>
  without(isDeclaredSecret, field, value);

function without(hides: Hides, field: Field, value: unknown, name = ""): unknown {
  if (value === null || value === undefined) return value;
  if (hides(field, value, name)) return HIDDEN;
  const isObject = field.kind === "object";
  return mapBelow(
    field,
    value,
    (child, item, step) =>
      isObject ? (without(hides, child, item) ?? undefined) : without(hides, child, item, nameOf(step, name)),
    // Nobody knows whether what is not known is a secret.
    { unknown: () => undefined },
  );
}

/** The key of a map tells what its value is; an item of a list, and the value of a union, is what the whole is. */
const nameOf = (step: Step | undefined, name: string) => (typeof step === "string" ? step : name);

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
