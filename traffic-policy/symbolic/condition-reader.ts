import type { ASTNode } from "@marcbachmann/cel-js";
import { namesAreKnown } from "../check/expressions";
import { constantCel, FAILS } from "../evaluate/constants";
import { TOR_CATEGORY } from "../language/aliases";
import { functionNamed } from "../language/functions";
import { isInterpolated } from "../language/interpolation";
import { canonicalCel, parseCel } from "../language/parse";
import { isRefused } from "../language/patterns";
import { variableAt } from "../variables/variables";
import { comparisonIn } from "./comparisons";
import {
  all,
  always,
  any,
  anyOf,
  type Bound,
  CLAIM,
  type Condition,
  type Constant,
  constant,
  isAnyOf,
  isNoneOf,
  namedIn,
  nameIn,
  not,
  type Operand,
  present,
  type Test,
  test,
  type Values,
  valuesOf,
} from "./condition";
import { isZero, OperandReader } from "./operands";
import { hasRandom, isOpenDraw } from "./random-draws";
import { ALWAYS_THERE, chainOf, isName, isSwitch, isText, readsOf } from "./variable-names";

/**
 * Reads an expression of a rule. Takes time linear in its length.
 *
 * @param constants - Values by the variables that have them: `vars.team`.
 */
export function readCondition(
  expression: string,
  constants: ReadonlyMap<string, Constant> = new Map(),
): Condition {
  const ast = isInterpolated(expression) ? undefined : parseCel(expression);
  // The reads of what nobody can parse are not known either.
  if (ast === undefined)
    return {
      kind: "expression",
      text: expression,
      isKnown: false,
      reads: ["req", "conn", "vars", "actions"],
    };
  const reader = new Reader(constants);
  const folded = reader.condition(ast, new Map());
  if (!reader.hasCapitals) return folded;
  const exact = new Reader(constants, false).condition(ast, new Map());
  return { kind: "open", doubt: CAPITALS, of: [folded, exact] };
}

/** Names of headers are in lower case, by the documentation, which has capitals in some examples. */
const CAPITALS = "the documentation does not say whether req.headers finds a name with capitals";

/** Lists of literals up to this length are taken apart in comprehensions. */
const MOST_ITEMS = 200;

/** Maps whose values have parts: there is one of a name or not. */
const HELD_BY_NAME: readonly string[] = ["req.cookies", "vars"];

/** What an expression reads, where it is a text of the request. */
export const subjectOf = (ast: ASTNode): Pick<Test, "subject" | "isFolded" | "needs"> | undefined =>
  new Reader(new Map()).subject(ast);

class Reader extends OperandReader {
  /** Comprehensions multiply: what is taken apart is limited for the whole expression. */
  private visits = 0;
  private draws = 0;

  subject(node: ASTNode): Pick<Test, "subject" | "isFolded" | "needs"> | undefined {
    const found = this.operand(node, new Map());
    if (found?.is !== "subject") return undefined;
    const { subject, isFolded, needs } = found;
    return { subject, isFolded, ...(needs !== undefined && { needs }) };
  }

  condition(node: ASTNode, bound: Bound): Condition {
    this.visits += 1;
    if (this.visits > 5000) return whole(node, bound);
    const value = isJoint(node) || bound.size > 0 ? undefined : constantCel(node, this.constants);
    if (value === FAILS) return { kind: "failure", text: canonicalCel(node) };
    const outer = this.isMissing;
    this.isMissing = false;
    const read = typeof value === "boolean" ? constant(value) : this.asked(node, bound);
    const isMissing = this.isMissing;
    this.isMissing = outer;
    if (isMissing && !isJoint(node)) return { kind: "failure", text: canonicalCel(node) };
    if (!hasRandom(node)) return read;
    if (read.kind === "not") return not(this.drawn(read.of, node));
    return this.drawn(read, node);
  }

  private drawn(read: Condition, node: ASTNode): Condition {
    if (read.kind !== "expression" || read.draws !== undefined) return read;
    this.draws += 1;
    return { ...read, draws: { index: this.draws, isOpen: isOpenDraw(node) } };
  }

  private asked(node: ASTNode, bound: Bound): Condition {
    switch (node.op) {
      case "value":
        return typeof node.args === "boolean" ? constant(node.args) : whole(node, bound);
      case "!_":
        return not(this.condition(node.args, bound));
      case "&&":
      case "||": {
        const of = sidesOf(node).map((side) => this.condition(side, bound));
        return node.op === "&&" ? all(of) : any(of);
      }
      case "==":
      case "!=": {
        const same = this.equality(node.args, bound) ?? this.firstPart(node.args, bound);
        if (same === undefined) return whole(node, bound);
        return node.op === "==" ? same : not(same);
      }
      case "in":
        return this.membership(node.args, bound) ?? whole(node, bound);
      case "call":
        return this.call(node.args[0], node.args[1], bound) ?? whole(node, bound);
      case "rcall":
        return this.method(node.args[0], node.args[1], node.args[2], bound) ?? whole(node, bound);
      default: {
        const operand = this.operand(node, bound);
        // A variable that is a bool by itself.
        if (operand?.is === "subject" && isSwitch(operand.subject)) return equal(operand, true) as Test;
        if (operand?.is === "literal" && typeof operand.value === "boolean") return constant(operand.value);
        return whole(node, bound);
      }
    }
  }

  private equality([left, right]: readonly [ASTNode, ASTNode], bound: Bound): Condition | undefined {
    const [one, other] = [this.operand(left, bound), this.operand(right, bound)];
    if (one?.is === "literal" && other?.is === "literal") return constant(one.value === other.value);
    if (one?.is === "subject" && other?.is === "literal") return equal(one, other.value);
    return one?.is === "literal" && other?.is === "subject" ? equal(other, one.value) : undefined;
  }

  /** A comparison of what stands before a separator: `req.host.split('.')[0] == 'a'`. */
  private firstPart(
    [left, right]: readonly [ASTNode, ASTNode],
    bound: Bound,
    isLowered = false,
  ): Condition | undefined {
    const value = this.literal(right, bound);
    if (value === undefined)
      return this.literal(left, bound) === undefined ? undefined : this.firstPart([right, left], bound);
    if (left.op === "rcall" && left.args[0] === "lowerAscii" && left.args[2].length === 0)
      return this.firstPart([left.args[1], right], bound, true);
    const split = left.op === "[]" && isZero(left.args[1]) ? left.args[0] : undefined;
    if (split?.op !== "rcall" || split.args[0] !== "split" || split.args[2].length !== 1) return undefined;
    const [text, by] = [this.operand(split.args[1], bound), this.literal(split.args[2][0], bound)];
    if (text?.is !== "subject" || !isText(text.subject) || !by) return undefined;
    const isLetter = isLowered ? /[a-z]/g : /(?!)/g;
    const part = escaped(value).replace(isLetter, (letter) => `[${letter}${letter.toUpperCase()}]`);
    // What makes the separator together with its beginning is no first part, nor is what contains it.
    const isNone = `${value}${by}`.indexOf(by) < value.length || (isLowered && /[A-Z]/.test(value));
    return isNone ? always(text, false) : test(text, "match", `^${part}(?:${escaped(by)}|$)`);
  }

  private membership([item, owner]: readonly [ASTNode, ASTNode], bound: Bound): Condition | undefined {
    const [one, whole] = [this.operand(item, bound), this.operand(owner, bound)];
    if (one?.is === "subject" && whole?.is === "list") {
      const literals = whole.items.map((each) => this.operand(each, bound));
      const tests = literals.map((each) => (each?.is === "literal" ? equal(one, each.value) : undefined));
      if (tests.includes(undefined)) return undefined;
      return tests.length === 0 ? always(one, false) : any(tests as Condition[]);
    }
    if (one?.is !== "literal" || typeof one.value !== "string") return undefined;
    if (whole?.is === "values") return test(anyOf(whole), "equal", one.value);
    if (whole?.is === "subject" && CLAIM.test(whole.subject))
      return test(valuesOf(whole), "equal", one.value);
    const path = chainOf(owner, bound);
    if (path === undefined) return undefined;
    if (variableAt(path)?.type === "list")
      return test(
        { subject: `${path}[*]`, isFolded: false, ...(!ALWAYS_THERE.test(path) && { needs: true }) },
        "equal",
        one.value,
      );
    if (path === "req.headers" && one.value !== one.value.toLowerCase()) {
      this.hasCapitals = true;
      return this.findsCapitals ? present(path, one.value.toLowerCase()) : constant(false);
    }
    return isName(path, one.value) || HELD_BY_NAME.includes(path) ? present(path, one.value) : undefined;
  }

  private call(name: string, args: readonly ASTNode[], bound: Bound): Condition | undefined {
    const [first, second] = args;
    if (name === "has" && first) {
      const { path, key } = this.keyIn(first, bound) ?? {};
      if (path === "req.headers" && key !== undefined && key !== key.toLowerCase()) {
        this.hasCapitals = true;
        return this.findsCapitals ? present(path, key.toLowerCase()) : constant(false);
      }
      if (path !== undefined && key !== undefined && HELD_BY_NAME.includes(path)) return present(path, key);
      const operand = this.operand(first, bound);
      if (operand?.is === "subject" && operand.needs === undefined) return constant(true);
      return operand?.is === "values"
        ? { kind: "test", subject: operand.subject, is: "present", value: "", isFolded: false }
        : undefined;
    }
    const named = name.startsWith("has") ? functionNamed(name).lookUp : undefined;
    if (named && first) {
      const key = this.operand(first, bound);
      if (key?.is !== "literal" || typeof key.value !== "string") return undefined;
      return present(named.base, named.folds ? key.value.toLowerCase() : key.value);
    }
    if (name === "matches" && first && second) return this.method(name, first, [second], bound);
    if (functionNamed(name).test !== "network" || !first || !second) return undefined;
    const [address, ranges] = [this.operand(first, bound), this.operand(second, bound)];
    if (address?.is !== "subject" || address.isFolded) return undefined;
    const given = ranges?.is === "list" ? ranges.items.map((item) => this.operand(item, bound)) : [ranges];
    const texts = given.map((one) =>
      one?.is === "literal" && typeof one.value === "string" ? one.value : undefined,
    );
    if (texts.includes(undefined)) return undefined;
    if (texts.length === 0) return always(address, false);
    return any((texts as string[]).map((cidr) => test(address, "network", cidr)));
  }

  private method(
    name: string,
    receiver: ASTNode,
    args: readonly ASTNode[],
    bound: Bound,
  ): Condition | undefined {
    const owner = this.operand(receiver, bound);
    const [first, second] = args;
    if (isQuantifier(name) && first?.op === "id" && second && args.length === 2)
      return this.comprehension(name, this.namesOf(receiver, bound) ?? owner, [first.args, second], bound);
    const kind = functionNamed(name).test;
    if (kind === undefined || first === undefined || args.length !== 1) return undefined;
    const value = this.operand(first, bound);
    if (value?.is !== "literal" || typeof value.value !== "string") return undefined;
    const type = owner?.is === "subject" ? variableAt(owner.subject)?.type : undefined;
    // A number or list has no such function.
    if (type === "int" || type === "list" || type === "map") return undefined;
    if (kind === "match" && isRefused(value.value)) return { kind: "failure", text: canonicalCel(first) };
    return owner?.is === "subject" ? test(owner, kind, value.value) : undefined;
  }

  private comprehension(
    name: Quantifier,
    owner: Operand | { readonly is: "names"; readonly map: string } | undefined,
    [variable, body]: readonly [string, ASTNode],
    bound: Bound,
  ): Condition | undefined {
    const of = (value: Operand) => this.condition(body, new Map([...bound, [variable, value]]));
    if (owner?.is === "names") {
      const any = { is: "subject", subject: nameIn(owner.map), isFolded: false } as const;
      const found = namedIn(owner.map, of(any));
      // A map has a name once.
      return name === "exists" || (name === "exists_one" && found?.kind === "test") ? found : undefined;
    }
    if (name === "exists_one") return undefined;
    if (owner?.is === "list") {
      if (owner.items.length > MOST_ITEMS) return undefined;
      const each = owner.items.map((item) => {
        const value = this.operand(item, bound);
        return value && of(value);
      });
      if (!each.every((one) => one !== undefined && isTakenApart(one))) return undefined;
      return name === "exists" ? any(each as Condition[]) : all(each as Condition[]);
    }
    const isClaim = owner?.is === "subject" && CLAIM.test(owner.subject);
    if (owner?.is !== "values" && !isClaim) return undefined;
    const each = isClaim ? valuesOf(owner) : anyOf(owner as Values);
    const about = of(each);
    // Of one and the same value several tests have to hold; one of them, or none, may hold of any.
    if (name === "exists" && isAnyOf(about, each.subject)) return about;
    return name === "all" && isNoneOf(about, each.subject) ? about : undefined;
  }

  /** The names of headers or parameters, where an expression takes them as a list. */
  private namesOf(node: ASTNode, bound: Bound): { readonly is: "names"; readonly map: string } | undefined {
    const map = chainOf(node, bound);
    return map === "req.headers" || map === "req.url.query_params" ? { is: "names", map } : undefined;
  }
}

type Quantifier = "exists" | "exists_one" | "all";

const isQuantifier = (name: string): name is Quantifier =>
  name === "exists" || name === "exists_one" || name === "all";

/** Whether no part of a condition is an expression that stands for itself. */
const isTakenApart = (condition: Condition): boolean =>
  condition.kind !== "expression" &&
  (condition.kind === "not"
    ? isTakenApart(condition.of)
    : !("of" in condition) || condition.of.every(isTakenApart));

/** A text as a regular expression that finds it. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");

/** What is taken apart into its sides. */
const isJoint = ({ op }: ASTNode): boolean => op === "&&" || op === "||" || op === "!_" || op === "?:";

/** Values of different types are unequal: a bool is compared only with what is known to be one. */
function equal(operand: Extract<Operand, { is: "subject" }>, value: string | boolean): Condition | undefined {
  if (isSwitch(operand.subject) !== (typeof value === "boolean")) return undefined;
  if (variableAt(operand.subject)?.type === "int") return undefined;
  if (operand.subject === "conn.client_ip.is_tor_node") return value ? TOR : not(TOR);
  return test(operand, "equal", String(value));
}

const TOR: Test = {
  kind: "test",
  subject: "conn.client_ip.categories[*]",
  is: "equal",
  value: TOR_CATEGORY,
  isFolded: false,
};

/** `a && b && c` is nested as deep as it is long. */
function sidesOf(node: Extract<ASTNode, { op: "&&" | "||" }>): ASTNode[] {
  const sides: ASTNode[] = [];
  const open: ASTNode[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.op === node.op) open.push(...(next.args as readonly ASTNode[]).toReversed());
    else sides.push(next);
  }
  return sides;
}

/** An expression as a whole; a comparison with what is written out by the one of its kind, so that it equals its opposite. */
function whole(node: ASTNode, bound: Bound): Condition {
  if (bound.size > 0) {
    const text = canonicalCel(node);
    const within = JSON.stringify([...bound].map(([name, value]) => [name, spelled(value)]));
    return { kind: "expression", text: `${text} where ${within}`, isKnown: false, reads: readsOf(text) };
  }
  const comparison = comparisonIn(node);
  const text = comparison?.text ?? canonicalCel(node);
  const read: Condition = {
    kind: "expression",
    text,
    reads: readsOf(text),
    isKnown: namesAreKnown(node),
    ...(comparison && { compares: comparison.compares }),
  };
  return comparison?.isOpposite ? not(read) : read;
}

const spelled = (operand: Operand): unknown =>
  operand.is === "list"
    ? operand.items.map(canonicalCel)
    : operand.is === "literal"
      ? operand.value
      : operand.subject;
