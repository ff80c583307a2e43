import type { ASTNode } from "@marcbachmann/cel-js";
import { evaluateConstant } from "../evaluate/constants";
import { canonicalCel, nodesIn } from "../language/parse";
import { Duration, type Value } from "../language/values";
import { findVariable } from "../variables/variables";
import type { Comparison } from "./condition";
import { variablePath } from "./variable-names";

/** The normalized form of each operator. `a < b` is the negation of `a >= b`. */
const OPERATORS: Readonly<Record<string, readonly [Comparison["operator"], isNegated: boolean]>> = {
  "==": ["==", false],
  "!=": ["==", true],
  ">=": [">=", false],
  "<": [">=", true],
  ">": [">", false],
  "<=": [">", true],
};

const MIRRORED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/**
 * Normalizes a comparison with a constant to `==`, `>=`, or `>`, with the constant on the right. If `isNegated`, the node is
 * the negation of the result.
 */
export function readComparison(
  node: ASTNode,
): { readonly text: string; readonly isNegated: boolean; readonly comparison: Comparison } | undefined {
  if (OPERATORS[node.op] === undefined) return undefined;
  const [left, right] = node.args as readonly [ASTNode, ASTNode];
  const [leftValue, rightValue] = [evaluateConstant(left), evaluateConstant(right)];
  const isMirrored = rightValue === undefined;
  const [compared, constant, value] = isMirrored ? [right, left, leftValue] : [left, right, rightValue];
  const normalized = OPERATORS[isMirrored ? (MIRRORED[node.op] ?? node.op) : node.op];
  const ordered = value === undefined ? undefined : orderedValue(value);
  if (normalized === undefined || ordered === undefined) return undefined;
  if (rightValue !== undefined && leftValue !== undefined) return undefined;
  const [operator, isNegated] = normalized;
  const operand = canonicalCel(compared);
  const text = `${operand} ${operator} ${canonicalCel(constant)}`;
  // For integers, `> 5` is `>= 6`.
  const isIntegerBound = operator === ">" && ordered.type === "bigint" && isInteger(compared);
  const comparison: Comparison = isIntegerBound
    ? { operand, operator: ">=", ...ordered, value: Number(ordered.value) + 1 }
    : { operand, operator, ...ordered };
  return { text, isNegated, comparison };
}

const isInteger = (node: ASTNode): boolean =>
  findVariable(variablePath(node) ?? "")?.type === "int" ||
  ((node.op === "call" || node.op === "rcall") && /^(?:size|int)$/.test(node.args[0]));

/** True if an expression calls a function of the namespace `rand`. */
export const callsRandom = (root: ASTNode): boolean =>
  [...nodesIn(root)].some(({ op, args }) => op === "rcall" && args[1].op === "id" && args[1].args === "rand");

/** Returns a string or number that orders like the constant among values of its type. */
function orderedValue(value: Value | symbol): Pick<Comparison, "type" | "value"> | undefined {
  if (typeof value === "bigint" || typeof value === "number")
    return { type: typeof value, value: Number(value) };
  // Strings are ordered by their bytes.
  if (typeof value === "string") return { type: "string", value: Buffer.from(value).toString("hex") };
  if (value instanceof Date) return { type: "timestamp", value: value.getTime() };
  if (value instanceof Duration) return { type: "duration", value: Number(value.nanoseconds) };
  return undefined;
}
