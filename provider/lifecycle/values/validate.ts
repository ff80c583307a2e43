import {
  type Field,
  isRecord,
  isRequired,
  type LeafStructure,
  type Rule,
  type Shape,
  type Step,
} from "../../family/field";
import { nearest } from "../../family/nearest";
import { formatPath } from "../../family/property-path";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { isPresent } from "./compare";

/** A rejected input: its path in camelCase and the reason, without the value. */
export interface Failure {
  readonly path: string;
  readonly reason: string;
}

export interface CheckOptions {
  readonly rules?: readonly Rule[];
  /** True if the rules are about the object as a whole. */
  readonly isChoice?: true;
  /** Required keys that may be missing. */
  readonly mayOmit?: readonly string[];
  /** Outputs, which users may mistake for inputs. */
  readonly outputs?: readonly string[];
  /** Keys that users may expect, with the reason why they don't exist. */
  readonly notOffered?: Readonly<Record<string, string>> | undefined;
}

/** Checks values and collects the failures. Unknown values pass at any depth. */
export class Validation {
  readonly failures: Failure[] = [];

  /** @param areStored - Returns true if the service already has these inputs, so rules for new values don't apply. */
  constructor(private readonly areStored?: (keys: readonly string[]) => boolean) {}

  private reject(path: readonly Step[], reason: string): void {
    this.failures.push({ path: formatPath(path), reason });
  }

  checkObject(shape: Shape, value: Props, path: readonly Step[], options: CheckOptions): void {
    const { mayOmit = [], outputs = [], notOffered = {} } = options;
    const failuresBefore = this.failures.length;
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
    // If `nmae` is reported as unknown, `name` isn't also reported as missing.
    const misspelled = new Set(unknown.map((key) => nearest(key, Object.keys(shape))));
    for (const key of unknown) {
      const reason = outputs.includes(key)
        ? "is an output, which the service or this package sets: remove it"
        : Object.hasOwn(notOffered, key)
          ? `is not available here: ${notOffered[key]}`
          : unknownKeyReason(key, Object.keys(shape));
      this.reject([...path, key], reason);
    }
    for (const [key, field] of Object.entries(shape)) {
      if (value[key] !== undefined) this.checkValue(field, value[key], [...path, key]);
      else if (isRequired(field) && !mayOmit.includes(key) && !misspelled.has(key))
        this.reject([...path, key], `is required: ${firstSentence(field.meta.description)}`);
    }
    if (this.failures.length === failuresBefore) this.checkRules(options, value, path);
  }

  private checkRules({ rules = [], isChoice }: CheckOptions, value: Props, path: readonly Step[]): void {
    for (const rule of rules) {
      if (rule.keys.some((key) => holdsUnknown(value[key]))) continue;
      const [input] = path;
      if (rule.newOnly && this.areStored?.(input === undefined ? rule.keys : [String(input)])) continue;
      const reason = rule.violation(value);
      const key = rule.errorKey ?? rule.keys[0] ?? "";
      if (reason !== undefined) this.reject(isChoice ? path : [...path, key], reason);
    }
  }

  checkValue(field: Field, value: unknown, path: readonly Step[]): void {
    if (value === UNKNOWN) return;
    switch (field.kind) {
      case "object":
        if (isRecord(value)) this.checkObject(field.shape, value, path, field);
        else this.reject(path, `must be an object, not ${typeName(value)}`);
        break;
      case "list":
        if (!Array.isArray(value)) this.reject(path, `must be a list, not ${typeName(value)}`);
        else for (const [n, item] of value.entries()) this.checkItem(field.item, item, "list", [...path, n]);
        break;
      case "map":
        if (!isRecord(value)) this.reject(path, `must be a map, not ${typeName(value)}`);
        else
          for (const [key, item] of Object.entries(value))
            this.checkItem(field.value, item, "map", [...path, key]);
        break;
      case "union":
        this.checkUnion(field.options, value, path);
        break;
      case "leaf": {
        const reason = leafError(field, value);
        if (reason !== undefined) this.reject(path, reason);
      }
    }
  }

  /** Rejects null items: an empty list of allowed domains, for example, would allow everyone. */
  private checkItem(field: Field, item: unknown, container: "list" | "map", path: readonly Step[]): void {
    const allowsNull = field.kind === "leaf" && field.type === "any";
    if (isPresent(item) || allowsNull) this.checkValue(field, item, path);
    else
      this.reject(
        path,
        `must not be null or undefined: give it a value, or remove the item from the ${container}`,
      );
  }

  private checkUnion(options: readonly Field[], value: unknown, path: readonly Step[]): void {
    const attempts = options.map((option) => {
      const attempt = new Validation(this.areStored);
      attempt.checkValue(option, value, path);
      return attempt.failures;
    });
    if (attempts.some((failures) => failures.length === 0)) return;
    const closest = attempts.find((failures) =>
      failures.every((failure) => failure.path !== formatPath(path)),
    );
    if (closest) for (const failure of closest) this.failures.push(failure);
    else this.reject(path, `must be ${options.map(kindOf).join(" or ")}, not ${typeName(value)}`);
  }
}

export function accepts(field: Field, value: unknown): boolean {
  const validation = new Validation();
  validation.checkValue(field, value, []);
  return validation.failures.length === 0;
}

function kindOf(field: Field): string {
  if (field.kind === "leaf") return `a ${field.type}`;
  return field.kind === "list" ? "a list" : "an object";
}

/** Returns why a scalar value is rejected, without the value, which may be secret. */
function leafError(
  { type, values, findProblem, meta }: LeafStructure & Pick<Field, "meta">,
  value: unknown,
): string | undefined {
  if (values) {
    const canonical = meta.spelling?.canonical ?? ((spelled: unknown) => spelled);
    if (values.some((allowed) => canonical(allowed) === canonical(value))) return undefined;
    const near = typeof value === "string" ? nearest(value, values) : undefined;
    const hint = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
    return `must be one of ${values.map((item) => JSON.stringify(item)).join(", ")}${hint}`;
  }
  const isOfType = type === "any" || (type === "number" ? Number.isFinite(value) : typeof value === type);
  return isOfType ? findProblem?.(value) : `must be a ${type}, not ${typeName(value)}`;
}

function typeName(value: unknown): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function unknownKeyReason(key: string, knownKeys: readonly string[]): string {
  const near = nearest(key, knownKeys);
  return near === undefined
    ? `is not a known property; known properties: ${knownKeys.join(", ")}`
    : `is not a known property; did you mean ${near}?`;
}

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
