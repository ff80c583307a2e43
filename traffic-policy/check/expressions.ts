import type { ASTNode, ParseError } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, NAMESPACES, spelledSignature } from "../language/functions";
import { nearest } from "../language/nearest";
import { isCidr } from "../language/networks";
import { type Chain, cel, chainOf, childrenOf, isTooDeep, MOST_CHARACTERS } from "../language/parse";
import type { PhaseName } from "../language/phases";
import { VARIABLES, type VariableNode } from "../variables/variables";
import { namespaceOf, typesOf } from "./types";

/** What is wrong, or may be wrong, with one expression. */
export interface CelFinding {
  /** The service refuses it too; otherwise only this version does not know it. */
  readonly isError: boolean;
  readonly reason: string;
}

export interface CelScope {
  /** Undefined where the phase is not known. */
  readonly phase: PhaseName | undefined;
  /** Names that this place has beside the variables of the service. */
  readonly extra?: readonly string[] | undefined;
  /** It has to be true or false. */
  readonly isCondition?: boolean;
  /** Why RE2 does not read a regular expression; undefined for one that it reads. */
  readonly wrongPattern?: (pattern: string) => string | undefined;
  /** Gets the name of each variable of the policy's own that the expression names. */
  readonly onVariable?: (name: string) => void;
}

/** Longest beginning of an expression that is searched for well-known mistakes. */
const MOST_SEARCHED = 4_096;

/** Reads one expression: its syntax, and whether its variables and functions are known. Never repeats literals of it. */
export function celFindings(expression: string, scope: CelScope): readonly CelFinding[] {
  if (expression.length > MOST_CHARACTERS)
    return [{ isError: false, reason: `is longer than ${MOST_CHARACTERS} characters, and was not checked` }];
  let ast: ASTNode;
  try {
    ast = cel().parse(expression).ast;
  } catch (error) {
    return [error instanceof RangeError ? TOO_LARGE : syntaxFinding(expression, error as ParseError)];
  }
  if (isTooDeep(ast)) return [TOO_LARGE];
  const named = nameFindings(ast, scope);
  return named.some(({ reason }) => reason.startsWith("calls "))
    ? named
    : [...named, ...typeFindings(expression, scope)];
}

/** Texts of the library about what the service may convert: null, numbers of two types, and what was not there before. */
const UNSURE = /\bnull\b|\boptional<|\$/;
const UNSURE_CODES: ReadonlySet<string> = new Set([
  "incompatible_ternary_branches",
  "invalid_macro_argument",
  "no_such_key",
]);

/** Whether values are of the types that operators and functions take. What is not known may be of any type. */
function typeFindings(expression: string, { isCondition }: CelScope): CelFinding[] {
  const { valid, type, error } = typesOf(expression);
  if (valid) {
    if (!isCondition || type === undefined || type === "bool" || type === "dyn") return [];
    return [
      { isError: false, reason: `gives a value of type ${type}, and a condition must give true or false` },
    ];
  }
  if (error === undefined || error.name !== "TypeError") return [];
  const { code, summary } = error;
  if (UNSURE_CODES.has(code) || UNSURE.test(summary)) return [];
  const reason =
    code === "no_matching_overload"
      ? callReason(summary)
      : `has a value of another type than is taken: ${summary.slice(0, 120)}`;
  return reason === undefined ? [] : [{ isError: false, reason }];
}

/** What the call of a known function says against its signature. */
function callReason(summary: string): string | undefined {
  const [, call = "", receiver, name = ""] = /'((?:(.+)\.)?([\w]+)\(.*)'/.exec(summary) ?? [];
  const namespace = namespaceOf(receiver ?? "");
  const of = receiver === undefined || namespace !== undefined ? FUNCTIONS : METHODS;
  const found = of.get(namespace === undefined ? name : `${namespace}.${name}`);
  if (found === undefined) return undefined;
  const taken = found.takes === undefined ? "values of other types" : spelledSignature(found);
  return `calls ${call.slice(0, 80).replace("Namespace.", ".").replaceAll("dyn", "any")}, and it takes ${taken}`;
}

const TOO_LARGE: CelFinding = { isError: false, reason: "is too large an expression, and was not checked" };

/** Spellings of CEL that the library does not read. */
const UNREAD = /`|(?:^|[^\w)\]"'.])\.[\w]|[A-Za-z_]\w*\s*\{/;

/** Mistakes that other languages lead to, and what CEL has instead. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^=!<>])=(?!=)/, "compare with =="],
  [/===/, "compare with =="],
  [/\band\b/i, "write && for and"],
  [/\bor\b/i, "write || for or"],
  [/\bnot\b/i, "write ! for not"],
];

function syntaxFinding(expression: string, { code, summary, range }: ParseError): CelFinding {
  if (code === "limit_exceeded") return TOO_LARGE;
  const bare = expression.slice(0, MOST_SEARCHED).replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  if (code === "invalid_macro_argument" || UNREAD.test(bare))
    return { isError: false, reason: "is an expression that this version cannot read, and was not checked" };
  const advice = ADVICE.find(([mistake]) => mistake.test(bare));
  const at = range === undefined ? "" : ` at character ${range.start + 1}`;
  const hint = advice ? `; ${advice[1]}` : "";
  return { isError: true, reason: `is no CEL expression: ${told(code, summary)}${at}${hint}` };
}

/** The library's names of tokens, as they are written. */
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

/** The library's words, without what it repeats of literals. */
function told(code: string, summary: string): string {
  if (code === "unexpected_token" && summary.endsWith("EOF")) return "it ends too early";
  const [message = ""] = summary.split(":");
  const words = /number|integer|escape/.test(code) ? message : summary.slice(0, 80);
  const told = words.replace(/\b[A-Z]{2,}\b/g, (name) => TOKENS[name] ?? name.toLowerCase());
  return told.charAt(0).toLowerCase() + told.slice(1);
}

/** Whether all variables and functions of an expression are documented. */
export const namesAreKnown = (ast: ASTNode): boolean =>
  nameFindings(ast, { phase: undefined }).every(({ reason }) => !reason.includes("does not know"));

function nameFindings(ast: ASTNode, scope: CelScope): CelFinding[] {
  const found = new Map<string, CelFinding>();
  const warn = (reason: string) => found.set(reason, { isError: false, reason });
  const fail = (reason: string) => found.set(reason, { isError: true, reason });
  const checkCall = (name: string, of: ReadonlyMap<string, CelFunction>, args: readonly ASTNode[]) => {
    const macro = of.get(name);
    const other = of === METHODS ? OTHER_LANGUAGES.get(name) : undefined;
    if (other !== undefined) fail(`calls ${name}, which CEL does not have: use ${other}`);
    else if (macro === undefined) warn(unknownName("function", name, of.keys()));
    else if (macro.binds && args.length < 2)
      fail(`calls ${name} with ${counted(args.length)}: it takes a name for the items and an expression`);
    else for (const reason of argumentReasons(name, macro, args)) warn(reason);
  };
  // Without recursion: long chains of operators are nested as deep as they are long.
  const open: { node: ASTNode; bound: ReadonlySet<string> }[] = [{ node: ast, bound: new Set(scope.extra) }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, bound } = next;
    const visit = (nodes: readonly ASTNode[], names = bound) => {
      for (const one of nodes) open.push({ node: one, bound: names });
    };
    for (const reason of operandReasons(node, bound)) warn(reason);
    const chain = chainOf(node);
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
      const space = chainOf(receiver);
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
      const own = METHODS.get(name)?.binds ? ownNames(args) : [];
      visit(args.slice(own.length), own.length > 0 ? new Set([...bound, ...own]) : bound);
    } else visit(childrenOf(node));
  }
  return [...found.values()];
}

/** Methods of other languages, and what CEL has instead. */
const OTHER_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["includes", "contains() for texts, or `in` for lists and maps"],
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

/** Maps whose values are taken by name. */
const VARIABLES_BY_NAME =
  /^(?:re[qs]\.(?:headers|trailers|cookies|content_type\.parameters)|req\.url\.query_params|vars)$/;

const HEADERS = /^re[qs]\.(?:headers|trailers)$/;
const ADDRESS = /^conn\.(?:client|server)_ip$/;
const COMPARISONS: readonly string[] = ["startsWith", "endsWith", "contains"];

/** Comparisons that never hold: header names with capitals, and CIDRs where addresses are wanted. */
function operandReasons(node: ASTNode, bound: ReadonlySet<string>): string[] {
  const pathOf = (of: ASTNode | undefined) => {
    const chain = of && chainOf(of);
    return chain && !bound.has(chain.root) ? [chain.root, ...chain.fields].join(".") : "";
  };
  const textOf = (of: ASTNode | undefined) =>
    of?.op === "value" && typeof of.args === "string" ? of.args : undefined;
  const { op } = node;
  if (op === "." || op === "[]" || op === "in") {
    const [owner, key] = op === "in" ? [node.args[1], node.args[0]] : [node.args[0], node.args[1]];
    const name = typeof key === "string" ? key : textOf(key);
    const path = pathOf(owner);
    if (name !== undefined && HEADERS.test(path) && /[A-Z]/.test(name) && /^[\w-]{1,80}$/.test(name))
      return [
        `looks for ${name} in ${path}, whose names are in lower case: write ${name.toLowerCase()}, or the rule may never match`,
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
        `compares ${address} with a CIDR as text, which no address equals: write inCidrRange(${address}, '...')`,
      ]
    : [];
}

/** What is wrong with the arguments of a call: their number, and texts in place of CIDRs. */
function argumentReasons(name: string, { takes }: CelFunction, args: readonly ASTNode[]): string[] {
  if (takes === undefined) return [];
  const least = takes.filter(({ isOptional }) => !isOptional).length;
  if (args.length < least || args.length > takes.length) {
    const wanted = least === takes.length ? `${least}` : `${least} to ${takes.length}`;
    return [`calls ${name} with ${counted(args.length)}, and it takes ${wanted === "0" ? "none" : wanted}`];
  }
  return takes.flatMap(({ type }, at) => {
    const arg = args[at];
    if (arg === undefined) return [];
    const texts = type === "cidr" ? [arg] : type === "cidrs" && arg.op === "list" ? arg.args : [];
    return texts.some(isNoCidr)
      ? [`calls ${name} with a text that is no CIDR: write one such as 203.0.113.0/24`]
      : [];
  });
}

const counted = (count: number) =>
  count === 0 ? "no argument" : count === 1 ? "1 argument" : `${count} arguments`;

/** Whether a text is written out, and no CIDR: what the service fills in before is not known. */
const isNoCidr = ({ op, args }: ASTNode): boolean =>
  op === "value" && typeof args === "string" && !args.includes("${") && !isCidr(args);

/** A regular expression that cannot be read makes the expression fail for each request: whether the service refuses it before is not known. */
function patternReasons(node: ASTNode | undefined, { wrongPattern }: CelScope): string[] {
  if (node?.op !== "value" || typeof node.args !== "string") return [];
  const reason = wrongPattern?.(node.args);
  return reason === undefined ? [] : [`calls matches with what ${reason}`];
}

/** The names that a macro such as `exists(item, ...)` gives to the items: its arguments but the last ones that use them. */
function ownNames(args: readonly ASTNode[]): string[] {
  const names: string[] = [];
  for (const arg of args.slice(0, -1)) {
    if (arg.op !== "id" || names.length === 2) break;
    names.push(arg.args);
  }
  return names;
}

function variableReasons({ root, fields }: Chain, { phase }: CelScope): string[] {
  let known = VARIABLES;
  let node: VariableNode | undefined;
  let name = "";
  for (const part of [root, ...fields]) {
    node = known.get(part);
    const whole = name === "" ? part : `${name}.${part}`;
    if (node === undefined) {
      const near = nearest(part, [...known.keys()]);
      const hint = near === undefined ? "" : `; did you mean ${name === "" ? near : `${name}.${near}`}?`;
      return [`names the variable ${spelled(whole)}, which this version does not know${hint}`];
    }
    if (phase !== undefined && !node.phases.includes(phase))
      return [`names the variable ${spelled(whole)}, which the phase ${phase} is not known to have`];
    // What is below a map or a moment is not ours to know; a text that has parts is more than a text.
    if (node.type === "map" || node.type === "list" || (node.type && node.parts.size === 0)) {
      return [];
    }
    name = whole;
    known = node.parts;
  }
  return [];
}

function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const near = nearest(name, [...known]);
  return `calls the ${kind} ${spelled(name)}, which this version does not know${near ? `; did you mean ${near}?` : ""}`;
}

const spelled = (name: string) => (name.length > 80 ? `${name.slice(0, 80)}...` : name);
