import type { ASTNode } from "@marcbachmann/cel-js";
import { canonicalName, TOR_CATEGORY } from "../language/aliases";
import { functionNamed } from "../language/functions";
import { isInterpolated } from "../language/interpolation";
import { canonicalCel, constantCel, FAILS, parseCel, partsOf } from "../language/parse";
import { finds, isRefused } from "../language/patterns";
import { VARIABLES, type VariableNode } from "../variables/variables";

/** One question about a value of the connection or request. */
export interface Test {
  readonly kind: "test";
  /**
   * The value, as a variable: `req.url.path`, `conn.client_ip`. Of values by name, `req.headers.x-user[0]` is the first
   * one of a name, `req.headers.x-user[*]` any of them, and `req.headers.x-user` whether there is one.
   */
  readonly subject: string;
  readonly is: "equal" | "start" | "end" | "part" | "match" | "network" | "present";
  /** What it is compared with: a text, a regular expression, a CIDR; for `present` how many there are at least, if it is not one. */
  readonly value: string;
  /** Letters A to Z count as a to z. */
  readonly isFolded: boolean;
  /** The expression fails where this, or, if it is `true`, the subject itself, is not there. */
  readonly needs?: string | true;
}

/** When a rule runs. */
export type Condition =
  | Test
  | { readonly kind: "constant"; readonly value: boolean }
  /** An expression that fails for each request. */
  | { readonly kind: "failure"; readonly text: string }
  | { readonly kind: "not"; readonly of: Condition }
  /** One of two readings, which the documentation leaves open: all requests are read alike. */
  | { readonly kind: "open"; readonly doubt: string; readonly of: readonly [Condition, Condition] }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] }
  /**
   * An expression, in its canonical spelling, of which nothing is known but that it gives the same for the same client. One
   * with `draws` reads random numbers, and gives something else each time that it is evaluated.
   */
  | {
      readonly kind: "undecided";
      readonly text: string;
      readonly reads: readonly string[];
      readonly draws?: Draws;
    };

/** A read of random numbers. */
interface Draws {
  /** Tells it from others of the expression. */
  readonly index: number;
  /** It certainly is true for some draws, and false for others. */
  readonly isOpen: boolean;
}

/** A value that a policy writes out. */
export type Constant = string | number | boolean | null | readonly Constant[];

type Join = (of: readonly Condition[]) => Condition;

const constant = (value: boolean): Condition => ({ kind: "constant", value });
const not = (of: Condition): Condition => ({ kind: "not", of });
const [all, any] = (["all", "any"] as const).map(
  (kind) =>
    (of: readonly Condition[]): Condition =>
      of.length === 1 ? (of[0] as Condition) : { kind, of },
) as [Join, Join];

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
    return { kind: "undecided", text: expression, reads: ["req", "conn", "vars", "actions"] };
  const reader = new Reader(constants);
  const folded = reader.condition(ast, new Map());
  if (!reader.hasCapitals) return folded;
  const exact = new Reader(constants, false).condition(ast, new Map());
  return { kind: "open", doubt: CAPITALS, of: [folded, exact] };
}

/** Names of headers are in lower case, by the documentation, which has capitals in some examples. */
const CAPITALS = "the documentation does not say whether req.headers finds a name with capitals";

/**
 * Whether a part `${...}` of a text can be filled in: for each request, for none, where what it reads is there, or nobody can
 * tell for which.
 */
export function fillOf(expression: string): boolean | Pick<Test, "subject" | "needs"> | undefined {
  const ast = parseCel(expression);
  if (ast === undefined) return undefined;
  const value = constantCel(ast, new Map());
  if (value !== undefined) return value !== FAILS;
  return new Reader(new Map()).subject(ast) ?? (neverFails(ast) ? true : undefined);
}

/** Names of a comprehension that stand for a literal, or for any value of a subject. */
type Bound = ReadonlyMap<string, Operand>;

type Operand =
  | { readonly is: "literal"; readonly value: string | boolean }
  | { readonly is: "list"; readonly items: readonly ASTNode[] }
  | ({ readonly is: "subject" } & Pick<Test, "subject" | "isFolded" | "needs">)
  /** The values of a name: `req.headers['x-user']`. */
  | ({ readonly is: "values" } & Pick<Test, "subject" | "needs">);

/** Lists of literals up to this length are taken apart in comprehensions. */
const MOST_ITEMS = 200;

type Comparison = "==" | "<" | "<=" | ">" | ">=";

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  "==": "==",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** The number of bytes of the body, of which the header tells. */
export const BODY_LENGTH = "req.content_length";

const NAMED_VALUES: readonly string[] = ["req.headers", "req.url.query_params"];

/** Maps whose values have parts: there is one of a name or not. */
const HELD_BY_NAME: readonly string[] = ["req.cookies", "vars"];

/** Variables that each request has. */
const ALWAYS_THERE =
  /^(?:req\.(?:method|host|user_agent(?:\.\w+)?|content_type|url(?:\.(?:path|raw_path|query|uri|host|scheme|raw|authority))?)|conn\.(?:client_ip|geo|tls)(?:\.(?!sni|client\b)[\w.]+)?|endpoint\.\w+)$/;

const ROOTS: readonly string[] = ["req", "conn", "endpoint", "vars", "actions", "time", "res"];

class Reader {
  /** Comprehensions multiply: what is taken apart is limited for the whole expression. */
  private visits = 0;
  private draws = 0;
  /** Whether a name of a header with capitals was read. */
  hasCapitals = false;
  private isMissing = false;
  private isJoined: Extract<Operand, { is: "values" }> | undefined;

  constructor(
    private readonly constants: ReadonlyMap<string, Constant>,
    /** Whether `req.headers` finds names with capitals. */
    private readonly findsCapitals = true,
  ) {}

  subject(node: ASTNode): Pick<Test, "subject" | "isFolded" | "needs"> | undefined {
    const found = this.operand(node, new Map());
    if (found?.is !== "subject") return undefined;
    const { subject, isFolded, needs } = found;
    return { subject, isFolded, ...(needs !== undefined && { needs }) };
  }

  condition(node: ASTNode, bound: Bound): Condition {
    this.visits += 1;
    if (this.visits > 5000) return undecided(node);
    const value = isJoint(node) || bound.size > 0 ? undefined : constantCel(node, this.constants);
    if (value === FAILS) return { kind: "failure", text: canonicalCel(node) };
    const [outer, outerJoined] = [this.isMissing, this.isJoined];
    [this.isMissing, this.isJoined] = [false, undefined];
    const given = typeof value === "boolean" ? constant(value) : this.asked(node, bound);
    const [isMissing, joined] = [this.isMissing, this.isJoined];
    [this.isMissing, this.isJoined] = [outer, outerJoined];
    if (isMissing && !isJoint(node)) return { kind: "failure", text: canonicalCel(node) };
    const read =
      joined && given.kind !== "undecided"
        ? ofFew(joined, given, ofEmpty(given), undecided(node, bound))
        : given;
    if (read.kind !== "undecided" || read.draws !== undefined || !hasRandom(node)) return read;
    this.draws += 1;
    return { ...read, draws: { index: this.draws, isOpen: isOpenDraw(node) } };
  }

  private asked(node: ASTNode, bound: Bound): Condition {
    switch (node.op) {
      case "value":
        return typeof node.args === "boolean" ? constant(node.args) : undecided(node);
      case "!_":
        return not(this.condition(node.args, bound));
      case "&&":
      case "||": {
        const of = sidesOf(node).map((side) => this.condition(side, bound));
        return node.op === "&&" ? all(of) : any(of);
      }
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.bodyLength(node.op, node.args) ?? undecided(node, bound);
      case "==":
      case "!=": {
        const same =
          this.unequal(node, bound) ??
          this.sameList(node.args, bound) ??
          this.equality(node.args, bound) ??
          this.bodyLength("==", node.args) ??
          this.firstPart(node.args, bound) ??
          this.truth(node.args, bound);
        if (same === undefined) return undecided(node, bound);
        return node.op === "==" ? same : not(same);
      }
      case "in":
        return this.membership(node.args, bound) ?? undecided(node, bound);
      case "call":
        return this.call(node.args[0], node.args[1], bound) ?? undecided(node, bound);
      case "rcall":
        return this.method(node.args[0], node.args[1], node.args[2], bound, node) ?? undecided(node, bound);
      default: {
        const operand = this.operand(node, bound);
        // A variable that is a bool by itself.
        if (operand?.is === "subject" && isSwitch(operand.subject)) return equal(operand, true) as Test;
        if (operand?.is === "literal" && typeof operand.value === "boolean") return constant(operand.value);
        return undecided(node, bound);
      }
    }
  }

  /** A number is equal to no text, or comparing them fails. */
  private unequal(node: Extract<ASTNode, { op: "==" | "!=" }>, bound: Bound): Condition | undefined {
    const sides = node.args.map((side) => this.operand(side, bound));
    const isNumber = (side: Operand | undefined) =>
      side?.is === "subject" && variableAt(side.subject)?.type === "int";
    if (!sides.some(isNumber) || !sides.some((side) => side?.is === "literal")) return undefined;
    const given = undecided(node, bound);
    // Its value would not tell which of the two it is.
    const open =
      given.kind === "undecided"
        ? { ...given, reads: given.reads.filter((root) => root !== "endpoint") }
        : given;
    return any([constant(false), all([open, { kind: "failure", text: canonicalCel(node) }])]);
  }

  /** Whether a condition is `true`, or `false`. */
  private truth([left, right]: readonly [ASTNode, ASTNode], bound: Bound): Condition | undefined {
    const value = right.op === "value" ? right.args : undefined;
    if (typeof value !== "boolean")
      return left.op === "value" && typeof left.args === "boolean"
        ? this.truth([right, left], bound)
        : undefined;
    const asked = this.condition(left, bound);
    if (asked.kind === "undecided") return undefined;
    return value ? asked : not(asked);
  }

  private equality([left, right]: readonly [ASTNode, ASTNode], bound: Bound): Condition | undefined {
    const [one, other] = [this.operand(left, bound), this.operand(right, bound)];
    if (one?.is === "literal" && other?.is === "literal") return constant(one.value === other.value);
    if (one?.is === "subject" && other?.is === "literal") return equal(one, other.value);
    return one?.is === "literal" && other?.is === "subject" ? equal(other, one.value) : undefined;
  }

  /** A comparison of the length of the body with a number. */
  private bodyLength(op: Comparison, [left, right]: readonly [ASTNode, ASTNode]): Condition | undefined {
    const number = numberIn(right);
    if (number === undefined)
      return numberIn(left) === undefined ? undefined : this.bodyLength(MIRRORED[op], [right, left]);
    if (chainOf(left, new Map()) !== BODY_LENGTH) return undefined;
    return compared(op, number, (least) =>
      test({ subject: BODY_LENGTH, isFolded: false, needs: true }, "match", numeralFrom(least)),
    );
  }

  private literal(node: ASTNode | undefined, bound: Bound): string | undefined {
    const found = node && this.operand(node, bound);
    return found?.is === "literal" && typeof found.value === "string" ? found.value : undefined;
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

  /** A comparison of all values of a name with a list of one text. */
  private sameList([left, right]: readonly [ASTNode, ASTNode], bound: Bound): Condition | undefined {
    const [one, other] = [this.operand(left, bound), this.operand(right, bound)];
    if (one?.is === "list" && other?.is === "values") return this.sameList([right, left], bound);
    if (one?.is !== "values" || other?.is !== "list" || other.items.length > 1) return undefined;
    const [item] = other.items;
    if (item === undefined) return orFails(one, not(countOf(one, 1)));
    const value = this.literal(item, bound);
    if (value === undefined) return undefined;
    return orFails(one, all([countOf(one, 1), not(countOf(one, 2)), test(firstOf(one), "equal", value)]));
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
    node?: ASTNode,
  ): Condition | undefined {
    const owner = this.operand(receiver, bound);
    const [first, second] = args;
    if (node && isQuantifier(name) && first?.op === "id" && second && args.length === 2)
      return this.comprehension(
        name,
        this.namesOf(receiver, bound) ?? owner,
        node,
        [first.args, second],
        bound,
      );
    const kind = functionNamed(name).test;
    if (kind === undefined || first === undefined || args.length !== 1) return undefined;
    const value = this.operand(first, bound);
    if (value?.is !== "literal" || typeof value.value !== "string") return undefined;
    const type = owner?.is === "subject" ? variableAt(owner.subject)?.type : undefined;
    // A number or list has no such function.
    if (type === "int" || type === "list" || type === "map")
      return { kind: "failure", text: canonicalCel(receiver) };
    if (kind === "match" && isRefused(value.value)) return { kind: "failure", text: canonicalCel(first) };
    if (owner?.is === "subject") return test(owner, kind, value.value);
    if (owner?.is !== "literal" || typeof owner.value !== "string") return undefined;
    const [text, part] = [owner.value, value.value];
    const is =
      kind === "start"
        ? text.startsWith(part)
        : kind === "end"
          ? text.endsWith(part)
          : kind === "match"
            ? finds(part, text)
            : text.includes(part);
    return is === undefined ? undefined : constant(is);
  }

  private comprehension(
    name: Quantifier,
    owner: Operand | "names" | undefined,
    node: ASTNode,
    [variable, body]: readonly [string, ASTNode],
    bound: Bound,
  ): Condition | undefined {
    const of = (value: Operand) => this.condition(body, new Map([...bound, [variable, value]]));
    if (owner === "names") {
      const found = of({ is: "subject", subject: HEADER_NAME, isFolded: false });
      return name === "exists" ? namedIn(found) : undefined;
    }
    if (owner?.is === "list") {
      if (owner.items.length > MOST_ITEMS) return undefined;
      const each = owner.items.map((item) => {
        const value = this.operand(item, bound);
        return value && of(value);
      });
      if (each.includes(undefined)) return undefined;
      const conditions = each as Condition[];
      if (name === "exists") return any(conditions);
      if (name === "all") return all(conditions);
      return conditions.length > MOST_EACH
        ? undefined
        : any(conditions.map((one, at) => all(conditions.map((other, n) => (n === at ? one : not(other))))));
    }
    const isClaim = owner?.is === "subject" && CLAIM.test(owner.subject);
    if (owner?.is !== "values" && !isClaim) return undefined;
    const each = isClaim ? valuesOf(owner) : anyOf(owner as Values);
    const about = of(each);
    // Of one and the same value several tests have to hold; one of them, or none, may hold of any.
    if (name === "exists" && isAnyOf(about, each.subject)) return about;
    if (name === "all" && isNoneOf(about, each.subject)) return about;
    if (owner.is !== "values") return undefined;
    const first = of(firstOf(owner));
    if (first.kind === "undecided") return undefined;
    return ofFew(owner, first, constant(name === "all"), undecided(node, bound));
  }

  /** The names of headers, where an expression takes them as a list. */
  private namesOf(node: ASTNode, bound: Bound): "names" | undefined {
    return chainOf(node, bound) === "req.headers" ? "names" : undefined;
  }

  private operand(node: ASTNode, bound: Bound): Operand | undefined {
    if (node.op === "value")
      return typeof node.args === "string" || typeof node.args === "boolean"
        ? { is: "literal", value: node.args }
        : undefined;
    if (node.op === "list") return { is: "list", items: node.args };
    if (node.op === "id" && bound.has(node.args)) return bound.get(node.args);
    if (node.op === "." && node.args[1] === "value") {
      const cookie = this.cookie(node.args[0], bound);
      if (cookie !== undefined)
        return { is: "subject", subject: `${cookie}[0]`, isFolded: false, needs: cookie };
    }
    if (node.op === "rcall" && node.args[0] === "join" && node.args[2].length < 2) {
      const values = this.operand(node.args[1], bound);
      if (values?.is !== "values" || (this.isJoined && this.isJoined.subject !== values.subject))
        return undefined;
      this.isJoined = values;
      return firstOf(values);
    }
    if (node.op === "rcall" && node.args[2].length === 0) {
      const inner = this.operand(node.args[1], bound);
      const folds = ["lower", "lowerAscii"].includes(node.args[0]);
      // Other letters than those of ASCII may become these.
      if (
        inner?.is !== "subject" ||
        !folds ||
        !(node.args[0] === "lowerAscii" || IN_ASCII.test(inner.subject))
      )
        return undefined;
      return { ...inner, isFolded: true };
    }
    return this.named(node, bound) ?? this.variable(node, bound);
  }

  /** The values of a header, query parameter or cookie, or the first of them. */
  private named(node: ASTNode, bound: Bound): Operand | undefined {
    if (node.op === "call" && node.args[0].startsWith("get")) {
      const given = functionNamed(node.args[0]).lookUp;
      const key = node.args[1][0] && this.operand(node.args[1][0], bound);
      if (!given || key?.is !== "literal" || typeof key.value !== "string") return undefined;
      return { is: "values", subject: `${given.base}.${given.folds ? key.value.toLowerCase() : key.value}` };
    }
    if (node.op === "[]") {
      const [owner, index] = node.args;
      const values = this.operand(owner, bound);
      if (values?.is === "values" && isZero(index))
        return { is: "subject", subject: `${values.subject}[0]`, isFolded: false, needs: values.subject };
    }
    const { path = "", key: named = "" } = this.keyIn(node, bound) ?? {};
    const isCapital = path === "req.headers" && named !== named.toLowerCase();
    const key = isCapital ? named.toLowerCase() : named;
    this.hasCapitals ||= isCapital;
    this.isMissing ||= isCapital && !this.findsCapitals;
    return isName(path, key)
      ? { is: "values", subject: `${path}.${key}`, needs: `${path}.${key}` }
      : undefined;
  }

  /** The name of the cookie of which an expression takes the first one. */
  private cookie(node: ASTNode, bound: Bound): string | undefined {
    if (node.op === "call" && node.args[0] === "getReqCookie" && node.args[1].length === 1) {
      const key = this.operand(node.args[1][0] as ASTNode, bound);
      return key?.is === "literal" && typeof key.value === "string" ? `req.cookies.${key.value}` : undefined;
    }
    if (node.op !== "[]" || !isZero(node.args[1])) return undefined;
    const { path, key } = this.keyIn(node.args[0], bound) ?? {};
    return path === "req.cookies" ? `${path}.${key}` : undefined;
  }

  /** A map of the request, and the key by which an expression takes a part of it. */
  private keyIn(node: ASTNode, bound: Bound): { readonly path: string; readonly key: string } | undefined {
    if (node.op !== "[]" && node.op !== ".") return undefined;
    const path = chainOf(node.args[0], bound);
    const key: Operand | undefined =
      node.op === "." ? { is: "literal", value: node.args[1] } : this.operand(node.args[1], bound);
    if (path === undefined || key?.is !== "literal" || typeof key.value !== "string") return undefined;
    return { path, key: key.value };
  }

  private variable(node: ASTNode, bound: Bound): Operand | undefined {
    const subject = chainOf(node, bound);
    // A variable of the policy's own may be a map: what is in it is not followed.
    if (subject === undefined || !/^(?!vars\.)\w+\.|^vars\.\w+$/.test(subject)) return undefined;
    const value = this.constants.get(subject);
    if (value !== undefined)
      return typeof value === "string" || typeof value === "boolean" ? { is: "literal", value } : undefined;
    return {
      is: "subject",
      subject,
      isFolded: false,
      ...(!ALWAYS_THERE.test(subject) && { needs: true }),
    };
  }
}

type Quantifier = "exists" | "exists_one" | "all";

const isQuantifier = (name: string): name is Quantifier =>
  name === "exists" || name === "exists_one" || name === "all";

/** Lists up to this are taken apart for `exists_one`. */
const MOST_EACH = 8;

type Values = Extract<Operand, { is: "values" }>;
type Subject = Extract<Operand, { is: "subject" }>;

/** Stands for any name of a header. */
const HEADER_NAME = "req.headers.*";

/** Whether a condition asks for some names of headers: the same of their presence. */
function namedIn(condition: Condition): Condition | undefined {
  if (condition.kind === "any") {
    const each = condition.of.map(namedIn);
    return each.includes(undefined) ? undefined : any(each as Condition[]);
  }
  const isName = condition.kind === "test" && condition.subject === HEADER_NAME && condition.is === "equal";
  return isName ? present("req.headers", condition.value.toLowerCase()) : undefined;
}

const isAnyOf = (condition: Condition, subject: string): boolean =>
  condition.kind === "any"
    ? condition.of.every((one) => isAnyOf(one, subject))
    : condition.kind === "test" && condition.subject === subject;

const isNoneOf = (condition: Condition, subject: string): boolean =>
  condition.kind === "all"
    ? condition.of.every((one) => isNoneOf(one, subject))
    : condition.kind === "not" && isAnyOf(condition.of, subject);

/** Claims of tokens and of users: texts, or lists of texts. */
const CLAIM = /^actions\.ngrok\.\w+\.(?:tokens\[\d+\]\.payload|identity)\.\w/;

/** The items of a claim that is a list. */
const valuesOf = ({ subject, isFolded }: Subject): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded,
  needs: subject,
});

const firstOf = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[0]`,
  isFolded: false,
  needs: needs ?? subject,
});

/** That there are so many values of a name, or more. */
const countOf = ({ subject }: Values, least: number): Test => ({
  kind: "test",
  subject,
  is: "present",
  value: least === 1 ? "" : String(least),
  isFolded: false,
});

/** A condition that fails where a name that has to be there is not. */
function orFails(values: Values, of: Condition): Condition {
  if (values.needs === undefined) return of;
  const isThere = countOf(values, 1);
  return any([all([isThere, of]), all([not(isThere), { kind: "failure", text: values.subject }])]);
}

/** A condition on all values of a name, told by the first one where there are no others. */
function ofFew(values: Values, ofFirst: Condition, ofNone: Condition, ofMany: Condition): Condition {
  const [one, many] = [countOf(values, 1), countOf(values, 2)];
  return orFails(values, any([all([not(one), ofNone]), all([one, not(many), ofFirst]), all([many, ofMany])]));
}

/** A condition on one text, of the empty one. */
function ofEmpty(condition: Condition): Condition {
  switch (condition.kind) {
    case "not":
      return not(ofEmpty(condition.of));
    case "all":
    case "any":
      return { kind: condition.kind, of: condition.of.map(ofEmpty) };
    case "test":
      return constant(
        condition.is === "match" ? finds(condition.value, "") === true : condition.value === "",
      );
    default:
      return condition;
  }
}

/** Any of the values of a name, which there need not be. */
const anyOf = ({ subject, needs }: Values): Subject => ({
  is: "subject",
  subject: `${subject}[*]`,
  isFolded: false,
  ...(needs !== undefined && { needs }),
});

const present = (base: string, name: string): Test => ({
  kind: "test",
  subject: `${base}.${name}`,
  is: "present",
  value: "",
  isFolded: false,
});

function test(
  { subject, isFolded, needs }: Omit<Extract<Operand, { is: "subject" }>, "is">,
  is: Test["is"],
  value: string,
): Test {
  return { kind: "test", subject, is, value, isFolded, ...(needs !== undefined && { needs }) };
}

/** The same for each text, where there is one: elsewhere the expression fails. */
const always = (subject: Omit<Extract<Operand, { is: "subject" }>, "is">, value: boolean): Condition => {
  if (subject.needs === undefined) return constant(value);
  const isThere = test(subject, "start", "");
  return value ? isThere : not(isThere);
};

/** Texts that have no letters besides those of ASCII. */
const IN_ASCII =
  /^(?:req\.(?:method|host|url\.(?:path|host|authority|scheme))|conn\.client_ip|endpoint\.\w+)$/;

/** A text as a regular expression that finds it. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");

/** A comparison of a count with a number. @param atLeast - That it is so many or more. */
function compared(op: Comparison, count: number, atLeast: (least: number) => Condition): Condition {
  switch (op) {
    case "==":
      return count === 0 ? not(atLeast(1)) : all([atLeast(count), not(atLeast(count + 1))]);
    case ">":
      return atLeast(count + 1);
    case ">=":
      return atLeast(count);
    case "<":
      return not(atLeast(count));
    case "<=":
      return not(atLeast(count + 1));
  }
}

/** Whether an expression certainly gives a value for each request. */
function neverFails(root: ASTNode): boolean {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const chain = chainOf(node, new Map());
    if (chain !== undefined) {
      if (!ALWAYS_THERE.test(chain) && chain !== "time.now") return false;
      continue;
    }
    const [name, namespace, args] = node.op === "rcall" ? node.args : [];
    if (args && namespace?.op === "id" && functionNamed(`${namespace.args}.${name}`).isTotal)
      open.push(...args);
    else if (node.op === "call" || node.op === "rcall") {
      if (!functionNamed(node.args[0]).isTotal) return false;
      open.push(...partsOf(node));
    } else if (["value", "==", "!=", "+", "&&", "||", "!_", "?:"].includes(node.op))
      open.push(...partsOf(node));
    else return false;
  }
  return true;
}

const isZero = (node: ASTNode): boolean => literalIn(node) === 0;

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

/** Whether a variable is a bool. */
const isSwitch = (subject: string): boolean => variableAt(subject)?.type === "bool";

/** Whether a variable is a text, or a value by name. */
const isText = (subject: string): boolean =>
  subject.endsWith("[0]") || variableAt(subject)?.type === "string";

/** A number of an expression that is neither negative nor very large. */
function numberIn(node: ASTNode): number | undefined {
  if (node.op !== "value" || !/^\d{1,12}$/.test(String(node.args)) || typeof node.args === "string")
    return undefined;
  return Number(node.args);
}

/** A pattern of the numerals of a number and all above it. */
function numeralFrom(least: number): string {
  const digits = String(least);
  // One more digit, or the same up to a digit that is higher.
  const above = [...digits].flatMap((digit, at) =>
    digit === "9" ? [] : [`${digits.slice(0, at)}[${Number(digit) + 1}-9][0-9]{${digits.length - at - 1}}`],
  );
  return `^0*(?:[1-9][0-9]{${digits.length},}|${[...above, digits].join("|")})$`;
}

/** A variable of the service. */
function variableAt(subject: string): VariableNode | undefined {
  let [node, parts]: [VariableNode | undefined, ReadonlyMap<string, VariableNode>] = [undefined, VARIABLES];
  for (const part of subject.split(".")) {
    node = parts.get(part);
    if (node === undefined) return undefined;
    parts = node.parts;
  }
  return node;
}

/** The service is not known to find a header by another case than its own. */
const isName = (path: string, name: string): boolean =>
  NAMED_VALUES.includes(path) && (path !== "req.headers" || name === name.toLowerCase());

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

/** A chain of fields from a variable of the service: `req.url.path`. */
function chainOf(node: ASTNode, bound: Bound): string | undefined {
  const fields: string[] = [];
  let [at, isIndexed] = [node, false];
  for (let name = fieldOf(at); name !== undefined; name = fieldOf(at)) {
    isIndexed ||= at.op === "[]";
    fields.unshift(name);
    at = (at as Extract<ASTNode, { op: "." | "[]" }>).args[0];
  }
  if (at.op !== "id" || bound.has(at.args) || !ROOTS.includes(at.args)) return undefined;
  const path = canonicalName([at.args, ...fields].join(".").replaceAll(".[", "["));
  // What is no variable by itself may be a key of a map.
  return !isIndexed || at.args === "vars" || at.args === "actions" || variableAt(path) !== undefined
    ? path
    : undefined;
}

/** The field that an expression takes last: `vars['team']` is `vars.team`, `endpoint['host']` is `endpoint.host`. */
function fieldOf({ op, args }: ASTNode): string | undefined {
  if (op === ".") return args[1];
  if (op !== "[]" || args[1].op !== "value") return undefined;
  const name = args[1].args;
  if (typeof name === "bigint" || typeof name === "number") return `[${name}]`;
  return typeof name === "string" && /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

function undecided(node: ASTNode, bound?: Bound): Condition {
  const within =
    bound && bound.size > 0
      ? ` where ${JSON.stringify([...bound].map(([name, value]) => [name, spelled(value)]))}`
      : "";
  const text = canonicalCel(node);
  return { kind: "undecided", text: `${text}${within}`, reads: readsOf(text) };
}

/** Whether an expression calls a macro of random numbers. */
const isRandom = (node: ASTNode): boolean =>
  node.op === "rcall" && node.args[1].op === "id" && node.args[1].args === "rand";

function hasRandom(root: ASTNode): boolean {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isRandom(node)) return true;
    open.push(...partsOf(node));
  }
  return false;
}

/** Whether a comparison of a random number with a literal certainly is true for some draws and false for others. */
function isOpenDraw(node: ASTNode): boolean {
  if (!["<", "<=", ">", ">=", "==", "!="].includes(node.op)) return false;
  const [left, right] = node.args as readonly ASTNode[];
  const drawn = left && isRandom(left) ? left : right;
  const limit = literalIn(drawn === left ? right : left);
  if (drawn?.op !== "rcall" || limit === undefined) return false;
  const [name, , args] = drawn.args;
  if (name === "double" && args.length === 0)
    return node.op !== "==" && node.op !== "!=" && limit > 0 && limit < 1;
  const [low, high] = args.map(literalIn);
  // Whether the upper limit is drawn itself is not told.
  return name === "int" && args.length === 2 && low !== undefined && high !== undefined
    ? limit > low && limit < high - 1
    : false;
}

function literalIn(node: ASTNode | undefined): number | undefined {
  if (node?.op === "-_") {
    const value = literalIn(node.args);
    return value === undefined ? undefined : -value;
  }
  const isNumber = node?.op === "value" && (typeof node.args === "number" || typeof node.args === "bigint");
  return isNumber ? Number(node.args) : undefined;
}

/** The roots of variables that an expression reads, by its text. */
function readsOf(text: string): readonly string[] {
  const reads = ROOTS.filter((root) => new RegExp(`\\b${root}\\b`).test(text));
  // Macros that read the request without naming it.
  const isOfRequest = /\b(?:get|has)(?:Req|Query)/.test(text);
  return isOfRequest && !reads.includes("req") ? [...reads, "req"] : reads;
}

const spelled = (operand: Operand): unknown =>
  operand.is === "list"
    ? operand.items.map(canonicalCel)
    : operand.is === "literal"
      ? operand.value
      : operand.subject;
