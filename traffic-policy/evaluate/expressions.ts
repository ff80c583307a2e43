import type { ASTNode } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, type RequestParts } from "../language/functions";
import { splitInterpolations } from "../language/interpolation";
import { parseCel } from "../language/parse";
import { patternCost } from "../language/patterns";
import {
  type Budget,
  compare,
  Duration,
  ExpressionFailure,
  equal,
  Fields,
  isList,
  isMap,
  isNumber,
  isPresent,
  type Key,
  limitLength,
  requireKnown,
  toPlain,
  toText,
  Undecided,
  Unknown,
  type Value,
} from "../language/values";

const MAX_CHARACTERS = 16 * 1024;
const INT_LIMIT = 2n ** 63n;

/** Returns the value of a root variable such as `req`; undefined for an unknown name. */
export type Scope = (name: string) => Value | undefined;

/**
 * Evaluates expressions of a policy. The CEL library's own evaluator doesn't support values that are both strings and
 * objects (`req.url`), unknown values, regular expressions in linear time, or step limits.
 */
export class Expressions {
  constructor(
    private readonly request: RequestParts,
    readonly budget: Budget,
  ) {}

  /** @throws Undecided or ExpressionFailure, as do the other methods */
  evaluate(source: string, scope: Scope): Value {
    return this.evaluateNode(parse(source), scope);
  }

  evaluateNode(node: ASTNode, scope: Scope): Value {
    try {
      return this.#value(node, scope);
    } catch (error) {
      if (error instanceof Undecided || error instanceof ExpressionFailure) throw error;
      // A JavaScript error, such as an invalid date or a stack overflow.
      throw new Undecided(
        `the expression ${JSON.stringify(node.input.slice(0, 80))}, which could not be evaluated`,
      );
    }
  }

  /** Evaluates the interpolations in a text. The value of a single interpolation keeps its type. */
  interpolate(text: string, scope: Scope): Value {
    const parts = splitInterpolations(text);
    if (parts.some((part) => typeof part !== "string" && part.isUnclosed))
      throw new Undecided("an unclosed interpolation");
    const [first] = parts;
    if (parts.length === 1 && typeof first === "object") return this.evaluate(first.expression, scope);
    const evaluatePart = (part: (typeof parts)[number]) =>
      typeof part === "string" ? part : toText(this.evaluate(part.expression, scope));
    return parts.reduce<string>((result, part) => limitLength(result + evaluatePart(part)), "");
  }

  #value(node: ASTNode, scope: Scope): Value {
    this.budget.spend(1);
    switch (node.op) {
      case "value":
        return literalValue(node.args);
      case "id": {
        const value = scope(node.args);
        if (value === undefined) throw new Undecided(`the variable ${node.args}`);
        return value;
      }
      case ".":
        return elementOf(this.#value(node.args[0], scope), node.args[1]);
      case "[]":
        return elementOf(this.#value(node.args[0], scope), this.#value(node.args[1], scope));
      case "list":
        return this.#values(node.args, scope);
      case "map":
        return new Map(
          node.args.map(([key, value]) => [keyOf(this.#value(key, scope)), this.#value(value, scope)]),
        );
      case "call":
        return this.#call(node.args[0], node.args[1], scope);
      case "rcall":
        return this.#method(node.args[0], node.args[1], node.args[2], scope);
      case "?:":
        return this.#value(node.args[this.#isTrue(node.args[0], scope) ? 1 : 2], scope);
      case "&&":
      case "||":
        return anyDecides(node.args, node.op === "||", (side) => this.#isTrue(side, scope));
      case "!_":
        return !this.#isTrue(node.args, scope);
      case "-_":
        return negate(toPlain(this.#value(node.args, scope)));
      case ".?":
      case "[?]":
        throw new Undecided(`the operator ${node.op}`);
      default:
        return binary(node.op, this.#value(node.args[0], scope), this.#value(node.args[1], scope));
    }
  }

  #isTrue(node: ASTNode, scope: Scope): boolean {
    const value = toPlain(this.#value(node, scope));
    if (typeof value !== "boolean") throw new ExpressionFailure("a condition is not a boolean");
    return value;
  }

  #call(name: string, args: readonly ASTNode[], scope: Scope): Value {
    if (name === "has") return this.#has(args[0], scope);
    return this.#run(FUNCTIONS.get(name), name, this.#values(args, scope));
  }

  #values(nodes: readonly ASTNode[], scope: Scope): Value[] {
    return nodes.map((node) => this.#value(node, scope));
  }

  #run(called: CelFunction | undefined, name: string, args: Value[]): Value {
    if (!called?.run && !called?.runOnRequest) throw new Undecided(`the macro ${name}()`);
    const lengths = args.map(lengthOf);
    const [first = 0, second = 0] = lengths;
    // The cost of a regular expression depends on the lengths of both the pattern and the text. Any other function costs one
    // step for each 64 characters or items.
    this.budget.spend(
      called.comparison === "match" ? patternCost(second, first) : lengths.reduce((a, b) => a + b, 0) / 64,
    );
    return called.run ? called.run(...args) : (called.runOnRequest?.(this.request, ...args) ?? null);
  }

  /** Evaluates `has()` of a field or, as in the documentation, of an element. */
  #has(node: ASTNode | undefined, scope: Scope): boolean {
    if (node?.op !== "." && node?.op !== "[]") throw new ExpressionFailure("has() needs a field");
    const owner = this.#value(node.args[0], scope);
    const key = node.op === "." ? node.args[1] : this.#value(node.args[1], scope);
    return isPresent(lookUp(owner, key));
  }

  #method(name: string, receiver: ASTNode, args: readonly ASTNode[], scope: Scope): Value {
    // In `hash.md5(x)`, `hash` is a namespace, because there is no such variable.
    if (receiver.op === "id" && scope(receiver.args) === undefined)
      return this.#call(`${receiver.args}.${name}`, args, scope);
    const owner = this.#value(receiver, scope);
    const variable = args[0]?.op === "id" ? args[0].args : undefined;
    if (COMPREHENSIONS.has(name) && variable !== undefined && args.length > 1)
      return this.#comprehend(name, owner, variable, args.slice(1), scope);
    return this.#run(METHODS.get(name), `.${name}`, [owner, ...this.#values(args, scope)]);
  }

  #comprehend(
    name: string,
    owner: Value,
    variable: string,
    [first, second]: readonly ASTNode[],
    scope: Scope,
  ): Value {
    const items = itemsOf(owner);
    const scopeWith =
      (item: Value): Scope =>
      (root) =>
        root === variable ? item : scope(root);
    if (!first) throw new ExpressionFailure(`${name}() needs an expression`);
    const isTrueFor = (item: Value) => this.#isTrue(first, scopeWith(item));
    if (name === "all") return anyDecides(items, false, isTrueFor);
    if (name === "exists") return anyDecides(items, true, isTrueFor);
    if (name === "exists_one") return items.filter(isTrueFor).length === 1;
    if (name === "filter") return items.filter(isTrueFor);
    if (name === "map" && second)
      return items.filter(isTrueFor).map((item) => this.#value(second, scopeWith(item)));
    if (name === "map") return items.map((item) => this.#value(first, scopeWith(item)));
    // The remaining comprehension is sortBy.
    const keyed = items.map((item) => ({ item, key: this.#value(first, scopeWith(item)) }));
    return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item);
  }
}

function parse(source: string): ASTNode {
  if (source.length > MAX_CHARACTERS) throw new Undecided("an expression of more than 16 KiB");
  const node = parseCel(source);
  if (node === undefined)
    throw new Undecided(`the expression ${JSON.stringify(source.slice(0, 80))}, which can't be parsed`);
  return node;
}

function lengthOf(value: Value): number {
  if (value instanceof Fields) return typeof value.text === "string" ? value.text.length : 0;
  return typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : 0;
}

const COMPREHENSIONS = new Set(["all", "exists", "exists_one", "filter", "map", "sortBy"]);

/**
 * Returns `deciding` if any test returns it, even if others fail, and otherwise its opposite.
 *
 * @throws the first Undecided or, if there is none, the first failure, if no test returns `deciding` and some fail
 */
export function anyDecides<T>(items: readonly T[], deciding: boolean, test: (item: T) => boolean): boolean {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      if (test(item) === deciding) return deciding;
    } catch (error) {
      errors.push(error);
    }
  }
  const error = errors.find((candidate) => candidate instanceof Undecided) ?? errors[0];
  if (error !== undefined) throw error;
  return !deciding;
}

/** Converts a literal of the library, which has a class for unsigned integers. */
function literalValue(value: unknown): Value {
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array))
    return BigInt(String((value as { valueOf(): unknown }).valueOf()));
  return value as Value;
}

function keyOf(value: Value): Key {
  const key = toPlain(value);
  if (typeof key === "string" || typeof key === "bigint" || typeof key === "boolean") return key;
  if (typeof key === "number" && Number.isInteger(key)) return BigInt(key);
  throw new ExpressionFailure("a value of this type can't be a key");
}

/** Returns a field or element; undefined if there is none. */
export function lookUp(owner: Value, key: Value): Value | undefined {
  if (owner instanceof Unknown)
    return new Unknown(typeof key === "string" ? `${owner.name}.${key}` : owner.name);
  if (owner instanceof Fields) {
    const name = toPlain(key);
    return typeof name === "string" ? owner.read(name) : undefined;
  }
  if (isMap(owner)) return owner.get(keyOf(key));
  if (isList(owner)) {
    const index = toPlain(key);
    if (!isNumber(index)) throw new ExpressionFailure("the index of a list is not an int");
    return owner[Number(index)];
  }
  throw new ExpressionFailure("a value of this type has no fields");
}

function elementOf(owner: Value, key: Value): Value {
  const value = lookUp(owner, key);
  if (value === undefined) throw new ExpressionFailure(`there is no ${toText(key).slice(0, 80)}`);
  return value;
}

function itemsOf(owner: Value): readonly Value[] {
  if (owner instanceof Fields && owner.names) return owner.names();
  const plainValue = toPlain(owner);
  if (isList(plainValue)) return plainValue;
  if (isMap(plainValue)) return [...plainValue.keys()];
  throw new ExpressionFailure("only lists and maps have items");
}

function negate(value: Value): Value {
  if (typeof value === "bigint") return checkedInt(-value);
  if (typeof value === "number") return -value;
  if (value instanceof Duration) return new Duration(-value.nanoseconds);
  throw new ExpressionFailure("only numbers and durations can be negated");
}

function checkedInt(value: bigint): bigint {
  if (value >= INT_LIMIT || value < -INT_LIMIT) throw new ExpressionFailure("an int overflows");
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
      return isIn(requireKnown(right), left);
    default:
      return arithmetic(op, toPlain(left), toPlain(right));
  }
}

function isIn(owner: Value, item: Value): boolean {
  if (isMap(owner)) return owner.get(keyOf(item)) !== undefined;
  if (owner instanceof Fields) return isPresent(lookUp(owner, item));
  if (isList(owner)) return anyDecides(owner, true, (element) => equal(element, item));
  throw new ExpressionFailure("in needs a list or a map");
}

function arithmetic(op: string, left: Value, right: Value): Value {
  if (typeof left === "bigint" && typeof right === "bigint") {
    if ((op === "/" || op === "%") && right === 0n) throw new ExpressionFailure("a division by zero");
    if (op === "+") return checkedInt(left + right);
    if (op === "-") return checkedInt(left - right);
    if (op === "*") return checkedInt(left * right);
    return op === "/" ? checkedInt(left / right) : left % right;
  }
  if (typeof left === "number" && typeof right === "number" && op !== "%") {
    if (op === "+") return left + right;
    if (op === "-") return left - right;
    return op === "*" ? left * right : left / right;
  }
  if (op === "+" && typeof left === "string" && typeof right === "string") return limitLength(left + right);
  if (op === "+" && isList(left) && isList(right)) {
    if (left.length + right.length > 10_000) throw new Undecided("a list of more than 10000 items");
    return [...left, ...right];
  }
  if (op === "+" && left instanceof Uint8Array && right instanceof Uint8Array)
    return new Uint8Array([...left, ...right]);
  if ([left, right].some((value) => value instanceof Date || value instanceof Duration))
    throw new Undecided("arithmetic with times");
  throw new ExpressionFailure(`${op} doesn't support values of these types`);
}
