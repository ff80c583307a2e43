import { isDeepStrictEqual } from "node:util";
import { distance } from "fastest-levenshtein";
import {
  type Each,
  type Field,
  type Finding,
  fieldAt,
  isRecord,
  isRequired,
  type LeafStructure,
  mapBelow,
  type Rule,
  type Shape,
  walkShape,
} from "../../family/field";
import type { Props } from "../../family/resource";
import { type StrayPlace, strayTextsIn } from "../../family/stray-text";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { keepSpelling } from "../values/compare";

/** A rejected input: its path in camelCase and the reason, without the value. */
export interface Failure {
  readonly path: string;
  readonly reason: string;
  /** Whether there is nothing at the path. */
  readonly isMissing?: true;
}

export interface Checked {
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly Failure[];
  /** What the user is told although it stops nothing. */
  readonly warnings?: readonly Failure[];
}

interface CheckOptions {
  readonly rules?: readonly Rule[];
  /** Required keys that may nevertheless be missing. */
  readonly mayMiss?: readonly string[];
  /** Names of outputs, which users may mistake for inputs. */
  readonly outputs?: readonly string[];
  /** Keys that users may expect, and why they do not exist. */
  readonly lacks?: Readonly<Record<string, string>> | undefined;
}

type Path = readonly (string | number)[];

/**
 * Validates a program's inputs against a shape. Unknown values pass at any depth; known values are still validated. A
 * value equivalent to the old input keeps the old spelling, so that a preview does not show it. Pure; no network.
 */
export function checkInputs(shape: Shape, olds: Props, news: Props, options: CheckOptions = {}): Checked {
  const { __provider, ...something } = withoutNothings(shape, news);
  const given = withoutCarriedOver(something, olds, options.outputs ?? []);
  const failures: Failure[] = [];
  checkObject(shape, options.rules ?? [], given, [], failures, options);
  const inputs = Object.entries(given).map(([key, value]) => {
    const field = fieldAt(shape, key);
    return [key, field ? spelled(field, olds[key], value) : value] as const;
  });
  const warnings: Failure[] = [];
  walkShape(shape, given, (field, value, path) => {
    for (const { isError, ...finding } of inspected(field, value, given))
      (isError ? failures : warnings).push(shownFinding([...path, ...finding.path], finding));
    return true;
  });
  const stray = strayTextsIn(given);
  const refused = stray.filter(({ isError }) => isError).map(toFailure);
  // What else is wrong with such a text follows from it.
  const isOther = ({ path }: Failure) =>
    !refused.some((one) => path === one.path || path.startsWith(`${one.path} (line `));
  const told = [...warnings.filter(isOther), ...stray.filter(({ isError }) => !isError).map(toFailure)];
  return {
    inputs: Object.fromEntries(inputs),
    failures: [...refused, ...failures.filter(isOther)],
    ...(told.length > 0 && { warnings: told }),
  };
}

const toFailure = ({ path, reason }: StrayPlace): Failure => ({ path: show(path), reason });

/** A closer look at a value of the right type. */
const inspected = (field: Field, value: unknown, inputs: Props): readonly Finding[] =>
  field.meta.inspect && value !== undefined && value !== UNKNOWN && accepts(field, value)
    ? field.meta.inspect(value, inputs)
    : [];

const shownFinding = (path: Path, { line, reason }: Omit<Finding, "isError">): Failure => ({
  path: line === undefined ? show(path) : `${show(path)} (line ${line})`,
  reason,
});

/**
 * Removes outputs that an earlier check added to the inputs: with `ignoreChanges: ["*"]` the engine passes them back
 * as if the program had set them.
 */
function withoutCarriedOver(given: Props, olds: Props, outputs: readonly string[]): Props {
  const isCarried = (key: string) => outputs.includes(key) && isDeepStrictEqual(given[key], olds[key]);
  return Object.fromEntries(Object.entries(given).filter(([key]) => !isCarried(key)));
}

/** Keeps the old spelling of an equivalent value. */
function spelled(field: Field, old: unknown, value: unknown): unknown {
  if (holdsUnknown(value)) return value;
  const { spelling } = field.meta;
  const written = spelling?.inInputs ? spelling.canonical(value) : value;
  return keepSpelling(field, old, written);
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
        : unknownKeyReason(key, Object.keys(shape));
    failures.push({ path: show([...path, key]), reason });
  }
  for (const [key, field] of Object.entries(shape)) {
    if (value[key] !== undefined) checkValue(field, value[key], [...path, key], failures);
    else if (isRequired(field) && !mayMiss.includes(key)) {
      failures.push({
        path: show([...path, key]),
        reason: `is required: ${firstSentence(field.meta.description)}`,
        isMissing: true,
      });
    }
  }
  if (failures.length === before) checkRules(rules, value, path, failures);
}

function checkRules(rules: readonly Rule[], value: Props, path: Path, failures: Failure[]): void {
  for (const rule of rules) {
    if (rule.keys.some((key) => holdsUnknown(value[key]))) continue;
    const reason = rule.broken(value);
    if (reason === undefined) continue;
    const at = rule.at ?? rule.keys[0] ?? "";
    failures.push({
      path: show([...path, at]),
      reason,
      ...(value[at] === undefined && { isMissing: true }),
    });
  }
}

function checkValue(field: Field, value: unknown, path: Path, failures: Failure[]): void {
  if (value === UNKNOWN) return;
  const refuse = (reason: string) => failures.push({ path: show(path), reason });
  switch (field.kind) {
    case "object":
      if (isRecord(value))
        checkObject(field.shape, field.rules ?? [], value, path, failures, { lacks: field.lacks });
      else refuse(`must be an object, not ${typeName(value)}`);
      break;
    case "list":
      if (!Array.isArray(value)) refuse(`must be a list, not ${typeName(value)}`);
      else
        for (const [at, item] of value.entries())
          checkItem(field.item, item, "list", [...path, at], failures);
      break;
    case "map":
      if (!isRecord(value)) refuse(`must be a map, not ${typeName(value)}`);
      else
        for (const [key, item] of Object.entries(value))
          checkItem(field.value, item, "map", [...path, key], failures);
      break;
    case "union":
      checkEither(field.options, value, path, failures);
      break;
    case "leaf": {
      const reason = wrongIn(field, value);
      if (reason !== undefined) refuse(reason);
    }
  }
}

/** Whether a field's definition allows a value. */
export function accepts(field: Field, value: unknown): boolean {
  const failures: Failure[] = [];
  checkValue(field, value, [], failures);
  return failures.length === 0;
}

/**
 * An empty item is usually a setting that is not set. Dropping it would change the meaning of the rest: an empty list
 * of allowed domains admits everyone.
 */
function checkItem(
  field: Field,
  item: unknown,
  where: "list" | "map",
  path: Path,
  failures: Failure[],
): void {
  const isAnything = field.kind === "leaf" && field.type === "any";
  if (isSomething(item) || isAnything) checkValue(field, item, path, failures);
  else
    failures.push({
      path: show(path),
      reason: `must be a value, not null or undefined: set what it comes from, or leave the item out of the ${where}`,
    });
}

/** A union: the error is that of the option closest to the value. */
function checkEither(options: readonly Field[], value: unknown, path: Path, failures: Failure[]): void {
  const attempts = options.map((option) => {
    const found: Failure[] = [];
    checkValue(option, value, path, found);
    return found;
  });
  if (attempts.some((found) => found.length === 0)) return;
  const inside = attempts.find((found) => found.every((failure) => failure.path !== show(path)));
  const names = options.map((option) => kindOf(option)).join(" or ");
  const refused = inside ?? [{ path: show(path), reason: `must be ${names}, not ${typeName(value)}` }];
  for (const failure of refused) failures.push(failure);
}

function kindOf(field: Field): string {
  if (field.kind === "leaf") return `a ${field.type}`;
  return field.kind === "list" ? "a list" : "an object";
}

/** Why a scalar value is rejected. Names what is expected and never repeats the value. */
function wrongIn({ type, values, wrong }: LeafStructure, value: unknown): string | undefined {
  if (values)
    return values.some((one) => one === value)
      ? undefined
      : `must be one of ${values.map((item) => JSON.stringify(item)).join(", ")}`;
  const isOfType = type === "any" || (type === "number" ? Number.isFinite(value) : typeof value === type);
  return isOfType ? wrong?.(value) : `must be a ${type}, not ${typeName(value)}`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Why a key that is not known is rejected, with the nearest known one. */
export function unknownKeyReason(key: string, known: readonly string[]): string {
  const nearest = nearestKey(key, known);
  return nearest === undefined
    ? `is not a known property; known are ${known.join(", ")}`
    : `is not a known property; did you mean ${nearest}?`;
}

/** The known key that a key was probably meant to be. */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, far: distance(key.toLowerCase().replace(/_/g, ""), name.toLowerCase()) }))
    .sort((one, other) => one.far - other.far);
  return nearest && nearest.far <= Math.max(2, key.length / 3) ? nearest.name : undefined;
}

/**
 * Properties that are null, undefined or absent mean the same, at any depth that this package knows. Items of lists
 * and maps are kept, and rejected when empty: a list that lost its only item guards nothing.
 */
function withoutNothings(shape: Shape, values: Props): Record<string, unknown> {
  const entries = Object.entries(values).filter(([, value]) => isSomething(value));
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const field = fieldAt(shape, key);
      return [key, field ? withoutNothing(field, value) : value];
    }),
  );
}

/** The contents of a traffic policy or a trigger are opaque: null may have a meaning there. */
const withoutNothing: Each = (field, value) =>
  field.kind === "object" && isRecord(value)
    ? withoutNothings(field.shape, value)
    : mapBelow(field, value, withoutNothing);

const isSomething = (value: unknown) => value !== null && value !== undefined;

const show = (path: Path) =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
