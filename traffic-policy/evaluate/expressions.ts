import type { ASTNode } from "@marcbachmann/cel-js";
import { moment } from "../language/functions/conversions";
import { piecesOf } from "../language/interpolation";
import { parseCel } from "../language/parse";
import {
  type Budget,
  bounded,
  compare,
  Duration,
  ExpressionFailure,
  equal,
  Fields,
  isList,
  isMap,
  isNumber,
  type Key,
  known,
  plain,
  toText,
  Undecided,
  Unknown,
  type Value,
} from "../language/values";
import type { FunctionCalls } from "./functions";

/** Longer expressions are not looked into. */
const LONGEST = 16 * 1024;
const MAX_INT = 2n ** 63n;

/** Values of the names that an expression may begin with, such as `req`; undefined if there is none. */
export type Scope = (name: string) => Value | undefined;

/**
 * Expressions of a policy. The library reads them; they are evaluated here, because its evaluator has no values that are
 * texts and objects at once (`req.url`), none that are not known, no regular expressions in linear time, and no limit of
 * steps.
 */
export class Expressions {
  readonly #trees = new Map<string, ASTNode>();

  constructor(
    readonly functions: FunctionCalls,
    readonly budget: Budget,
  ) {}

  /** @throws Undecided, ExpressionFailure */
  evaluate(source: string, scope: Scope): Value {
    return this.value(this.#parse(source), scope);
  }

  /** @throws Undecided, ExpressionFailure */
  value(node: ASTNode, scope: Scope): Value {
    try {
      return this.#value(node, scope);
    } catch (error) {
      if (error instanceof Undecided || error instanceof ExpressionFailure) throw error;
      // Such as a date that nothing can show, or nesting that the stack does not hold.
      throw new Undecided(`the expression ${JSON.stringify(node.input.slice(0, 80))}, which failed here`);
    }
  }

  /** A configuration's text with its `${…}` filled in. One that is nothing else keeps the type of its value. */
  interpolate(text: string, scope: Scope): Value {
    const pieces = piecesOf(text);
    if (pieces.some(({ isOpen }) => isOpen)) throw new Undecided("an interpolation without an end");
    const [only, more] = pieces;
    if (only && more === undefined && only.isExpression) return this.evaluate(only.text, scope);
    let filled = "";
    for (const piece of pieces)
      filled = bounded(filled + (piece.isExpression ? toText(this.evaluate(piece.text, scope)) : piece.text));
    return filled;
  }

  /** @throws Undecided for one that the service would have refused to keep */
  #parse(source: string): ASTNode {
    const found = this.#trees.get(source);
    if (found) return found;
    if (source.length > LONGEST) throw new Undecided("an expression of more than 16 KiB");
    const tree = parseCel(source);
    if (tree === undefined)
      throw new Undecided(`the expression ${JSON.stringify(source.slice(0, 80))}, which cannot be read`);
    this.#trees.set(source, tree);
    return tree;
  }

  #value(node: ASTNode, scope: Scope): Value {
    this.budget.spend(1);
    switch (node.op) {
      case "value":
        return literal(node.args);
      case "id":
        return this.#name(node.args, scope);
      case ".":
        return fieldOf(this.#value(node.args[0], scope), node.args[1]);
      case "[]":
        return elementOf(this.#value(node.args[0], scope), this.#value(node.args[1], scope));
      case "list":
        return node.args.map((item) => this.#value(item, scope));
      case "map":
        return new Map(
          node.args.map(([key, value]) => [keyOf(this.#value(key, scope)), this.#value(value, scope)]),
        );
      case "call":
        return this.#call(node.args[0], node.args[1], scope);
      case "rcall":
        return this.#method(node.args[0], node.args[1], node.args[2], scope);
      case "?:":
        return this.#truth(node.args[0], scope)
          ? this.#value(node.args[1], scope)
          : this.#value(node.args[2], scope);
      case "&&":
        return this.#both(node.args, false, scope);
      case "||":
        return this.#both(node.args, true, scope);
      case "!_":
        return !this.#truth(node.args, scope);
      case "-_":
        return negative(plain(this.#value(node.args, scope)));
      case ".?":
      case "[?]":
        throw new Undecided(`the operator ${node.op}`);
      default:
        return binary(node.op, this.#value(node.args[0], scope), this.#value(node.args[1], scope));
    }
  }

  #name(name: string, scope: Scope): Value {
    const value = scope(name);
    if (value === undefined) throw new Undecided(`the variable ${name}`);
    return value;
  }

  #truth(node: ASTNode, scope: Scope): boolean {
    const value = plain(this.#value(node, scope));
    if (typeof value !== "boolean") throw new ExpressionFailure("a condition is no bool");
    return value;
  }

  /** `&&` and `||`: one side may settle it, whatever becomes of the other. */
  #both(sides: readonly ASTNode[], settles: boolean, scope: Scope): boolean {
    return anyOf(sides, settles, (side) => this.#truth(side, scope));
  }

  #call(name: string, args: readonly ASTNode[], scope: Scope): Value {
    if (name === "has") return this.#has(args[0], scope);
    return this.functions.call(
      name,
      args.map((arg) => this.#value(arg, scope)),
    );
  }

  /** Of a field, and, as the reference uses it, of an element. */
  #has(node: ASTNode | undefined, scope: Scope): boolean {
    if (node?.op !== "." && node?.op !== "[]") throw new ExpressionFailure("has() needs a field");
    const owner = this.#value(node.args[0], scope);
    const key = node.op === "." ? node.args[1] : this.#value(node.args[1], scope);
    const value = lookUp(owner, key);
    return value !== undefined && known(value) !== undefined;
  }

  #method(name: string, receiver: ASTNode, args: readonly ASTNode[], scope: Scope): Value {
    const namespace = namespaceOf(receiver, scope);
    if (namespace !== undefined)
      return this.functions.call(
        `${namespace}.${name}`,
        args.map((arg) => this.#value(arg, scope)),
      );
    const owner = this.#value(receiver, scope);
    const variable = args[0]?.op === "id" ? args[0].args : undefined;
    if (COMPREHENSIONS.has(name) && variable !== undefined && args.length > 1)
      return this.#comprehend(name, owner, variable, args.slice(1), scope);
    return this.functions.method(
      name,
      owner,
      args.map((arg) => this.#value(arg, scope)),
    );
  }

  #comprehend(
    name: string,
    owner: Value,
    variable: string,
    [first, second]: readonly ASTNode[],
    scope: Scope,
  ): Value {
    const items = itemsOf(owner);
    const within =
      (item: Value): Scope =>
      (other) =>
        other === variable ? item : scope(other);
    if (!first) throw new ExpressionFailure(`${name}() needs an expression`);
    const holds = (item: Value) => this.#truth(first, within(item));
    if (name === "all") return anyOf(items, false, holds);
    if (name === "exists") return anyOf(items, true, holds);
    if (name === "exists_one") return items.filter(holds).length === 1;
    if (name === "filter") return items.filter(holds);
    if (name === "map" && second) return items.filter(holds).map((item) => this.#value(second, within(item)));
    if (name === "map") return items.map((item) => this.#value(first, within(item)));
    const keyed = items.map((item) => ({ item, key: this.#value(first, within(item)) }));
    return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item);
  }
}

const COMPREHENSIONS = new Set(["all", "exists", "exists_one", "filter", "map", "sortBy"]);

/** Whether one item settles it; else what stands in the way, of which the unknown goes first. */
function anyOf<T>(items: readonly T[], settles: boolean, test: (item: T) => boolean): boolean {
  const obstacles: unknown[] = [];
  for (const item of items) {
    try {
      if (test(item) === settles) return settles;
    } catch (error) {
      obstacles.push(error);
    }
  }
  const obstacle = obstacles.find((error) => error instanceof Undecided) ?? obstacles[0];
  if (obstacle !== undefined) throw obstacle;
  return !settles;
}

/** A bare name that no variable has, such as `hash` in `hash.md5(x)`. */
function namespaceOf(node: ASTNode, scope: Scope): string | undefined {
  return node.op === "id" && scope(node.args) === undefined ? node.args : undefined;
}

function literal(value: unknown): Value {
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    return BigInt(String((value as { valueOf(): unknown }).valueOf()));
  return value as Value;
}

function keyOf(value: Value): Key {
  const key = plain(value);
  if (typeof key === "string" || typeof key === "bigint" || typeof key === "boolean") return key;
  if (typeof key === "number" && Number.isInteger(key)) return BigInt(key);
  throw new ExpressionFailure("a value of this type is no key");
}

/** Value of a field or element; undefined if there is none. Nothing is known of what is in something unknown. */
function lookUp(plainValue: Value, key: Value): Value | undefined {
  if (plainValue instanceof Unknown)
    return new Unknown(typeof key === "string" ? `${plainValue.name}.${key}` : plainValue.name);
  if (plainValue instanceof Fields) {
    const name = plain(key);
    return typeof name === "string" ? plainValue.read(name) : undefined;
  }
  if (isMap(plainValue)) return plainValue.get(keyOf(key));
  if (isList(plainValue)) {
    const at = plain(key);
    if (!isNumber(at)) throw new ExpressionFailure("the index of a list is no int");
    return plainValue[Number(at)];
  }
  throw new ExpressionFailure("a value of this type has no fields");
}

function fieldOf(owner: Value, name: string): Value {
  return elementOf(owner, name);
}

function elementOf(owner: Value, key: Value): Value {
  const value = lookUp(owner, key);
  if (value === undefined) throw new ExpressionFailure(`there is no ${toText(key).slice(0, 80)}`);
  return value;
}

function itemsOf(owner: Value): readonly Value[] {
  if (owner instanceof Fields && owner.names) return owner.names();
  const plainValue = plain(owner);
  if (isList(plainValue)) return plainValue;
  if (isMap(plainValue)) return [...plainValue.keys()];
  throw new ExpressionFailure("only lists and maps have items");
}

function negative(value: Value): Value {
  if (typeof value === "bigint") return int(-value);
  if (typeof value === "number") return -value;
  if (value instanceof Duration) return new Duration(-value.nanoseconds);
  throw new ExpressionFailure("only numbers and durations have a negative");
}

/** @throws ExpressionFailure past 64 bits */
function int(value: bigint): bigint {
  if (value >= MAX_INT || value < -MAX_INT) throw new ExpressionFailure("an int overflows");
  return value;
}

function binary(op: string, left: Value, right: Value): Value {
  switch (op) {
    case "==":
      return equal(left, right);
    case "!=":
      return !equal(left, right);
    case "<":
      return compare(left, right) < 0;
    case "<=":
      return compare(left, right) <= 0;
    case ">":
      return compare(left, right) > 0;
    case ">=":
      return compare(left, right) >= 0;
    case "in":
      return contains(known(right), left);
    default:
      return arithmetic(op, plain(left), plain(right));
  }
}

function contains(owner: Value, item: Value): boolean {
  if (isMap(owner)) return owner.get(keyOf(item)) !== undefined;
  if (owner instanceof Fields) {
    const name = plain(item);
    const value = typeof name === "string" ? owner.read(name) : undefined;
    return value !== undefined && known(value) !== undefined;
  }
  if (isList(owner)) return anyOf(owner, true, (other) => equal(other, item));
  throw new ExpressionFailure("in needs a list or a map");
}

function arithmetic(op: string, left: Value, right: Value): Value {
  if (typeof left === "bigint" && typeof right === "bigint") {
    if ((op === "/" || op === "%") && right === 0n) throw new ExpressionFailure("a division by zero");
    if (op === "+") return int(left + right);
    if (op === "-") return int(left - right);
    if (op === "*") return int(left * right);
    return op === "/" ? int(left / right) : left % right;
  }
  if (typeof left === "number" && typeof right === "number" && op !== "%") {
    if (op === "+") return left + right;
    if (op === "-") return left - right;
    return op === "*" ? left * right : left / right;
  }
  if (op === "+" && typeof left === "string" && typeof right === "string") return bounded(left + right);
  if (op === "+" && isList(left) && isList(right)) {
    if (left.length + right.length > 10_000) throw new Undecided("a list of more than 10000 items");
    return [...left, ...right];
  }
  if (op === "+" && left instanceof Uint8Array && right instanceof Uint8Array)
    return new Uint8Array([...left, ...right]);
  return ofTime(op, left, right);
}

function ofTime(op: string, left: Value, right: Value): Value {
  if (op === "+" || op === "-") {
    if (left instanceof Date && right instanceof Duration)
      return later(left, op === "+" ? right : new Duration(-right.nanoseconds));
    if (left instanceof Duration && right instanceof Duration)
      return new Duration(
        op === "+" ? left.nanoseconds + right.nanoseconds : left.nanoseconds - right.nanoseconds,
      );
  }
  if (op === "+" && left instanceof Duration && right instanceof Date) return ofTime(op, right, left);
  if (op === "-" && left instanceof Date && right instanceof Date)
    return new Duration(BigInt(left.getTime() - right.getTime()) * 1_000_000n);
  throw new ExpressionFailure(`${op} does not go with values of these types`);
}

function later(at: Date, by: Duration): Date {
  if (by.nanoseconds % 1_000_000n !== 0n) throw new Undecided("a timestamp that is finer than a millisecond");
  return moment(at.getTime() + Number(by.nanoseconds / 1_000_000n));
}
