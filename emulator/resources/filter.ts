import type { ASTNode } from "@marcbachmann/cel-js";
import { fieldChain, parseCel } from "../../traffic-policy/language/parse";
import { readInstant } from "../../traffic-policy/language/times";
import { refusal } from "../failure";
import { isObject, type Json, type JsonObject } from "../json";

/** Selects objects as a list returns them. */
export type Filter = (object: JsonObject) => boolean;

/** A point in time, in milliseconds since the epoch. */
class Time {
  constructor(readonly at: number) {}
}

type Value = Json | Time;

const MAX_LENGTH = 4096;

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Fields with random values, which the service only compares as a whole. */
const RANDOM = /(^|\.|_)id$/;

/**
 * Compiles the filter of a list: an expression over one object, `obj`, in the part of CEL that the service documents.
 * Refuses everything else, so that no program relies on more than the service supports.
 *
 * @param fields - The fields by which the service filters the list, such as `created_at` and `principal.id`.
 * @param now - The account's time.
 * @throws ApiFailure
 */
export function readFilter(source: string, fields: readonly string[], now: number): Filter {
  if (source.length > MAX_LENGTH) throw invalidFilter(`it is longer than ${MAX_LENGTH} characters`);
  const tree = parseCel(source);
  if (tree === undefined) throw invalidFilter("it is not a valid CEL expression");
  return new Compiler(fields, now).condition(tree);
}

const invalidFilter = (why: string) => refusal(250, `The filter is not valid: ${why}.`, "filter");

type Accessor = (object: JsonObject) => Value;

/** Compiles an expression, so that errors are reported even if the list is empty. */
class Compiler {
  constructor(
    private readonly fields: readonly string[],
    private readonly now: number,
  ) {}

  condition(node: ASTNode): Filter {
    const read = this.value(node);
    return (object) => {
      const value = read(object);
      if (typeof value !== "boolean") throw invalidFilter("a condition is not a bool");
      return value;
    };
  }

  value(node: ASTNode): Accessor {
    switch (node.op) {
      case "value": {
        const value = literal(node.args);
        return () => value;
      }
      case "list": {
        const items = node.args.map((item) => this.value(item));
        return (object) => items.map((item) => item(object) as Json);
      }
      case "id":
      case ".":
        return this.field(node);
      case "&&":
      case "||": {
        const sides = node.args.map((side) => this.condition(side));
        return node.op === "&&"
          ? (object) => sides.every((side) => side(object))
          : (object) => sides.some((side) => side(object));
      }
      case "!_": {
        const inner = this.condition(node.args);
        return (object) => !inner(object);
      }
      case "==":
      case "!=":
      case "<":
      case "<=":
      case ">":
      case ">=":
      case "in": {
        const [left, right] = [this.value(node.args[0]), this.value(node.args[1])];
        const holds = COMPARISONS[node.op];
        return (object) => holds(left(object), right(object));
      }
      case "call":
        return this.call(node.args[0], node.args[1]);
      case "rcall":
        return this.method(node.args[0], node.args[1], node.args[2]);
      default:
        throw invalidFilter(`the service's filters do not support ${node.op}`);
    }
  }

  /** A field of `obj`; for a reference to an object, its id. */
  private field(node: ASTNode): Accessor {
    const path = fieldPath(node);
    const [owner, ...keys] = path?.split(".") ?? [];
    const field = keys.join(".");
    if (owner !== "obj" || !this.fields.includes(field))
      throw invalidFilter(
        `${path ?? "an expression"} is not a field by which this list can be filtered: use ${this.fields.map((name) => `obj.${name}`).join(", ")}`,
      );
    return (object) => {
      const value = keys.reduce<Json>((at, key) => (isObject(at) ? (at[key] ?? null) : null), object);
      return isObject(value) ? (value.id ?? null) : value;
    };
  }

  private call(name: string, args: readonly ASTNode[]): Accessor {
    const arg = onlyArgument(name, args);
    if (name === "timestamp" && fieldPath(arg) === "time.now") return () => new Time(this.now) as Value;
    const read = this.value(arg);
    if (name === "timestamp") return (object) => toTime(read(object));
    if (name === "size")
      return (object) => {
        const value = read(object);
        return typeof value === "string" || Array.isArray(value) ? value.length : 0;
      };
    throw invalidFilter(`the service's filters do not support ${name}()`);
  }

  private method(name: string, receiver: ASTNode, args: readonly ASTNode[]): Accessor {
    const [readReceiver, readArgument] = [this.value(receiver), this.value(onlyArgument(name, args))];
    if (name === "add" || name === "subtract")
      return (object) => {
        const milliseconds = toMilliseconds(readArgument(object));
        return new Time(toTime(readReceiver(object)).at + (name === "add" ? milliseconds : -milliseconds));
      };
    const test = TEXT_TESTS.get(name);
    if (!test) throw invalidFilter(`the service's filters do not support ${name}()`);
    if (RANDOM.test(fieldPath(receiver) ?? ""))
      throw invalidFilter(`ids are compared as a whole, not by ${name}()`);
    return (object) => {
      const [text, part] = [readReceiver(object), readArgument(object)];
      if (typeof part !== "string") throw invalidFilter(`${name}() takes a string`);
      if (Array.isArray(text)) return name === "contains" && text.includes(part);
      return typeof text === "string" && test(text, part);
    };
  }
}

const TEXT_TESTS: ReadonlyMap<string, (text: string, part: string) => boolean> = new Map([
  ["contains", (text, part) => text.includes(part)],
  ["startsWith", (text, part) => text.startsWith(part)],
  ["endsWith", (text, part) => text.endsWith(part)],
]);

function onlyArgument(name: string, [arg, ...more]: readonly ASTNode[]): ASTNode {
  if (arg === undefined || more.length > 0) throw invalidFilter(`${name}() takes one value`);
  return arg;
}

/** Returns a path such as `obj.principal.id`; undefined for any other expression. */
function fieldPath(node: ASTNode): string | undefined {
  const chain = fieldChain(node);
  return chain && !chain.isOptional ? [chain.root, ...chain.fields].join(".") : undefined;
}

function literal(value: unknown): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  const number = Number(value);
  if (Number.isNaN(number))
    throw invalidFilter("it contains a value that is not a string, a number, or a bool");
  return number;
}

function toTime(value: Value): Time {
  if (value instanceof Time) return value;
  const at = typeof value === "string" ? readInstant(value) : Number.NaN;
  if (Number.isNaN(at)) throw invalidFilter("timestamp() takes an RFC 3339 time, or time.now");
  return new Time(at);
}

function toMilliseconds(value: Value): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(typeof value === "string" ? value : "") ?? [];
  const milliseconds = UNITS[unit];
  if (milliseconds === undefined)
    throw invalidFilter('a duration is a number followed by s, m, h, or d, such as "7d"');
  return Number(count) * milliseconds;
}

/** The API returns "", null, or [] for an absent value; filters are assumed to treat them alike. */
const isEmpty = (value: Value) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function equal(left: Value, right: Value): boolean {
  if (left instanceof Time || right instanceof Time) return order(left, right) === 0;
  return left === right || (isEmpty(left) && isEmpty(right));
}

/** Returns a negative number, zero, or a positive one; NaN if the values have no order. */
function order(left: Value, right: Value): number {
  if (left instanceof Time || right instanceof Time) {
    if (isEmpty(left) || isEmpty(right)) return Number.NaN;
    return toTime(left).at - toTime(right).at;
  }
  if (typeof left === "string" && typeof right === "string") return left < right ? -1 : left > right ? 1 : 0;
  return typeof left === "number" && typeof right === "number" ? left - right : Number.NaN;
}

function isMember(item: Value, list: Value): boolean {
  if (!Array.isArray(list)) throw invalidFilter("in takes a list on its right");
  if (Array.isArray(item)) throw invalidFilter("in takes a single value on its left");
  return list.some((candidate) => equal(item, candidate));
}

const COMPARISONS = {
  "==": equal,
  "!=": (left: Value, right: Value) => !equal(left, right),
  "<": (left: Value, right: Value) => order(left, right) < 0,
  "<=": (left: Value, right: Value) => order(left, right) <= 0,
  ">": (left: Value, right: Value) => order(left, right) > 0,
  ">=": (left: Value, right: Value) => order(left, right) >= 0,
  in: isMember,
} as const;
