import type { ASTNode, ParseError } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, NAMESPACES, signatureText } from "../language/functions";
import { nearest } from "../language/nearest";
import { isCidr } from "../language/networks";
import {
  celEnvironment,
  childrenOf,
  type FieldChain,
  fieldChain,
  isTooDeep,
  MAX_CHARACTERS,
} from "../language/parse";
import type { PhaseName } from "../language/phases";
import { VARIABLES, type VariableNode } from "../variables/variables";
import { namespaceOf, typesOf } from "./types";

export interface CelFinding {
  /** True if the service refuses it too. */
  readonly isError: boolean;
  readonly reason: string;
}

export interface CelScope {
  readonly phase: PhaseName | undefined;
  readonly extra?: readonly string[] | undefined;
  /** The expression must yield a boolean. */
  readonly isCondition?: boolean;
  /** The reason RE2 rejects a pattern; undefined for a valid one. */
  readonly wrongPattern?: (pattern: string) => string | undefined;
  /** Called with each policy variable that the expression reads. */
  readonly onVariable?: (name: string) => void;
}

/** Number of characters that are searched for common mistakes. */
const MAX_SEARCHED = 4_096;

/** Checks the syntax, names, and types of an expression. The reasons never quote its literals. */
export function celFindings(expression: string, scope: CelScope): readonly CelFinding[] {
  if (expression.length > MAX_CHARACTERS)
    return [{ isError: false, reason: `is longer than ${MAX_CHARACTERS} characters, and was not checked` }];
  let ast: ASTNode;
  try {
    ast = celEnvironment().parse(expression).ast;
  } catch (error) {
    return [error instanceof RangeError ? TOO_LARGE : syntaxFinding(expression, error as ParseError)];
  }
  if (isTooDeep(ast)) return [TOO_LARGE];
  const named = nameFindings(ast, scope);
  return named.some(({ reason }) => reason.startsWith("calls "))
    ? named
    : [...named, ...typeFindings(expression, scope)];
}

/** Type errors of the library that the service may accept, such as for null and optional values. */
const CONVERTIBLE = /\bnull\b|\boptional<|\$/;
const CONVERTIBLE_CODES: ReadonlySet<string> = new Set([
  "incompatible_ternary_branches",
  "invalid_macro_argument",
  "no_such_key",
]);

function typeFindings(expression: string, { isCondition }: CelScope): CelFinding[] {
  const { valid, type, error } = typesOf(expression);
  if (valid) {
    if (!isCondition || type === undefined || type === "bool" || type === "dyn") return [];
    return [{ isError: false, reason: `has type ${type}, but a condition must be true or false` }];
  }
  if (error === undefined || error.name !== "TypeError") return [];
  const { code, summary } = error;
  if (CONVERTIBLE_CODES.has(code) || CONVERTIBLE.test(summary)) return [];
  const reason =
    code === "no_matching_overload"
      ? callReason(summary)
      : `has a value of the wrong type: ${summary.slice(0, 120)}`;
  return reason === undefined ? [] : [{ isError: false, reason }];
}

/** Describes a call that doesn't match the signature of a known function. */
function callReason(summary: string): string | undefined {
  const [, call = "", receiver, name = ""] = /'((?:(.+)\.)?([\w]+)\(.*)'/.exec(summary) ?? [];
  const namespace = namespaceOf(receiver ?? "");
  const of = receiver === undefined || namespace !== undefined ? FUNCTIONS : METHODS;
  const found = of.get(namespace === undefined ? name : `${namespace}.${name}`);
  if (found === undefined) return undefined;
  const signature = found.takes === undefined ? "values of other types" : signatureText(found);
  return `calls ${call.slice(0, 80).replace("Namespace.", ".").replaceAll("dyn", "any")}, but the signature is ${signature}`;
}

const TOO_LARGE: CelFinding = { isError: false, reason: "is too large an expression, and was not checked" };

/** CEL syntax that the library doesn't support. */
const UNSUPPORTED = /`|(?:^|[^\w)\]"'.])\.[\w]|[A-Za-z_]\w*\s*\{/;

/** Common mistakes from other languages, and how to write them in CEL. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^=!<>])=(?!=)/, "compare with =="],
  [/===/, "compare with =="],
  [/\band\b/i, "write && for and"],
  [/\bor\b/i, "write || for or"],
  [/\bnot\b/i, "write ! for not"],
];

function syntaxFinding(expression: string, { code, summary, range }: ParseError): CelFinding {
  if (code === "limit_exceeded") return TOO_LARGE;
  const bare = expression.slice(0, MAX_SEARCHED).replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  if (code === "invalid_macro_argument" || UNSUPPORTED.test(bare))
    return {
      isError: false,
      reason: "uses CEL syntax that this version doesn't support, and was not checked",
    };
  const advice = ADVICE.find(([mistake]) => mistake.test(bare));
  const at = range === undefined ? "" : ` at character ${range.start + 1}`;
  const hint = advice ? `; ${advice[1]}` : "";
  return {
    isError: true,
    reason: `is not a valid CEL expression: ${describeParseError(code, summary)}${at}${hint}`,
  };
}

/** The library's token names in plain words. */
const TOKENS: Readonly<Record<string, string>> = {
  EOF: "the end",
  IDENTIFIER: "a name",
  NUMBER: "a number",
  STRING: "a string",
  LPAREN: "(",
  RPAREN: ")",
  LBRACKET: "[",
  RBRACKET: "]",
  LBRACE: "{",
  RBRACE: "}",
  DOT: "a dot",
  COMMA: "a comma",
  COLON: "a colon",
  QUESTION: "a question mark",
};

/** Rephrases the library's error without quoting literals. */
function describeParseError(code: string, summary: string): string {
  if (code === "unexpected_token" && summary.endsWith("EOF")) return "it ends too early";
  const [message = ""] = summary.split(":");
  const words = /number|integer|escape/.test(code) ? message : summary.slice(0, 80);
  const sentence = words.replace(/\b[A-Z]{2,}\b/g, (name) => TOKENS[name] ?? name.toLowerCase());
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** True if all variables and functions of an expression are documented. */
export const namesAreKnown = (ast: ASTNode): boolean =>
  nameFindings(ast, { phase: undefined }).every(({ reason }) => !reason.includes(UNKNOWN_NAME));

/** Marks the findings about names that aren't documented. */
const UNKNOWN_NAME = "which is unknown";

function nameFindings(ast: ASTNode, scope: CelScope): CelFinding[] {
  const found = new Map<string, CelFinding>();
  const warn = (reason: string) => found.set(reason, { isError: false, reason });
  const fail = (reason: string) => found.set(reason, { isError: true, reason });
  const checkCall = (name: string, of: ReadonlyMap<string, CelFunction>, args: readonly ASTNode[]) => {
    const called = of.get(name);
    const replacement = of === METHODS ? OTHER_LANGUAGES.get(name) : undefined;
    if (replacement !== undefined) fail(`calls ${name}, which CEL doesn't have: use ${replacement}`);
    else if (called === undefined) warn(unknownName("function", name, of.keys()));
    else if (called.binds && args.length < 2)
      fail(
        `calls ${name} with ${argumentCount(args.length)}: it takes a name for the items and an expression`,
      );
    else for (const reason of argumentReasons(name, called, args)) warn(reason);
  };
  // Iterative, since long chains of operators are deeply nested.
  const open: { node: ASTNode; bound: ReadonlySet<string> }[] = [{ node: ast, bound: new Set(scope.extra) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, bound } = next;
    const visit = (nodes: readonly ASTNode[], names = bound) => {
      for (const child of nodes) open.push({ node: child, bound: names });
    };
    for (const reason of operandReasons(node, bound)) warn(reason);
    const chain = fieldChain(node);
    if (chain) {
      if (bound.has(chain.root)) continue;
      for (const reason of variableReasons(chain, scope)) warn(reason);
      const [own] = chain.fields;
      if (chain.root === "vars" && own !== undefined) scope.onVariable?.(own);
    } else if (node.op === "call") {
      const [name, args] = node.args;
      if (name === "matches") for (const reason of patternReasons(args[1], scope)) warn(reason);
      checkCall(name, FUNCTIONS, args);
      visit(args);
    } else if (node.op === "rcall") {
      const [name, receiver, args] = node.args;
      const space = fieldChain(receiver);
      if (space && space.fields.length === 0 && NAMESPACES.has(space.root) && !bound.has(space.root)) {
        checkCall(`${space.root}.${name}`, FUNCTIONS, args);
        visit(args);
        continue;
      }
      const path = space && !bound.has(space.root) ? [space.root, ...space.fields, name].join(".") : "";
      if (VARIABLES_BY_NAME.test(path)) {
        fail(`calls ${path}, which is a variable: write ${path}['...'] for one of its values`);
        visit(args);
        continue;
      }
      if (name === "matches") for (const reason of patternReasons(args[0], scope)) warn(reason);
      checkCall(name, METHODS, args);
      visit([receiver]);
      const own = METHODS.get(name)?.binds ? boundNames(args) : [];
      visit(args.slice(own.length), own.length > 0 ? new Set([...bound, ...own]) : bound);
    } else visit(childrenOf(node));
  }
  return [...found.values()];
}

/** Methods of other languages, and their CEL replacements. */
const OTHER_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["includes", "contains() for strings, or `in` for lists and maps"],
  ["has", "`in`, or the function has()"],
  ["some", "exists()"],
  ["every", "all()"],
  ["any", "exists()"],
  ["test", "matches()"],
  ["match", "matches()"],
  ["length", "size()"],
  ["len", "size()"],
  ["toLowerCase", "lowerAscii()"],
  ["toUpperCase", "upperAscii()"],
  ["toString", "string()"],
]);

/** Maps that are indexed by name. */
const VARIABLES_BY_NAME =
  /^(?:re[qs]\.(?:headers|trailers|cookies|content_type\.parameters)|req\.url\.query_params|vars)$/;

const HEADERS = /^re[qs]\.(?:headers|trailers)$/;
const ADDRESS = /^conn\.(?:client|server)_ip$/;
const COMPARISONS: readonly string[] = ["startsWith", "endsWith", "contains"];

/** Finds comparisons that are never true: header names with capitals, and addresses compared with CIDRs. */
function operandReasons(node: ASTNode, bound: ReadonlySet<string>): string[] {
  const pathOf = (operand: ASTNode | undefined) => {
    const chain = operand && fieldChain(operand);
    return chain && !bound.has(chain.root) ? [chain.root, ...chain.fields].join(".") : "";
  };
  const textOf = (operand: ASTNode | undefined) =>
    operand?.op === "value" && typeof operand.args === "string" ? operand.args : undefined;
  const { op } = node;
  if (op === "." || op === "[]" || op === "in") {
    const [owner, key] = op === "in" ? [node.args[1], node.args[0]] : [node.args[0], node.args[1]];
    const name = typeof key === "string" ? key : textOf(key);
    const path = pathOf(owner);
    if (name !== undefined && HEADERS.test(path) && /[A-Z]/.test(name) && /^[\w-]{1,80}$/.test(name))
      return [
        `looks for ${name} in ${path}, whose names are lowercase: write ${name.toLowerCase()}, or the rule may never match`,
      ];
  }
  const isEquality = op === "==" || op === "!=" || op === "in";
  const isMethod = op === "rcall" && COMPARISONS.includes(node.args[0]);
  if (!isEquality && !isMethod) return [];
  const sides: readonly ASTNode[] = isMethod
    ? [node.args[1], ...node.args[2]]
    : (node.args as readonly ASTNode[]);
  const address = sides.map(pathOf).find((path) => ADDRESS.test(path));
  const isNetwork = (text: string | undefined) => text?.includes("/") === true && isCidr(text);
  const texts = sides.flatMap((side) => (side.op === "list" ? side.args : [side])).map(textOf);
  return address !== undefined && texts.some(isNetwork)
    ? [
        `compares ${address} with a CIDR as a string, which never matches: write inCidrRange(${address}, '...')`,
      ]
    : [];
}

/** Checks the number of arguments, and CIDR literals. */
function argumentReasons(name: string, { takes }: CelFunction, args: readonly ASTNode[]): string[] {
  if (takes === undefined) return [];
  const least = takes.filter(({ isOptional }) => !isOptional).length;
  if (args.length < least || args.length > takes.length) {
    const wanted = least === takes.length ? `${least}` : `${least} to ${takes.length}`;
    return [
      `calls ${name} with ${argumentCount(args.length)}, but it takes ${wanted === "0" ? "none" : wanted}`,
    ];
  }
  return takes.flatMap(({ type }, at) => {
    const arg = args[at];
    if (arg === undefined) return [];
    const texts = type === "cidr" ? [arg] : type === "cidrs" && arg.op === "list" ? arg.args : [];
    return texts.some(isInvalidCidr)
      ? [`calls ${name} with an invalid CIDR: write one such as 203.0.113.0/24`]
      : [];
  });
}

const argumentCount = (count: number) =>
  count === 0 ? "no argument" : count === 1 ? "1 argument" : `${count} arguments`;

/** True for a literal that isn't a CIDR. An interpolated one may become a CIDR. */
const isInvalidCidr = ({ op, args }: ASTNode): boolean =>
  op === "value" && typeof args === "string" && !args.includes("${") && !isCidr(args);

/** An invalid pattern makes the expression fail for every request. It is unknown whether the service refuses it earlier. */
function patternReasons(node: ASTNode | undefined, { wrongPattern }: CelScope): string[] {
  if (node?.op !== "value" || typeof node.args !== "string") return [];
  const reason = wrongPattern?.(node.args);
  return reason === undefined ? [] : [`calls matches with a pattern that ${reason}`];
}

/** The names that a macro such as `exists(item, ...)` binds. */
function boundNames(args: readonly ASTNode[]): string[] {
  const names: string[] = [];
  for (const arg of args.slice(0, -1)) {
    if (arg.op !== "id" || names.length === 2) break;
    names.push(arg.args);
  }
  return names;
}

function variableReasons({ root, fields }: FieldChain, { phase }: CelScope): string[] {
  let known = VARIABLES;
  let node: VariableNode | undefined;
  let name = "";
  for (const part of [root, ...fields]) {
    node = known.get(part);
    const fullName = name === "" ? part : `${name}.${part}`;
    if (node === undefined) {
      const near = nearest(part, [...known.keys()]);
      const hint = near === undefined ? "" : `; did you mean ${name === "" ? near : `${name}.${near}`}?`;
      return [`names the variable ${truncate(fullName)}, ${UNKNOWN_NAME}${hint}`];
    }
    if (phase !== undefined && !node.phases.includes(phase))
      return [`names the variable ${truncate(fullName)}, which isn't available in the phase ${phase}`];
    // The keys of maps aren't known. Strings with documented fields are followed.
    if (node.type === "map" || node.type === "list" || (node.type && node.parts.size === 0)) {
      return [];
    }
    name = fullName;
    known = node.parts;
  }
  return [];
}

function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const near = nearest(name, [...known]);
  return `calls the ${kind} ${truncate(name)}, ${UNKNOWN_NAME}${near ? `; did you mean ${near}?` : ""}`;
}

const truncate = (name: string) => (name.length > 80 ? `${name.slice(0, 80)}...` : name);
