import type { ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import { type CelFunction, FUNCTIONS, METHODS, NAMESPACES } from "../language/functions";
import { isInterpolated } from "../language/interpolation";
import { suggestion } from "../language/nearest";
import { isCidr } from "../language/networks";
import {
  celEnvironment,
  childrenOf,
  type FieldChain,
  fieldChain,
  isTooDeep,
  MAX_CHARACTERS,
  stringLiteral,
} from "../language/parse";
import type { PhaseName } from "../language/phases";
import type { Finding } from "../language/policy";
import { VARIABLES, type VariableNode } from "../variables/variables";

type CelFinding = Pick<Finding, "isError" | "reason">;

export interface CelScope {
  readonly phase: PhaseName | undefined;
  /** Names that the expression can read in addition to the variables. */
  readonly extra?: readonly string[] | undefined;
  readonly isCondition?: boolean;
  /** Returns the reason that a regular expression is invalid. */
  readonly patternProblem?: (pattern: string) => string | undefined;
  /** Called for each variable of `set-vars` that the expression reads. */
  readonly onVariable?: (name: string) => void;
}

/** Maximum characters of an expression that are searched for common mistakes. */
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
  // For an invalid call, the type check would report a consequence.
  return named.some(({ reason }) => reason.startsWith("calls "))
    ? named
    : [...named, ...typeFindings(expression, scope)];
}

/** The library's type errors for values that the service may convert, such as null and optional values. */
const CONVERTIBLE = /\bnull\b|\boptional<|\$/;
const CONVERTIBLE_CODES: ReadonlySet<string> = new Set([
  "incompatible_ternary_branches",
  "invalid_macro_argument",
  "no_such_key",
]);

function typeFindings(expression: string, { isCondition }: CelScope): CelFinding[] {
  typedEnvironment ??= createTypedEnvironment();
  const { valid, type, error } = typedEnvironment.check(expression);
  if (valid) {
    if (!isCondition || type === undefined || type === "bool" || type === "dyn") return [];
    return [{ isError: false, reason: `has type ${type}, but a condition must be true or false` }];
  }
  if (error === undefined || error.name !== "TypeError") return [];
  const { code, summary } = error;
  if (CONVERTIBLE_CODES.has(code) || CONVERTIBLE.test(summary)) return [];
  const typeReason = `has a value of the wrong type: ${summary.slice(0, 120)}`;
  const reason = code === "no_matching_overload" ? callReason(summary) : typeReason;
  return reason === undefined ? [] : [{ isError: false, reason }];
}

function callReason(summary: string): string | undefined {
  const [, call = "", receiver, name = ""] = /'((?:(.+)\.)?([\w]+)\(.*)'/.exec(summary) ?? [];
  const namespace = namespaceOf(receiver ?? "");
  const table = receiver === undefined || namespace !== undefined ? FUNCTIONS : METHODS;
  const called = table.get(namespace === undefined ? name : `${namespace}.${name}`);
  if (called === undefined) return undefined;
  const signature = called.parameters === undefined ? "values of other types" : called.signature;
  return `calls ${call.slice(0, 80).replace("Namespace.", ".").replaceAll("dyn", "any")}, but the signature is ${signature}`;
}

const TOO_LARGE: CelFinding = { isError: false, reason: "is too large, and was not checked" };

/** CEL syntax that the library doesn't support. */
const UNSUPPORTED = /`|(?:^|[^\w)\]"'.])\.[\w]|[A-Za-z_]\w*\s*\{/;

/** Syntax of other languages, and what to write in CEL. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^=!<>])=(?!=)|===/, "compare with =="],
  [/\band\b/i, "write && for and"],
  [/\bor\b/i, "write || for or"],
  [/\bnot\b/i, "write ! for not"],
];

function syntaxFinding(expression: string, { code, range }: ParseError): CelFinding {
  if (code === "limit_exceeded") return TOO_LARGE;
  const bare = expression.slice(0, MAX_SEARCHED).replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const unsupported = "uses CEL syntax that this version doesn't support, and was not checked";
  if (code === "invalid_macro_argument" || UNSUPPORTED.test(bare))
    return { isError: false, reason: unsupported };
  const [, advice] = ADVICE.find(([mistake]) => mistake.test(bare)) ?? [];
  const start = range?.start ?? 0;
  const location = start < expression.trimEnd().length ? ` at character ${start + 1}` : ": it ends too early";
  const hint = advice === undefined ? "" : `; ${advice}`;
  return { isError: true, reason: `is not a valid CEL expression${location}${hint}` };
}

export const namesAreKnown = (ast: ASTNode): boolean =>
  nameFindings(ast, { phase: undefined }).every(({ reason }) => !reason.includes(UNKNOWN_NAME));

/** Part of each finding about an undocumented name. */
const UNKNOWN_NAME = "which is unknown";

function nameFindings(ast: ASTNode, scope: CelScope): CelFinding[] {
  const findings = new Map<string, CelFinding>();
  const warn = (reason: string | undefined) => {
    if (reason !== undefined) findings.set(reason, { isError: false, reason });
  };
  const fail = (reason: string) => findings.set(reason, { isError: true, reason });
  const checkCall = (name: string, table: ReadonlyMap<string, CelFunction>, args: readonly ASTNode[]) => {
    const called = table.get(name);
    if (name === "matches") warn(patternReason(args.at(-1), scope));
    const replacement = table === METHODS ? OTHER_LANGUAGES.get(name) : undefined;
    if (replacement !== undefined) fail(`calls ${name}, which CEL doesn't have: use ${replacement}`);
    else if (called === undefined)
      warn(`calls the function ${truncate(name)}, ${UNKNOWN_NAME}${suggestion(name, [...table.keys()])}`);
    else if (called.binds && args.length < 2)
      fail(`calls ${name} without a name for the items and an expression`);
    else if (hasInvalidCidr(called, args))
      warn(`calls ${name} with an invalid CIDR: write one such as 203.0.113.0/24`);
  };
  // Not recursive, since long chains of operators are deeply nested.
  const pending: { node: ASTNode; bound: ReadonlySet<string> }[] = [
    { node: ast, bound: new Set(scope.extra) },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, bound } = next;
    const visit = (nodes: readonly ASTNode[], names = bound) => {
      for (const child of nodes) pending.push({ node: child, bound: names });
    };
    warn(headerNameReason(node, bound));
    warn(addressReason(node, bound));
    const chain = fieldChain(node);
    if (chain) {
      if (bound.has(chain.root)) continue;
      warn(variableReason(chain, scope));
      const [variable] = chain.fields;
      if (chain.root === "vars" && variable !== undefined) scope.onVariable?.(variable);
    } else if (node.op === "call") {
      const [name, args] = node.args;
      // The CEL specification doesn't allow a key in brackets, but the service's documentation has an example.
      if (name === "has" && ![".", ".?", "[]", "[?]"].includes(args[0]?.op ?? ""))
        fail("calls has without a field: write one such as has(req.url.port)");
      checkCall(name, FUNCTIONS, args);
      visit(args);
    } else if (node.op === "rcall") {
      const [name, receiver, args] = node.args;
      const owner = variableName(receiver, bound);
      const path = `${owner}.${name}`;
      const isNamespace = NAMESPACES.has(owner);
      if (isNamespace) checkCall(path, FUNCTIONS, args);
      else if (MAP_VARIABLES.test(path))
        fail(`calls ${path}, which is a variable: write ${path}['...'] for one of its values`);
      else {
        checkCall(name, METHODS, args);
        visit([receiver]);
      }
      const names = !isNamespace && METHODS.get(name)?.binds ? boundNames(args) : [];
      visit(args.slice(names.length), names.length > 0 ? new Set([...bound, ...names]) : bound);
    } else if (node.op === "-_" && node.args.op === "value" && node.args.args === MIN_INT_DIGITS) continue;
    else if (node.op === "value" && typeof node.args === "bigint" && node.args >= MIN_INT_DIGITS)
      fail("has an integer of more than 64 bits");
    else visit(childrenOf(node));
  }
  return [...findings.values()];
}

/** The least 64-bit integer without its sign. It is valid only after a minus sign. */
const MIN_INT_DIGITS = 2n ** 63n;

/** Methods of other languages, and what to use in CEL. */
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

const MAP_VARIABLES =
  /^(?:re[qs]\.(?:headers|trailers|cookies|content_type\.parameters)|req\.url\.query_params|vars)$/;

const HEADERS = /^re[qs]\.(?:headers|trailers)$/;
const ADDRESS = /^conn\.(?:client|server)_ip$/;

/** Returns the name of a variable, such as `req.headers`; empty for other expressions. */
function variableName(node: ASTNode, bound: ReadonlySet<string>): string {
  const chain = fieldChain(node);
  return chain && !bound.has(chain.root) ? [chain.root, ...chain.fields].join(".") : "";
}

function headerNameReason(node: ASTNode, bound: ReadonlySet<string>): string | undefined {
  if (node.op !== "." && node.op !== "[]" && node.op !== "in") return undefined;
  const [owner, key] = node.op === "in" ? [node.args[1], node.args[0]] : node.args;
  const name = typeof key === "string" ? key : stringLiteral(key);
  const map = variableName(owner, bound);
  return name !== undefined && HEADERS.test(map) && /[A-Z]/.test(name) && /^[\w-]{1,80}$/.test(name)
    ? `looks for ${name} in ${map}, whose names are lowercase: write ${name.toLowerCase()}, or the rule may never match`
    : undefined;
}

function addressReason(node: ASTNode, bound: ReadonlySet<string>): string | undefined {
  const isEquality = node.op === "==" || node.op === "!=" || node.op === "in";
  const isMethod = node.op === "rcall" && /^(?:startsWith|endsWith|contains)$/.test(node.args[0]);
  if (!isEquality && !isMethod) return undefined;
  const address = childrenOf(node)
    .map((side) => variableName(side, bound))
    .find((name) => ADDRESS.test(name));
  const isNetwork = (text: string | undefined) => text?.includes("/") === true && isCidr(text);
  const texts = childrenOf(node).flatMap((side) => (side.op === "list" ? side.args : [side]));
  return address !== undefined && texts.map(stringLiteral).some(isNetwork)
    ? `compares ${address} with a CIDR as a string, which never matches: write inCidrRange(${address}, '...')`
    : undefined;
}

const hasInvalidCidr = ({ parameters = [] }: CelFunction, args: readonly ASTNode[]): boolean =>
  parameters.some(({ type }, index) => {
    const arg = args[index];
    const texts = type === "cidr" ? [arg] : type === "cidrs" && arg?.op === "list" ? arg.args : [];
    return texts.some(isInvalidCidr);
  });

/** True for a literal that isn't a CIDR. An interpolated one may become a CIDR. */
function isInvalidCidr(node: ASTNode | undefined): boolean {
  const text = stringLiteral(node);
  return text !== undefined && !isInterpolated(text) && !isCidr(text);
}

/** Only for a warning: an invalid pattern fails for every request, but the service may accept the policy. */
function patternReason(node: ASTNode | undefined, { patternProblem }: CelScope): string | undefined {
  const pattern = stringLiteral(node);
  const reason = pattern === undefined ? undefined : patternProblem?.(pattern);
  return reason && `calls matches with a pattern that ${reason}`;
}

/** Returns the names that a macro such as `exists(item, ...)` binds. */
function boundNames(args: readonly ASTNode[]): string[] {
  const [first, second] = args.slice(0, -1);
  if (first?.op !== "id") return [];
  return second?.op === "id" ? [first.args, second.args] : [first.args];
}

function variableReason({ root, fields }: FieldChain, { phase }: CelScope): string | undefined {
  let known = VARIABLES;
  let node: VariableNode | undefined;
  let name = "";
  for (const part of [root, ...fields]) {
    node = known.get(part);
    const fullName = name === "" ? part : `${name}.${part}`;
    if (node === undefined) {
      const hint = suggestion(part, [...known.keys()], name === "" ? "" : `${name}.`);
      return `names the variable ${truncate(fullName)}, ${UNKNOWN_NAME}${hint}`;
    }
    if (phase !== undefined && !node.phases.includes(phase))
      return `names the variable ${truncate(fullName)}, which isn't available in the phase ${phase}`;
    // The keys of maps are unknown, but strings can have documented fields.
    if (node.type === "map" || node.type === "list" || (node.type && node.parts.size === 0)) return undefined;
    name = fullName;
    known = node.parts;
  }
  return undefined;
}

const truncate = (name: string) => (name.length > 80 ? `${name.slice(0, 80)}...` : name);

let typedEnvironment: Environment | undefined;

function createTypedEnvironment(): Environment {
  const environment = celEnvironment().clone();
  for (const [name, node] of VARIABLES) {
    const type = variableType(node, name);
    if (typeof type === "string") environment.registerVariable(name, type);
    else environment.registerVariable(name, { schema: type });
  }
  for (const name of NAMESPACES) {
    environment.registerType(namespaceType(name), { ctor: class {}, fields: {} });
    environment.registerVariable(name, namespaceType(name));
  }
  // Don't register the library's own functions again.
  const { functions } = environment.getDefinitions();
  const registered = new Set(
    functions.map(({ name, receiverType, params }) =>
      signatureKey(name, receiverType !== null, params.length),
    ),
  );
  for (const definition of [...METHODS.values(), ...FUNCTIONS.values()])
    for (const { key, signature } of librarySignatures(definition)) {
      if (registered.has(key)) continue;
      registered.add(key);
      environment.registerFunction(signature, () => undefined);
    }
  return environment;
}

type Schema = { [name: string]: string | Schema };

/** Maps whose values are lists of strings. */
const OF_LISTS = /^(?:headers|trailers|query_params)$/;

/** Returns the library's type of a variable. The library has no type for strings with fields. */
function variableType({ type, parts }: VariableNode, name: string): string | Schema {
  if (type === "map") return OF_LISTS.test(name) ? "map<string, list<string>>" : "map";
  if (type === "list") return "list";
  if (type !== undefined) return parts.size > 0 || type === "timestamp" ? "dyn" : type;
  return Object.fromEntries([...parts].map(([part, node]) => [part, variableType(node, part)]));
}

/** The library's types for the types in signatures, where they differ. */
const TYPES: Readonly<Record<string, string>> = { cidr: "string", cidrs: "list", any: "dyn", name: "dyn" };

/** Maximum number of arguments with which a variadic function is registered. */
const MAX_ARGUMENTS = 4;

const signatureKey = (name: string, isMethod: boolean, count: number) =>
  `${isMethod ? "." : ""}${name}/${count}`;

/** Returns a signature in the library's syntax for each number of arguments. */
function librarySignatures(definition: CelFunction): { key: string; signature: string }[] {
  const { name, receiver, parameters, result } = definition;
  const [namespace = "", inner] = name.split(".");
  const owner = inner === undefined ? receiver && libraryType(receiver) : namespaceType(namespace);
  const types = parameters?.map(({ type }) => libraryType(type)) ?? Array<string>(MAX_ARGUMENTS).fill("dyn");
  const minimum = parameters?.filter(({ isOptional }) => !isOptional).length ?? 0;
  return Array.from({ length: types.length - minimum + 1 }, (_, optional) => {
    const args = types.slice(0, minimum + optional);
    const called = `${inner ?? name}(${args.join(", ")}): ${libraryType(result)}`;
    return {
      key: signatureKey(name, owner !== undefined, args.length),
      signature: owner === undefined ? called : `${owner}.${called}`,
    };
  });
}

const libraryType = (type: string) => TYPES[type] ?? type;

/** Names the type of a namespace, which the library treats as the receiver of a method. Type names contain only letters. */
const namespaceType = (name: string) => `${name.replace("_", "")}Namespace`;

const namespaceOf = (type: string): string | undefined =>
  [...NAMESPACES].find((name) => namespaceType(name) === type);
