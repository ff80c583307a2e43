import { isDeepStrictEqual } from "node:util";
import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { isRequired, metaOf, type Rule, type Shape, schemaAt, shapeOf, unwrap } from "../family/fields";
import type { Props } from "../family/resource";
import { holdsUnknown, UNKNOWN } from "../family/unknown";
import { isRecord, keepSpelling } from "./compare";

/** A refused input: path in camelCase and why, without the value. */
export interface Failure {
  readonly path: string;
  readonly reason: string;
}

export interface Checked {
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly Failure[];
}

interface CheckOptions {
  readonly rules?: readonly Rule[];
  /** Required keys that may be missing all the same. */
  readonly mayMiss?: readonly string[];
  /** Names of outputs, which look as if they could be given. */
  readonly outputs?: readonly string[];
  /** Names of keys that could be expected, and why there are none of them. */
  readonly lacks?: Readonly<Record<string, string>> | undefined;
}

type Path = readonly (string | number)[];

/**
 * Validates a program's inputs against a shape. Unknown values pass at any depth; the known rest is still validated.
 * What means the same as the old input keeps the old spelling, so that a preview never shows it. Pure; no network.
 */
export function checkInputs(shape: Shape, olds: Props, news: Props, options: CheckOptions = {}): Checked {
  const { __provider, ...something } = withoutNothings(shape, news);
  const given = withoutCarriedOver(something, olds, options.outputs ?? []);
  const failures: Failure[] = [];
  checkObject(shape, options.rules ?? [], given, [], failures, options);
  const inputs = Object.entries(given).map(([key, value]) => {
    const schema = schemaAt(shape, key);
    return [key, schema ? spelled(schema, olds[key], value) : value] as const;
  });
  return { inputs: Object.fromEntries(inputs), failures };
}

/**
 * Without the outputs that an earlier check has added to the inputs: `ignoreChanges: ["*"]` has the engine hand them back
 * as if the program had given them.
 */
function withoutCarriedOver(given: Props, olds: Props, outputs: readonly string[]): Props {
  const isCarried = (key: string) => outputs.includes(key) && isDeepStrictEqual(given[key], olds[key]);
  return Object.fromEntries(Object.entries(given).filter(([key]) => !isCarried(key)));
}

/** What means the same as the old value keeps its spelling. */
function spelled(schema: z.ZodType, old: unknown, value: unknown): unknown {
  if (holdsUnknown(value)) return value;
  const meta = metaOf(schema);
  const written = meta.respelled && meta.canonical ? meta.canonical(value) : value;
  return keepSpelling(schema, old, written);
}

function checkObject(
  shape: Shape,
  rules: readonly Rule[],
  value: Props,
  path: Path,
  failures: Failure[],
  { mayMiss = [], outputs = [], lacks = {} }: CheckOptions = {},
): void {
  const before = failures.length;
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key)) continue;
    const reason = outputs.includes(key)
      ? "is an output, which the service or this package sets: remove it"
      : Object.hasOwn(lacks, key)
        ? `is not offered here: ${lacks[key]}`
        : strangerReason(key, Object.keys(shape));
    failures.push({ path: show([...path, key]), reason });
  }
  for (const [key, schema] of Object.entries(shape)) {
    if (value[key] !== undefined) checkValue(schema, value[key], [...path, key], failures);
    else if (isRequired(schema) && !mayMiss.includes(key)) {
      failures.push({
        path: show([...path, key]),
        reason: `is required: ${firstSentence(metaOf(schema).description)}`,
      });
    }
  }
  if (failures.length === before) checkRules(rules, value, path, failures);
}

function checkRules(rules: readonly Rule[], value: Props, path: Path, failures: Failure[]): void {
  for (const rule of rules) {
    if (rule.keys.some((key) => holdsUnknown(value[key]))) continue;
    const reason = rule.broken(value);
    if (reason !== undefined) failures.push({ path: show([...path, rule.at ?? rule.keys[0] ?? ""]), reason });
  }
}

function checkValue(schema: z.ZodType, value: unknown, path: Path, failures: Failure[]): void {
  if (value === UNKNOWN) return;
  const inner = unwrap(schema);
  const shape = shapeOf(inner);
  if (shape) {
    const { rules = [], lacks } = metaOf(inner);
    if (isRecord(value)) checkObject(shape, rules, value, path, failures, { lacks });
    else failures.push({ path: show(path), reason: `must be an object, not ${typeName(value)}` });
  } else if (inner instanceof z.ZodArray) {
    if (!Array.isArray(value))
      failures.push({ path: show(path), reason: `must be a list, not ${typeName(value)}` });
    else
      for (const [at, item] of value.entries())
        checkItem(inner.element as z.ZodType, item, "list", [...path, at], failures);
  } else if (inner instanceof z.ZodRecord) {
    if (!isRecord(value))
      failures.push({ path: show(path), reason: `must be a map, not ${typeName(value)}` });
    else
      for (const [key, item] of Object.entries(value))
        checkItem(inner.valueType as z.ZodType, item, "map", [...path, key], failures);
  } else if (inner instanceof z.ZodUnion) {
    checkEither(inner.options as readonly z.ZodType[], value, path, failures);
  } else {
    const result = inner.safeParse(value);
    const issue = result.success ? undefined : result.error.issues[0];
    if (issue) failures.push({ path: show(path), reason: leafReason(issue, value) });
  }
}

/**
 * An item that is nothing is mostly a setting that is not set. Dropping it would change what the rest says: an empty list
 * of allowed domains lets everybody in.
 */
function checkItem(
  schema: z.ZodType,
  item: unknown,
  where: "list" | "map",
  path: Path,
  failures: Failure[],
): void {
  if (isSomething(item) || unwrap(schema) instanceof z.ZodUnknown) checkValue(schema, item, path, failures);
  else
    failures.push({
      path: show(path),
      reason: `must be a value, not null or undefined: set what it comes from, or leave the item out of the ${where}`,
    });
}

/** One of several types: what the value is nearest to tells what is wrong with it. */
function checkEither(options: readonly z.ZodType[], value: unknown, path: Path, failures: Failure[]): void {
  const attempts = options.map((option) => {
    const found: Failure[] = [];
    checkValue(option, value, path, found);
    return found;
  });
  if (attempts.some((found) => found.length === 0)) return;
  const inside = attempts.find((found) => found.every((failure) => failure.path !== show(path)));
  const names = options.map((option) => kindOf(option)).join(" or ");
  failures.push(...(inside ?? [{ path: show(path), reason: `must be ${names}, not ${typeName(value)}` }]));
}

function kindOf(schema: z.ZodType): string {
  const { type } = unwrap(schema).def;
  if (type === "object" || type === "record") return "an object";
  return type === "array" ? "a list" : `a ${type}`;
}

/** Why a plain value is refused; says what was wanted and never repeats the value. */
function leafReason(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_type") return `must be a ${issue.expected}, not ${typeName(value)}`;
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map((item) => JSON.stringify(item)).join(", ")}`;
  return issue.message;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function strangerReason(key: string, known: readonly string[]): string {
  const [nearest] = known
    .map((name) => ({ name, far: distance(key.toLowerCase().replace(/_/g, ""), name.toLowerCase()) }))
    .sort((one, other) => one.far - other.far);
  return nearest && nearest.far <= Math.max(2, key.length / 3)
    ? `is not a known property; did you mean ${nearest.name}?`
    : `is not a known property; known are ${known.join(", ")}`;
}

/**
 * Properties of objects that are null, undefined or absent mean the same, at any depth that this package knows. Items of
 * lists and maps stay: a list that has lost its only item guards nothing, so that such an item is refused.
 */
function withoutNothings(shape: Shape, values: Props): Record<string, unknown> {
  const entries = Object.entries(values).filter(([, value]) => isSomething(value));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const schema = schemaAt(shape, key);
      return [key, schema ? withoutNothing(schema, value) : value];
    }),
  );
}

function withoutNothing(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  const shape = shapeOf(inner);
  if (shape && isRecord(value)) return withoutNothings(shape, value);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => withoutNothing(inner.element as z.ZodType, item));
  if (inner instanceof z.ZodRecord && isRecord(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, item]) => [key, withoutNothing(inner.valueType as z.ZodType, item)]),
    );
  }
  if (inner instanceof z.ZodUnion)
    return (inner.options as readonly z.ZodType[]).reduce((rest, one) => withoutNothing(one, rest), value);
  // What a traffic policy or a trigger holds is not ours to read: null may mean something there.
  return value;
}

const isSomething = (value: unknown) => value !== null && value !== undefined;

const show = (path: Path) =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
