import type { ASTNode, Environment } from "@marcbachmann/cel-js";
import { canonicalName } from "./aliases";

/** Longest expression that is read. */
export const MOST_CHARACTERS = 65_536;

/** Deepest expression that is read, since its readers are recursive; the `&&` and `||` of a whole condition are free. */
const DEEPEST = 1_000;

let environment: Environment | undefined;

/** Loaded where it is needed: most programs have no policy, and each of them would wait for it. */
export function cel(): Environment {
  if (environment === undefined) {
    const { Environment } = require("@marcbachmann/cel-js") as typeof import("@marcbachmann/cel-js");
    const most = { maxListElements: 20_000, maxMapEntries: 20_000 };
    environment = new Environment({
      enableOptionalTypes: true,
      unlistedVariablesAreDyn: true,
      homogeneousAggregateLiterals: false,
      limits: most,
    });
  }
  return environment;
}

/** The tree of an expression; undefined for one that cannot be read, or is too long to be. */
export function parseCel(expression: string): ASTNode | undefined {
  if (expression.length > MOST_CHARACTERS) return undefined;
  try {
    const { ast } = cel().parse(expression);
    return isTooDeep(ast) ? undefined : ast;
  } catch {
    return undefined;
  }
}

export function isTooDeep(ast: ASTNode): boolean {
  const open: { readonly node: ASTNode; readonly depth: number; readonly isWhole: boolean }[] = [
    { node: ast, depth: 0, isWhole: true },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > DEEPEST) return true;
    const isWhole = next.isWhole && (next.node.op === "&&" || next.node.op === "||");
    const depth = isWhole ? 0 : next.depth + 1;
    for (const node of partsOf(next.node)) open.push({ node, depth, isWhole });
  }
  return false;
}

/** The arguments of each call of a macro such as `secrets.get` in an expression, if it can be read. */
export function callsOf(space: string, name: string, expression: string): readonly (readonly ASTNode[])[] {
  const ast = parseCel(expression);
  const calls: (readonly ASTNode[])[] = [];
  const open = ast === undefined ? [] : [ast];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.op === "rcall") {
      const [called, receiver, args] = node.args;
      if (called === name && receiver.op === "id" && receiver.args === space) calls.push(args);
    }
    open.push(...partsOf(node));
  }
  return calls;
}

/** All nodes right below one; at most as many as a list may have elements. */
export function partsOf(node: ASTNode): readonly ASTNode[] {
  if (node.op === "rcall") return [node.args[1], ...node.args[2]];
  return node.op === "call" ? node.args[1] : childrenOf(node);
}

/** How tightly operators bind, the loosest first: what binds more loosely than what it stands in needs brackets. */
const BINDING: readonly (readonly string[])[] = [
  ["?:"],
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
  ["!_", "-_"],
];

function bindingOf({ op, args }: ASTNode): number {
  const level = BINDING.findIndex((ops) => ops.includes(op));
  const isNegative = op === "value" && (typeof args === "number" || typeof args === "bigint") && args < 0;
  return isNegative ? BINDING.length - 1 : level < 0 ? BINDING.length : level;
}

/** An expression in one spelling, whatever its white space and brackets are. */
export function canonicalCel(ast: ASTNode): string {
  const { serialize } = require("@marcbachmann/cel-js") as typeof import("@marcbachmann/cel-js");
  const list = (nodes: readonly ASTNode[]) => nodes.map(spell).join(", ");
  const within = (node: ASTNode, least: number) =>
    bindingOf(node) < least ? `(${spell(node)})` : spell(node);
  const spell = (node: ASTNode): string => {
    const own = bindingOf(node);
    const inside = (one: ASTNode) => within(one, BINDING.length);
    switch (node.op) {
      case "value":
      case "id":
        return serialize(node);
      case "!_":
      case "-_":
        return `${node.op[0]}${within(node.args, own)}`;
      case ".":
        return canonicalName(`${inside(node.args[0])}.${node.args[1]}`);
      case ".?":
        return `${inside(node.args[0])}${node.op}${node.args[1]}`;
      case "[]":
      case "[?]":
        return `${inside(node.args[0])}${node.op.slice(0, -1)}${spell(node.args[1])}]`;
      case "call":
        return `${node.args[0]}(${list(node.args[1])})`;
      case "rcall":
        return `${inside(node.args[1])}.${node.args[0]}(${list(node.args[2])})`;
      case "list":
        return `[${list(node.args)}]`;
      case "map":
        return `{${node.args.map(([key, value]) => `${spell(key)}: ${spell(value)}`).join(", ")}}`;
      case "?:": {
        const [when, then, otherwise] = node.args;
        return `${within(when, own + 1)} ? ${within(then, own + 1)} : ${spell(otherwise)}`;
      }
      case "&&":
      case "||":
        // Whichever two are taken first, it gives the same.
        return `${within(node.args[0], own)} ${node.op} ${within(node.args[1], own)}`;
      default: {
        // Nobody reads `a == b == c` as what it is.
        const least = BINDING[own]?.includes("==") ? own + 1 : own;
        return `${within(node.args[0], least)} ${node.op} ${within(node.args[1], own + 1)}`;
      }
    }
  };
  return spell(ast);
}

/** A chain of fields from its root: `req.headers` of `req.headers['x'][0]`. */
export interface Chain {
  readonly root: string;
  readonly fields: readonly string[];
  readonly isOptional: boolean;
}

export function chainOf(node: ASTNode): Chain | undefined {
  const fields: string[] = [];
  let at = node;
  let isOptional = false;
  while (at.op === "." || at.op === ".?") {
    isOptional ||= at.op === ".?";
    fields.unshift(at.args[1]);
    at = at.args[0];
  }
  return at.op === "id" ? { root: at.args, fields, isOptional } : undefined;
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
    case "rcall":
      return [];
    default:
      return node.args as readonly ASTNode[];
  }
}
