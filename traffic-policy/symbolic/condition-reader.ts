import type { ASTNode } from "@marcbachmann/cel-js";
import { namesAreKnown } from "../check/expressions";
import { evaluateConstant, FAILS } from "../evaluate/constants";
import { TOR_CATEGORY } from "../language/aliases";
import { functionNamed } from "../language/functions";
import { isInterpolated } from "../language/interpolation";
import { canonicalCel, childrenOf, numberLiteral, parseCel } from "../language/parse";
import { isInvalidPattern } from "../language/patterns";
import { findVariable } from "../variables/variables";
import { callsRandom, canDrawBeEither, readComparison } from "./comparisons";
import type { Bindings, Condition, Constant, Operand, Subject, Test, Values } from "./condition";
import { ALWAYS_PRESENT, isBoolean, isHeaderOrParameter, rootsRead, variablePath } from "./variable-names";

/**
 * Parses an expression of a rule into a condition, in time linear in its length.
 *
 * @param constants - The values of known variables by name, such as `vars.team`.
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
  const reader = new ConditionReader(constants);
  const caseInsensitive = reader.condition(ast, new Map());
  if (!reader.readsCapitalizedHeader) return caseInsensitive;
  const caseSensitive = new ConditionReader(constants, false).condition(ast, new Map());
  return { kind: "ambiguous", reason: CAPITALS_REASON, of: [caseInsensitive, caseSensitive] };
}

// The documentation says that header names are lowercase, but a published example uses capitals.
const CAPITALS_REASON = "the documentation does not say whether req.headers finds a name with capitals";

/** Maximum items of a list that are tested one by one. The policies that `migrate` writes have long lists. */
const MAX_ITEMS = 200;

/** Maximum nodes that are read per expression. Nested comprehensions read the same nodes many times. */
const MAX_VISITS = 5000;

const PRESENCE_MAPS: readonly string[] = ["req.cookies", "vars"];

class ConditionReader {
  private visits = 0;
  private draws = 0;
  readsCapitalizedHeader = false;
  /** The operand reads a header that is never present. */
  private readsMissingHeader = false;

  constructor(
    private readonly constants: ReadonlyMap<string, Constant>,
    private readonly findsCapitalizedHeaders = true,
  ) {}

  subject(node: ASTNode): Pick<Test, "subject" | "isFolded" | "needs"> | undefined {
    const operand = this.operand(node, new Map());
    if (operand?.is !== "subject") return undefined;
    const { subject, isFolded, needs } = operand;
    return { subject, isFolded, needs };
  }

  condition(node: ASTNode, bound: Bindings): Condition {
    this.visits += 1;
    if (this.visits > MAX_VISITS) return opaque(node);
    const value =
      isLogicalOperator(node) || bound.size > 0 ? undefined : evaluateConstant(node, this.constants);
    if (value === FAILS) return { kind: "failure", text: canonicalCel(node) };
    // A missing header fails only the operand that reads it, not the whole expression, so each operand has its own flag.
    const outer = this.readsMissingHeader;
    this.readsMissingHeader = false;
    const condition = typeof value === "boolean" ? constant(value) : this.readNode(node, bound);
    const isMissing = this.readsMissingHeader;
    this.readsMissingHeader = outer;
    if (isMissing && !isLogicalOperator(node)) return { kind: "failure", text: canonicalCel(node) };
    if (!callsRandom(node)) return condition;
    return condition.kind === "not" ? not(this.withDraw(condition.of, node)) : this.withDraw(condition, node);
  }

  private withDraw(condition: Condition, node: ASTNode): Condition {
    if (condition.kind !== "expression" || condition.draw !== undefined) return condition;
    this.draws += 1;
    return { ...condition, draw: { index: this.draws, canBeEither: canDrawBeEither(node) } };
  }

  private readNode(node: ASTNode, bound: Bindings): Condition {
    switch (node.op) {
      case "value":
        return typeof node.args === "boolean" ? constant(node.args) : opaque(node);
      case "!_":
        return not(this.condition(node.args, bound));
      case "&&":
      case "||": {
        const operands = flattenOperands(node).map((operand) => this.condition(operand, bound));
        return node.op === "&&" ? conjunction(operands) : disjunction(operands);
      }
      case "==":
      case "!=": {
        const equality = this.equality(node.args, bound);
        if (equality === undefined) return opaque(node);
        return node.op === "==" ? equality : not(equality);
      }
      case "in":
        return this.membership(node.args, bound) ?? opaque(node);
      case "call":
        return this.call(node.args[0], node.args[1], bound) ?? opaque(node);
      case "rcall":
        return this.method(node.args[0], node.args[1], node.args[2], bound) ?? opaque(node);
      default: {
        const operand = this.operand(node, bound);
        if (operand?.is === "subject" && isBoolean(operand.subject)) return equal(operand, true) as Test;
        if (operand?.is === "literal" && typeof operand.value === "boolean") return constant(operand.value);
        return opaque(node);
      }
    }
  }

  private equality(nodes: readonly [ASTNode, ASTNode], bound: Bindings): Condition | undefined {
    const [left, right] = nodes.map((node) => this.operand(node, bound));
    if (left?.is === "literal" && right?.is === "literal") return constant(left.value === right.value);
    if (left?.is === "subject" && right?.is === "literal") return equal(left, right.value);
    return left?.is === "literal" && right?.is === "subject" ? equal(right, left.value) : undefined;
  }

  private membership(
    [itemNode, containerNode]: readonly [ASTNode, ASTNode],
    bound: Bindings,
  ): Condition | undefined {
    const [item, container] = [this.operand(itemNode, bound), this.operand(containerNode, bound)];
    if (item?.is === "subject" && container?.is === "list") {
      const tests = container.items.map((node) => {
        const operand = this.operand(node, bound);
        return operand?.is === "literal" ? equal(item, operand.value) : undefined;
      });
      return tests.length === 0 || tests.includes(undefined) ? undefined : disjunction(tests as Condition[]);
    }
    if (item?.is !== "literal" || typeof item.value !== "string") return undefined;
    if (container?.is === "values") return textTest(anyElement(container), "equal", item.value);
    if (container?.is === "subject" && CLAIM.test(container.subject))
      return textTest(claimItems(container), "equal", item.value);
    const path = variablePath(containerNode, bound);
    if (path === undefined) return undefined;
    if (findVariable(path)?.type === "list") {
      const needs = ALWAYS_PRESENT.test(path) ? undefined : true;
      return textTest({ subject: `${path}[*]`, isFolded: false, needs }, "equal", item.value);
    }
    return this.keyIn(path, item.value);
  }

  private keyIn(path: string, key: string): Condition | undefined {
    if (path === "req.headers" && key !== key.toLowerCase()) {
      this.readsCapitalizedHeader = true;
      return this.findsCapitalizedHeaders ? presenceTest(`${path}.${key.toLowerCase()}`) : constant(false);
    }
    const isTracked = isHeaderOrParameter(path, key) || PRESENCE_MAPS.includes(path);
    return isTracked ? presenceTest(`${path}.${key}`) : undefined;
  }

  private call(name: string, args: readonly ASTNode[], bound: Bindings): Condition | undefined {
    const [first, second] = args;
    if (name === "has" && first) return this.has(first, bound);
    const lookUp = name.startsWith("has") ? functionNamed(name).lookUp : undefined;
    if (lookUp) {
      const key = this.literal(first, bound);
      if (key === undefined) return undefined;
      return presenceTest(`${lookUp.base}.${lookUp.folds ? key.toLowerCase() : key}`);
    }
    if (name === "matches" && first && second) return this.method(name, first, [second], bound);
    if (functionNamed(name).test !== "network" || !first || !second) return undefined;
    const [address, ranges] = [this.operand(first, bound), this.operand(second, bound)];
    if (address?.is !== "subject" || address.isFolded) return undefined;
    const cidrs = (ranges?.is === "list" ? ranges.items : [second]).map((node) => this.literal(node, bound));
    if (cidrs.length === 0 || cidrs.includes(undefined)) return undefined;
    return disjunction((cidrs as string[]).map((cidr) => textTest(address, "network", cidr)));
  }

  private has(node: ASTNode, bound: Bindings): Condition | undefined {
    const { path, key } = this.mapAndKey(node, bound) ?? {};
    if (path !== undefined && key !== undefined) {
      const isCapitalized = path === "req.headers" && key !== key.toLowerCase();
      if (isCapitalized || PRESENCE_MAPS.includes(path)) return this.keyIn(path, key);
    }
    const operand = this.operand(node, bound);
    if (operand?.is === "subject" && operand.needs === undefined) return constant(true);
    return operand?.is === "values" ? presenceTest(operand.subject) : undefined;
  }

  private method(
    name: string,
    receiver: ASTNode,
    args: readonly ASTNode[],
    bound: Bindings,
  ): Condition | undefined {
    const [first, second] = args;
    if (isQuantifier(name) && first?.op === "id" && second && args.length === 2)
      return this.comprehension(name, receiver, [first.args, second], bound);
    const owner = this.operand(receiver, bound);
    const test = functionNamed(name).test;
    if (test === undefined || first === undefined || args.length !== 1) return undefined;
    const value = this.literal(first, bound);
    if (value === undefined) return undefined;
    const type = owner?.is === "subject" ? findVariable(owner.subject)?.type : undefined;
    // Numbers and lists don't have string methods.
    if (type === "int" || type === "list" || type === "map") return undefined;
    if (test === "match" && isInvalidPattern(value)) return { kind: "failure", text: canonicalCel(first) };
    return owner?.is === "subject" ? textTest(owner, test, value) : undefined;
  }

  private comprehension(
    name: Quantifier,
    receiver: ASTNode,
    [variable, body]: readonly [string, ASTNode],
    bound: Bindings,
  ): Condition | undefined {
    const bodyFor = (item: Operand) => this.condition(body, new Map([...bound, [variable, item]]));
    const map = variablePath(receiver, bound);
    if (map === "req.headers" || map === "req.url.query_params") {
      const presence = keyPresence(map, bodyFor({ is: "subject", subject: anyKey(map), isFolded: false }));
      // Since map keys are unique, exists_one for one key equals exists.
      return name === "exists" || (name === "exists_one" && presence?.kind === "test") ? presence : undefined;
    }
    if (name === "exists_one") return undefined;
    const owner = this.operand(receiver, bound);
    if (owner?.is === "list") {
      const items = owner.items.slice(0, MAX_ITEMS).map((item) => this.operand(item, bound));
      const conditions = items.flatMap((item) => (item === undefined ? [] : bodyFor(item)));
      if (conditions.length < owner.items.length || !conditions.every(isDecomposed)) return undefined;
      return name === "exists" ? disjunction(conditions) : conjunction(conditions);
    }
    const isClaim = owner?.is === "subject" && CLAIM.test(owner.subject);
    if (owner?.is !== "values" && !isClaim) return undefined;
    const element = isClaim ? claimItems(owner) : anyElement(owner as Values);
    const condition = bodyFor(element);
    // `exists` needs all tests to hold for the same element, so only a disjunction of tests can be expressed.
    if (name === "exists" && isAnyElementTest(condition, element.subject)) return condition;
    return name === "all" && isNoElementTest(condition, element.subject) ? condition : undefined;
  }

  private literal(node: ASTNode | undefined, bound: Bindings): string | undefined {
    const operand = node && this.operand(node, bound);
    return operand?.is === "literal" && typeof operand.value === "string" ? operand.value : undefined;
  }

  private operand(node: ASTNode, bound: Bindings): Operand | undefined {
    if (node.op === "value")
      return typeof node.args === "string" || typeof node.args === "boolean"
        ? { is: "literal", value: node.args }
        : undefined;
    if (node.op === "list") return { is: "list", items: node.args };
    if (node.op === "id" && bound.has(node.args)) return bound.get(node.args);
    if (node.op === "." && node.args[1] === "value") {
      const cookie = this.cookieValues(node.args[0], bound);
      if (cookie !== undefined)
        return { is: "subject", subject: `${cookie}[0]`, isFolded: false, needs: cookie };
    }
    if (node.op === "rcall" && node.args[0] === "lowerAscii" && node.args[2].length === 0) {
      const inner = this.operand(node.args[1], bound);
      return inner?.is === "subject" ? { ...inner, isFolded: true } : undefined;
    }
    return this.headerOrParameter(node, bound) ?? this.variable(node, bound);
  }

  /** Returns the values of a header or query parameter, or the first value. */
  private headerOrParameter(node: ASTNode, bound: Bindings): Operand | undefined {
    if (node.op === "call" && node.args[0].startsWith("get")) {
      const { lookUp } = functionNamed(node.args[0]);
      const key = this.literal(node.args[1][0], bound);
      if (!lookUp || key === undefined) return undefined;
      return { is: "values", subject: `${lookUp.base}.${lookUp.folds ? key.toLowerCase() : key}` };
    }
    if (node.op === "[]") {
      const [owner, index] = node.args;
      const values = this.operand(owner, bound);
      if (values?.is === "values" && isZero(index))
        return { is: "subject", subject: `${values.subject}[0]`, isFolded: false, needs: values.subject };
    }
    const { path = "", key = "" } = this.mapAndKey(node, bound) ?? {};
    const isCapitalized = path === "req.headers" && key !== key.toLowerCase();
    this.readsCapitalizedHeader ||= isCapitalized;
    this.readsMissingHeader ||= isCapitalized && !this.findsCapitalizedHeaders;
    const subject = `${path}.${isCapitalized ? key.toLowerCase() : key}`;
    return isCapitalized || isHeaderOrParameter(path, key)
      ? { is: "values", subject, needs: subject }
      : undefined;
  }

  private cookieValues(node: ASTNode, bound: Bindings): string | undefined {
    if (node.op === "call" && node.args[0] === "getReqCookie" && node.args[1].length === 1) {
      const key = this.literal(node.args[1][0], bound);
      return key === undefined ? undefined : `req.cookies.${key}`;
    }
    if (node.op !== "[]" || !isZero(node.args[1])) return undefined;
    const { path, key } = this.mapAndKey(node.args[0], bound) ?? {};
    return path === "req.cookies" ? `${path}.${key}` : undefined;
  }

  private mapAndKey(
    node: ASTNode,
    bound: Bindings,
  ): { readonly path: string; readonly key: string } | undefined {
    if (node.op !== "[]" && node.op !== ".") return undefined;
    const path = variablePath(node.args[0], bound);
    const key = node.op === "." ? node.args[1] : this.literal(node.args[1], bound);
    return path === undefined || key === undefined ? undefined : { path, key };
  }

  private variable(node: ASTNode, bound: Bindings): Operand | undefined {
    const subject = variablePath(node, bound);
    // The fields of `vars.x` aren't tracked.
    if (subject === undefined || !/^(?!vars\.)\w+\.|^vars\.\w+$/.test(subject)) return undefined;
    const value = this.constants.get(subject);
    if (value !== undefined)
      return typeof value === "string" || typeof value === "boolean" ? { is: "literal", value } : undefined;
    const needs = ALWAYS_PRESENT.test(subject) ? undefined : true;
    return { is: "subject", subject, isFolded: false, needs };
  }
}

const isZero = (node: ASTNode): boolean => numberLiteral(node) === 0;

type Quantifier = "exists" | "exists_one" | "all";

const isQuantifier = (name: string): name is Quantifier =>
  name === "exists" || name === "exists_one" || name === "all";

const isDecomposed = (condition: Condition): boolean =>
  condition.kind !== "expression" &&
  (condition.kind === "not"
    ? isDecomposed(condition.of)
    : !("of" in condition) || condition.of.every(isDecomposed));

const isLogicalOperator = ({ op }: ASTNode): boolean => op === "&&" || op === "||" || op === "!_";

/** Compares booleans only with booleans, because values of different types are never equal. */
function equal(operand: Extract<Operand, { is: "subject" }>, value: string | boolean): Condition | undefined {
  if (isBoolean(operand.subject) !== (typeof value === "boolean")) return undefined;
  if (findVariable(operand.subject)?.type === "int") return undefined;
  if (operand.subject === "conn.client_ip.is_tor_node") return value ? TOR : not(TOR);
  return textTest(operand, "equal", String(value));
}

/** Returns the operands of a chain such as `a && b && c`, iteratively, since each operand is a level of the AST. */
function flattenOperands(node: Extract<ASTNode, { op: "&&" | "||" }>): ASTNode[] {
  const operands: ASTNode[] = [];
  const pending: ASTNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.op === node.op) pending.push(...(next.args as readonly ASTNode[]).toReversed());
    else operands.push(next);
  }
  return operands;
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

/** Claims of tokens and users. Their values are strings or lists of strings. */
const CLAIM = /^actions\.ngrok\.\w+\.(?:tokens\[\d+\]\.payload|identity)\.\w/;

const claimItems = ({ subject, isFolded }: Subject): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded,
  needs: subject,
});

const anyElement = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded: false,
  needs,
});

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
  return new ConditionReader(new Map()).subject(ast) ?? (neverFails(ast) ? "always" : undefined);
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
    if (args && namespace?.op === "id" && functionNamed(`${namespace.args}.${name}`).isTotal)
      pending.push(...args);
    else if (node.op === "call" || node.op === "rcall") {
      if (!functionNamed(node.args[0]).isTotal) return false;
      pending.push(...childrenOf(node));
    } else if (["value", "==", "!=", "+", "&&", "||", "!_", "?:"].includes(node.op))
      pending.push(...childrenOf(node));
    else return false;
  }
  return true;
}
