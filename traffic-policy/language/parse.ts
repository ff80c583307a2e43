import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import { canonicalName } from "./aliases";

export const MAX_CHARACTERS = 65_536;

/** Maximum depth, since expressions are read recursively. Top-level chains of `&&` and `||` are read in a loop. */
const MAX_DEPTH = 1_000;

let environment: Environment | undefined;

/** Loads the library on first use, since most programs have no policy. */
export function celEnvironment(): Environment {
  if (environment === undefined) {
    const { Environment } = require("@marcbachmann/cel-js") as typeof import("@marcbachmann/cel-js");
    // Accepts as much as possible, because an expression that it rejects can't be analyzed.
    environment = new Environment({
      enableOptionalTypes: true,
      unlistedVariablesAreDyn: true,
      homogeneousAggregateLiterals: false,
      limits: { maxListElements: 20_000, maxMapEntries: 20_000 },
    });
  }
  return environment;
}

/** Parses an expression; undefined if it is invalid or too large. */
export function parseCel(expression: string): ASTNode | undefined {
  if (expression.length > MAX_CHARACTERS) return undefined;
  try {
    const { ast } = celEnvironment().parse(expression);
    return isTooDeep(ast) ? undefined : ast;
  } catch {
    return undefined;
  }
}

export function isTooDeep(ast: ASTNode): boolean {
  const pending: { readonly node: ASTNode; readonly depth: number; readonly isTopLevel: boolean }[] = [
    { node: ast, depth: 0, isTopLevel: true },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > MAX_DEPTH) return true;
    const isTopLevel = next.isTopLevel && (next.node.op === "&&" || next.node.op === "||");
    const depth = isTopLevel ? 0 : next.depth + 1;
    for (const node of childrenOf(next.node)) pending.push({ node, depth, isTopLevel });
  }
  return false;
}

export function* nodesIn(root: ASTNode): Generator<ASTNode> {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    pending.push(...childrenOf(node));
  }
}

export function childrenOf(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case ".":
    case ".?":
      return [node.args[0]];
    case "!_":
    case "-_":
      return [node.args];
    case "map":
      return node.args.flat();
    case "call":
      return node.args[1];
    // A method call: name, receiver, and arguments.
    case "rcall":
      return [node.args[1], ...node.args[2]];
    default:
      return node.args as readonly ASTNode[];
  }
}

/** Returns the operands of a chain such as `a && b && c`. Not recursive, since each operator of a long chain is a level. */
export function flattenOperands(node: Extract<ASTNode, { op: "&&" | "||" }>): ASTNode[] {
  const operands: ASTNode[] = [];
  const pending: ASTNode[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.op === node.op) pending.push(...(next.args as readonly ASTNode[]).toReversed());
    else operands.push(next);
  }
  return operands;
}

/** Operators in ascending order of precedence. */
const PRECEDENCE: readonly (readonly string[])[] = [
  ["?:"],
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
  ["!_", "-_"],
];

function precedence(node: ASTNode): number {
  // A negative literal is printed like a negation.
  if (node.op === "value" && (numberLiteral(node) ?? 0) < 0) return PRECEDENCE.length - 1;
  const level = PRECEDENCE.findIndex((ops) => ops.includes(node.op));
  return level < 0 ? PRECEDENCE.length : level;
}

/** Serializes an expression canonically, with normalized white space, parentheses, and variable names. */
export function canonicalCel(ast: ASTNode): string {
  const { serialize } = require("@marcbachmann/cel-js") as typeof import("@marcbachmann/cel-js");
  const list = (nodes: readonly ASTNode[]) => nodes.map(print).join(", ");
  const parenthesize = (node: ASTNode, minimum: number) =>
    precedence(node) < minimum ? `(${print(node)})` : print(node);
  const print = (node: ASTNode): string => {
    const level = precedence(node);
    const atom = (operand: ASTNode) => parenthesize(operand, PRECEDENCE.length);
    switch (node.op) {
      case "value":
      case "id":
        return serialize(node);
      case "!_":
      case "-_":
        // The first character is the operator itself.
        return `${node.op[0]}${parenthesize(node.args, level)}`;
      case ".":
        return canonicalName(`${atom(node.args[0])}.${node.args[1]}`);
      case ".?":
        return `${atom(node.args[0])}${node.op}${node.args[1]}`;
      case "[]":
      case "[?]":
        // The operator without its closing bracket.
        return `${atom(node.args[0])}${node.op.slice(0, -1)}${print(node.args[1])}]`;
      case "call":
        return `${node.args[0]}(${list(node.args[1])})`;
      case "rcall":
        return `${atom(node.args[1])}.${node.args[0]}(${list(node.args[2])})`;
      case "list":
        return `[${list(node.args)}]`;
      case "map":
        return `{${node.args.map(([key, value]) => `${print(key)}: ${print(value)}`).join(", ")}}`;
      case "?:": {
        const [condition, whenTrue, whenFalse] = node.args;
        return `${parenthesize(condition, level + 1)} ? ${parenthesize(whenTrue, level + 1)} : ${print(whenFalse)}`;
      }
      case "&&":
      case "||":
        // Associative, so nested chains need no parentheses on either side.
        return flattenOperands(node)
          .map((operand) => parenthesize(operand, level))
          .join(` ${node.op} `);
      default: {
        // `(a == b) == c` would be confusing without parentheses.
        const minimum = PRECEDENCE[level]?.includes("==") ? level + 1 : level;
        return `${parenthesize(node.args[0], minimum)} ${node.op} ${parenthesize(node.args[1], level + 1)}`;
      }
    }
  };
  return print(ast);
}

/** A chain of fields, such as `req.url.path`. */
export interface FieldChain {
  readonly root: string;
  readonly fields: readonly string[];
  readonly isOptional: boolean;
}

export function fieldChain(node: ASTNode): FieldChain | undefined {
  const fields: string[] = [];
  let owner = node;
  let isOptional = false;
  while (owner.op === "." || owner.op === ".?") {
    isOptional ||= owner.op === ".?";
    fields.unshift(owner.args[1]);
    owner = owner.args[0];
  }
  return owner.op === "id" ? { root: owner.args, fields, isOptional } : undefined;
}

/** Returns the value of a number literal, or of a negated one. */
export function numberLiteral(node: ASTNode | undefined): number | undefined {
  if (node?.op === "-_") {
    const value = numberLiteral(node.args);
    return value === undefined ? undefined : -value;
  }
  const isNumber = node?.op === "value" && (typeof node.args === "number" || typeof node.args === "bigint");
  return isNumber ? Number(node.args) : undefined;
}

export const stringLiteral = (node: ASTNode | undefined): string | undefined =>
  node?.op === "value" && typeof node.args === "string" ? node.args : undefined;
