import type { z } from "zod";
import { metaOf, type Shape, shapeOf } from "../family/fields";
import type { ModuleFamily } from "../family/module";
import type { Props, ResourceFamily } from "../family/resource";
import { isBlank, isRecord, same } from "./compare";
import { declared, observe } from "./state";
import { fromAnswer } from "./wire";

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

/** Compares the state of an object with an answer. */
export function driftOfResource(family: ResourceFamily, state: Props, answer: Props): PropertyDrift[] {
  const seen = observe(family, answer);
  const ofInputs = Object.entries(family.inputs).flatMap(([key, schema]) => {
    if (family.pathKeys.includes(key)) return [];
    const wanted = declared(state, key);
    const found = driftAt(schema, key, wanted, seen.inputs[key]);
    return wanted === undefined && family.parts?.[key] ? found.map(asUnmanaged) : found;
  });
  const changed = ofInputs.filter(({ kind }) => kind === "changed").map(({ path }) => path.split(/[.[]/)[0]);
  const ofOutputs = family.computedKeys.flatMap((key) => {
    const schema = family.outputs[key] as z.ZodType;
    const meta = metaOf(schema);
    // What was changed takes outputs along, and says enough.
    const isConsequence =
      meta.follows?.some((input) => input === "*" || changed.includes(input)) && changed.length > 0;
    if (meta.local || meta.once || isConsequence || !(key in seen.computed) || !(key in state)) return [];
    if (same(schema, state[key], seen.computed[key])) return [];
    const kind = meta.volatile ? "volatile" : "changed";
    return [property(schema, key, kind, state[key], seen.computed[key])];
  });
  return [...ofInputs, ...ofOutputs];
}

/** Compares the state of a single module with an answer. */
export function driftOfModule(family: ModuleFamily, state: Props, answer: Props): PropertyDrift[] {
  const wanted = Object.keys(family.parameters).map((key) => [key, declared(state, key)] as const);
  return driftIn(family.parameters, Object.fromEntries(wanted), fromAnswer(family.parameters, answer));
}

function driftIn(shape: Shape, wanted: Props, actual: Props, prefix = ""): PropertyDrift[] {
  return Object.entries(shape).flatMap(([key, schema]) =>
    driftAt(schema, prefix + key, wanted[key] ?? undefined, actual[key]),
  );
}

function driftAt(schema: z.ZodType, path: string, wanted: unknown, actual: unknown): PropertyDrift[] {
  const meta = metaOf(schema);
  if (meta.local) return [];
  if (wanted !== undefined && meta.secret && (meta.writeOnly || (meta.mayBeWithheld && isBlank(actual))))
    return [property(schema, path, "secret unknown", wanted, undefined)];
  // A key that the answer does not have says nothing.
  if (meta.writeOnly || actual === undefined || same(schema, wanted, actual)) return [];
  if (wanted === undefined) {
    if (isBlank(actual) && !meta.presence) return [];
    return [property(schema, path, meta.picked ? "default" : "changed", undefined, actual)];
  }
  const shape = shapeOf(schema);
  if (shape && isRecord(wanted) && isRecord(actual)) return driftIn(shape, wanted, actual, `${path}.`);
  if (isRecord(wanted) && isRecord(actual) && !meta.secret) return driftOfMap(path, wanted, actual);
  return [property(schema, path, "changed", wanted, actual)];
}

function driftOfMap(path: string, wanted: Props, actual: Props): PropertyDrift[] {
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(actual)])];
  return keys
    .filter((key) => JSON.stringify(wanted[key]) !== JSON.stringify(actual[key]))
    .map((key) => ({
      path: /^[\w-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`,
      kind: "changed",
      declared: wanted[key],
      actual: actual[key],
      secret: false,
    }));
}

function property(
  schema: z.ZodType,
  path: string,
  kind: DriftKind,
  wanted: unknown,
  actual: unknown,
): PropertyDrift {
  if (metaOf(schema).secret) return { path, kind, secret: true };
  return {
    path,
    kind,
    declared: withoutSecrets(schema, wanted),
    actual: withoutSecrets(schema, actual),
    secret: false,
  };
}

/** A value without the secrets below it. */
function withoutSecrets(schema: z.ZodType, value: unknown): unknown {
  const shape = shapeOf(schema);
  if (!shape || !isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const child = shape[key];
    if (!child || item === null || item === undefined) return [];
    return [[key, metaOf(child).secret ? "[secret]" : withoutSecrets(child, item)]];
  });
  return Object.fromEntries(entries);
}

const asUnmanaged = (drift: PropertyDrift): PropertyDrift => ({ ...drift, kind: "unmanaged" });
