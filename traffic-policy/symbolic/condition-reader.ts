import type { ASTNode } from "@marcbachmann/cel-js";
import { namesAreKnown } from "../check/expressions";
import { evaluateConstant, FAILS } from "../evaluate/constants";
import { TOR_CATEGORY } from "../language/aliases";
import { functionNamed } from "../language/functions";
import { isInterpolated } from "../language/interpolation";
import { canonicalCel, childrenOf, flattenOperands, numberLiteral, parseCel } from "../language/parse";
import { isInvalidPattern } from "../language/patterns";
import { findVariable } from "../variables/variables";
import { callsRandom, readComparison } from "./comparisons";
import type { Bindings, Condition, Constant, Operand, Subject, Test } from "./condition";
import {
  ALWAYS_PRESENT,
  isBooleanVariable,
  isHeaderOrParameter,
  rootsRead,
  variablePath,
} from "./variable-names";

/**
 * Parses an expression of a rule into a condition, in time linear in its length.
 *
 * @param constants - The values of known variables by name, such as `endpoint.host`.
 */
export function readCondition(
  expression: string,
  constants: ReadonlyMap<string, Constant> = new Map(),
): Condition {
  const ast = isInterpolated(expression) ? undefined : parseCel(expression);
  if (ast === undefined) {
    // An invalid expression may read everything.
    const reads = ["req", "conn", "vars", "actions"];
    return { kind: "expression", text: expression, hasKnownNames: false, reads };
  }
  return new ConditionReader(constants).read(ast);
}

/** The documentation says that header names are lowercase, but a published example uses capitals. */
const CAPITALS_UNSPECIFIED = "the documentation does not say whether req.headers finds a name with capitals";

/** Maximum items of a list for which `exists` and `all` become separate tests. `migrate` writes policies with long lists. */
const MAX_ITEMS = 200;

/** Maximum nodes to read per expression. Nested comprehensions read their bodies once for each item. */
const MAX_VISITS = 5000;

/** Maps, in addition to headers and query parameters, in which the presence of a key can be tested. */
const PRESENCE_MAPS: readonly string[] = ["req.cookies", "vars"];

/** True for a header name with capitals, which `req.headers` may not find. */
const isCapitalizedHeader = (map: string, key: string): boolean =>
  map === "req.headers" && key !== key.toLowerCase();

class ConditionReader {
  private visits = 0;
  private draws = 0;
  /** The variables that the comprehensions around the current node bind. */
  private bound: Bindings = new Map();
  /** Set if the current node reads a header name with capitals: the condition if `req.headers` doesn't find it. */
  private ifMissing: Condition | undefined;

  constructor(private readonly constants: ReadonlyMap<string, Constant>) {}

  read(node: ASTNode): Condition {
    this.visits += 1;
    if (this.visits > MAX_VISITS) return opaque(node);
    const value =
      isLogicalOperator(node) || this.bound.size > 0 ? undefined : evaluateConstant(node, this.constants);
    if (value === FAILS) return { kind: "failure", text: canonicalCel(node) };
    const outer = this.ifMissing;
    this.ifMissing = undefined;
    const condition = typeof value === "boolean" ? constant(value) : this.readNode(node);
    const { ifMissing } = this;
    this.ifMissing = outer;
    if (ifMissing) return { kind: "ambiguous", reason: CAPITALS_UNSPECIFIED, of: [condition, ifMissing] };
    if (!callsRandom(node)) return condition;
    return condition.kind === "not" ? not(this.withDraw(condition.of)) : this.withDraw(condition);
  }

  private withDraw(condition: Condition): Condition {
    if (condition.kind !== "expression" || condition.draw !== undefined) return condition;
    this.draws += 1;
    return { ...condition, draw: this.draws };
  }

  private readNode(node: ASTNode): Condition {
    switch (node.op) {
      case "value":
        return typeof node.args === "boolean" ? constant(node.args) : opaque(node);
      case "!_":
        return not(this.read(node.args));
      case "&&":
      case "||": {
        const operands = flattenOperands(node).map((operand) => this.read(operand));
        return node.op === "&&" ? conjunction(operands) : disjunction(operands);
      }
      case "==":
      case "!=": {
        const equality = this.readEquality(node.args);
        if (equality === undefined) return opaque(node);
        return node.op === "==" ? equality : not(equality);
      }
      case "in":
        return this.readMembership(node.args) ?? opaque(node);
      case "call":
        return this.readCall(node.args[0], node.args[1]) ?? opaque(node);
      case "rcall":
        return this.readMethodCall(node.args[0], node.args[1], node.args[2]) ?? opaque(node);
      default: {
        const operand = this.readOperand(node);
        if (operand?.is === "subject" && isBooleanVariable(operand.subject))
          return equal(operand, true) as Test;
        if (operand?.is === "literal" && typeof operand.value === "boolean") return constant(operand.value);
        return opaque(node);
      }
    }
  }

  private readEquality(nodes: readonly [ASTNode, ASTNode]): Condition | undefined {
    const [left, right] = nodes.map((node) => this.readOperand(node));
    if (left?.is === "literal" && right?.is === "literal") return constant(left.value === right.value);
    if (left?.is === "subject" && right?.is === "literal") return equal(left, right.value);
    return left?.is === "literal" && right?.is === "subject" ? equal(right, left.value) : undefined;
  }

  private readMembership([itemNode, containerNode]: readonly [ASTNode, ASTNode]): Condition | undefined {
    const [item, container] = [this.readOperand(itemNode), this.readOperand(containerNode)];
    if (item?.is === "subject" && container?.is === "list") {
      const tests = container.items.map((node) => {
        const operand = this.readOperand(node);
        return operand?.is === "literal" ? equal(item, operand.value) : undefined;
      });
      return tests.length === 0 || tests.includes(undefined) ? undefined : disjunction(tests as Condition[]);
    }
    if (item?.is !== "literal" || typeof item.value !== "string") return undefined;
    const element = container && anyElement(container);
    if (element !== undefined) return textTest(element, "equal", item.value);
    const path = variablePath(containerNode, this.bound);
    if (path === undefined) return undefined;
    if (findVariable(path)?.type === "list") {
      const needs = ALWAYS_PRESENT.test(path) ? undefined : true;
      return textTest({ subject: `${path}[*]`, isFolded: false, needs }, "equal", item.value);
    }
    return this.readKeyPresence(path, item.value);
  }

  private readKeyPresence(path: string, key: string): Condition | undefined {
    if (isCapitalizedHeader(path, key)) {
      this.ifMissing = constant(false);
      return presenceTest(`${path}.${key.toLowerCase()}`);
    }
    const isTracked = isHeaderOrParameter(path, key) || PRESENCE_MAPS.includes(path);
    return isTracked ? presenceTest(`${path}.${key}`) : undefined;
  }

  private readCall(name: string, args: readonly ASTNode[]): Condition | undefined {
    const [first, second] = args;
    if (name === "has" && first) return this.readHas(first);
    if (name.startsWith("has") && functionNamed(name).keyedMap) {
      const subject = this.readKeyedCall(name, first);
      return subject === undefined ? undefined : presenceTest(subject);
    }
    if (name === "matches" && first && second) return this.readMethodCall(name, first, [second]);
    if (functionNamed(name).comparison !== "network" || !first || !second) return undefined;
    const [address, ranges] = [this.readOperand(first), this.readOperand(second)];
    if (address?.is !== "subject" || address.isFolded) return undefined;
    const cidrs = (ranges?.is === "list" ? ranges.items : [second]).map((node) => this.readLiteral(node));
    if (cidrs.length === 0 || cidrs.includes(undefined)) return undefined;
    return disjunction((cidrs as string[]).map((cidr) => textTest(address, "network", cidr)));
  }

  /** Returns the subject that a function such as `getReqHeader` looks up. */
  private readKeyedCall(name: string, keyNode: ASTNode | undefined): string | undefined {
    const { keyedMap } = functionNamed(name);
    const key = this.readLiteral(keyNode);
    if (!keyedMap || key === undefined) return undefined;
    return `${keyedMap.variable}.${keyedMap.ignoresCase ? key.toLowerCase() : key}`;
  }

  private readHas(node: ASTNode): Condition | undefined {
    const { path = "", key = "" } = this.readMapAndKey(node) ?? {};
    if (isCapitalizedHeader(path, key) || PRESENCE_MAPS.includes(path))
      return this.readKeyPresence(path, key);
    const operand = this.readOperand(node);
    if (operand?.is === "subject" && operand.needs === undefined) return constant(true);
    return operand?.is === "values" ? presenceTest(operand.subject) : undefined;
  }

  private readMethodCall(name: string, receiver: ASTNode, args: readonly ASTNode[]): Condition | undefined {
    const [first, second] = args;
    if (isQuantifier(name) && first?.op === "id" && second && args.length === 2)
      return this.readComprehension(name, receiver, [first.args, second]);
    const owner = this.readOperand(receiver);
    const { comparison } = functionNamed(name);
    if (comparison === undefined || first === undefined || args.length !== 1) return undefined;
    const value = this.readLiteral(first);
    if (value === undefined) return undefined;
    const type = owner?.is === "subject" ? findVariable(owner.subject)?.type : undefined;
    // Numbers and lists don't have string methods.
    if (type === "int" || type === "list" || type === "map") return undefined;
    if (comparison === "match" && isInvalidPattern(value))
      return { kind: "failure", text: canonicalCel(first) };
    return owner?.is === "subject" ? textTest(owner, comparison, value) : undefined;
  }

  private readComprehension(
    name: Quantifier,
    receiver: ASTNode,
    [variable, body]: readonly [string, ASTNode],
  ): Condition | undefined {
    const bodyFor = (item: Operand): Condition => {
      const outer = this.bound;
      this.bound = new Map([...outer, [variable, item]]);
      const condition = this.read(body);
      this.bound = outer;
      return condition;
    };
    const map = variablePath(receiver, this.bound);
    if (map === "req.headers" || map === "req.url.query_params") {
      const presence = keyPresence(map, bodyFor({ is: "subject", subject: anyKey(map), isFolded: false }));
      // Since map keys are unique, exists_one for one key equals exists.
      return name === "exists" || (name === "exists_one" && presence?.kind === "test") ? presence : undefined;
    }
    if (name === "exists_one") return undefined;
    const owner = this.readOperand(receiver);
    if (owner?.is === "list") {
      const items = owner.items.slice(0, MAX_ITEMS).map((item) => this.readOperand(item));
      const conditions = items.flatMap((item) => (item === undefined ? [] : bodyFor(item)));
      if (conditions.length < owner.items.length || !conditions.every(isDecomposed)) return undefined;
      return name === "exists" ? disjunction(conditions) : conjunction(conditions);
    }
    const element = owner && anyElement(owner);
    if (element === undefined) return undefined;
    const condition = bodyFor(element);
    // A test of `[*]` is true if any element passes it. In `a && b`, one element must pass both, which can't be expressed.
    if (name === "exists" && isAnyElementTest(condition, element.subject)) return condition;
    return name === "all" && isNoElementTest(condition, element.subject) ? condition : undefined;
  }

  private readLiteral(node: ASTNode | undefined): string | undefined {
    const operand = node && this.readOperand(node);
    return operand?.is === "literal" && typeof operand.value === "string" ? operand.value : undefined;
  }

  readOperand(node: ASTNode): Operand | undefined {
    if (node.op === "value")
      return typeof node.args === "string" || typeof node.args === "boolean"
        ? { is: "literal", value: node.args }
        : undefined;
    if (node.op === "list") return { is: "list", items: node.args };
    if (node.op === "id" && this.bound.has(node.args)) return this.bound.get(node.args);
    if (node.op === "." && node.args[1] === "value") {
      const cookie = this.readCookieValues(node.args[0]);
      if (cookie !== undefined)
        return { is: "subject", subject: `${cookie}[0]`, isFolded: false, needs: cookie };
    }
    if (node.op === "rcall" && node.args[0] === "lowerAscii" && node.args[2].length === 0) {
      const inner = this.readOperand(node.args[1]);
      return inner?.is === "subject" ? { ...inner, isFolded: true } : undefined;
    }
    return this.readHeaderOrParameter(node) ?? this.readVariable(node);
  }

  /** Returns the values of a header or query parameter, or the first value. */
  private readHeaderOrParameter(node: ASTNode): Operand | undefined {
    if (node.op === "call" && node.args[0].startsWith("get")) {
      const subject = this.readKeyedCall(node.args[0], node.args[1][0]);
      return subject === undefined ? undefined : { is: "values", subject };
    }
    if (node.op === "[]") {
      const [owner, index] = node.args;
      const values = this.readOperand(owner);
      if (values?.is === "values" && isZero(index))
        return { is: "subject", subject: `${values.subject}[0]`, isFolded: false, needs: values.subject };
    }
    const { path = "", key = "" } = this.readMapAndKey(node) ?? {};
    const isCapitalized = isCapitalizedHeader(path, key);
    if (isCapitalized) this.ifMissing = { kind: "failure", text: canonicalCel(node) };
    const subject = `${path}.${isCapitalized ? key.toLowerCase() : key}`;
    return isCapitalized || isHeaderOrParameter(path, key)
      ? { is: "values", subject, needs: subject }
      : undefined;
  }

  private readCookieValues(node: ASTNode): string | undefined {
    if (node.op === "call" && node.args[0] === "getReqCookie" && node.args[1].length === 1) {
      const key = this.readLiteral(node.args[1][0]);
      return key === undefined ? undefined : `req.cookies.${key}`;
    }
    if (node.op !== "[]" || !isZero(node.args[1])) return undefined;
    const { path, key } = this.readMapAndKey(node.args[0]) ?? {};
    return path === "req.cookies" ? `${path}.${key}` : undefined;
  }

  private readMapAndKey(node: ASTNode): { readonly path: string; readonly key: string } | undefined {
    if (node.op !== "[]" && node.op !== ".") return undefined;
    const path = variablePath(node.args[0], this.bound);
    const key = node.op === "." ? node.args[1] : this.readLiteral(node.args[1]);
    return path === undefined || key === undefined ? undefined : { path, key };
  }

  private readVariable(node: ASTNode): Operand | undefined {
    const subject = variablePath(node, this.bound);
    // The fields of `vars.x` aren't tracked.
    if (subject === undefined || !/^(?!vars\.)\w+\.|^vars\.\w+$/.test(subject)) return undefined;
    const value = this.constants.get(subject);
    if (value !== undefined) return typeof value === "string" ? { is: "literal", value } : undefined;
    const needs = ALWAYS_PRESENT.test(subject) ? undefined : true;
    return { is: "subject", subject, isFolded: false, needs };
  }
}

const isZero = (node: ASTNode): boolean => numberLiteral(node) === 0;

type Quantifier = "exists" | "exists_one" | "all";

const isQuantifier = (name: string): name is Quantifier =>
  name === "exists" || name === "exists_one" || name === "all";

/** True if no part of a condition is opaque. */
const isDecomposed = (condition: Condition): boolean =>
  condition.kind !== "expression" &&
  (condition.kind === "not"
    ? isDecomposed(condition.of)
    : !("of" in condition) || condition.of.every(isDecomposed));

const isLogicalOperator = ({ op }: ASTNode): boolean => op === "&&" || op === "||" || op === "!_";

/** Returns undefined if the types of the variable and the value differ, and for integers, which `opaque` compares. */
function equal(operand: Subject, value: string | boolean): Condition | undefined {
  if (isBooleanVariable(operand.subject) !== (typeof value === "boolean")) return undefined;
  if (findVariable(operand.subject)?.type === "int") return undefined;
  if (operand.subject === "conn.client_ip.is_tor_node") return value ? TOR : not(TOR);
  return textTest(operand, "equal", String(value));
}

const constant = (value: boolean): Condition => ({ kind: "constant", value });
const not = (of: Condition): Condition => ({ kind: "not", of });

const joinAs =
  (kind: "all" | "any") =>
  (of: readonly Condition[]): Condition =>
    of.length === 1 ? (of[0] as Condition) : { kind, of };

const conjunction = joinAs("all");
const disjunction = joinAs("any");

const anyKey = (map: string) => `${map}.*`;

/** Converts equality tests of the keys of a map to presence tests; undefined for other conditions. */
function keyPresence(map: string, condition: Condition): Condition | undefined {
  if (condition.kind === "any") {
    const tests = condition.of.map((test) => keyPresence(map, test));
    return tests.includes(undefined) ? undefined : disjunction(tests as Condition[]);
  }
  if (condition.kind !== "test" || condition.subject !== anyKey(map) || condition.is !== "equal")
    return undefined;
  return presenceTest(`${map}.${map === "req.headers" ? condition.value.toLowerCase() : condition.value}`);
}

/** True for a test of a subject, or a disjunction of such tests. */
const isAnyElementTest = (condition: Condition, subject: string): boolean =>
  condition.kind === "any"
    ? condition.of.every((test) => isAnyElementTest(test, subject))
    : condition.kind === "test" && condition.subject === subject;

const isNoElementTest = (condition: Condition, subject: string): boolean =>
  condition.kind === "all"
    ? condition.of.every((test) => isNoElementTest(test, subject))
    : condition.kind === "not" && isAnyElementTest(condition.of, subject);

/** Returns the subject that stands for any element of a list of values; undefined for other operands. */
const anyElement = (list: Operand): Subject | undefined =>
  list.is === "values"
    ? { is: "subject", subject: `${list.subject}[*]`, isFolded: false, needs: list.needs }
    : undefined;

const textTest = (
  { subject, isFolded, needs }: Omit<Subject, "is">,
  is: Test["is"],
  value: string,
): Test => ({ kind: "test", subject, is, value, isFolded, needs });

const TOR = textTest({ subject: "conn.client_ip.categories[*]", isFolded: false }, "equal", TOR_CATEGORY);

const presenceTest = (subject: string): Test => textTest({ subject, isFolded: false }, "present", "");

/** Creates an opaque condition. Comparisons with constants are normalized: `a < 1` becomes `!(a >= 1)`. */
function opaque(node: ASTNode): Condition {
  const normalized = readComparison(node);
  const text = normalized?.text ?? canonicalCel(node);
  const condition: Condition = {
    kind: "expression",
    text,
    reads: rootsRead(text),
    hasKnownNames: namesAreKnown(node),
    comparison: normalized?.comparison,
  };
  return normalized?.isNegated ? not(condition) : condition;
}

/**
 * Determines when `${...}` can be evaluated: for all requests, for none, or for those that have the returned subject.
 * Undefined if unknown.
 */
export function interpolationTest(
  expression: string,
): "always" | "never" | Pick<Test, "subject" | "needs"> | undefined {
  const ast = parseCel(expression);
  if (ast === undefined) return undefined;
  const value = evaluateConstant(ast);
  if (value !== undefined) return value === FAILS ? "never" : "always";
  const operand = new ConditionReader(new Map()).readOperand(ast);
  if (operand?.is === "subject") return operand;
  return neverFails(ast) ? "always" : undefined;
}

function neverFails(root: ASTNode): boolean {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const variable = variablePath(node);
    if (variable !== undefined) {
      if (!ALWAYS_PRESENT.test(variable) && variable !== "time.now") return false;
      continue;
    }
    const [name, namespace, args] = node.op === "rcall" ? node.args : [];
    if (args && namespace?.op === "id" && functionNamed(`${namespace.args}.${name}`).neverFails)
      pending.push(...args);
    else if (node.op === "call" || node.op === "rcall") {
      if (!functionNamed(node.args[0]).neverFails) return false;
      pending.push(...childrenOf(node));
    } else if (["value", "==", "!=", "+", "&&", "||", "!_", "?:"].includes(node.op))
      pending.push(...childrenOf(node));
    else return false;
  }
  return true;
}
