import type { ASTNode } from "@marcbachmann/cel-js";
import { nodesIn } from "../language/parse";

const isRandomCall = (node: ASTNode): boolean =>
  node.op === "rcall" && node.args[1].op === "id" && node.args[1].args === "rand";

export function callsRandom(root: ASTNode): boolean {
  for (const node of nodesIn(root)) if (isRandomCall(node)) return true;
  return false;
}

/** True if a comparison of a random number with a literal can be true or false, depending on the draw. */
export function isUndecidedDraw(node: ASTNode): boolean {
  if (!["<", "<=", ">", ">=", "==", "!="].includes(node.op)) return false;
  const [left, right] = node.args as readonly ASTNode[];
  const draw = left && isRandomCall(left) ? left : right;
  const limit = numberLiteral(draw === left ? right : left);
  if (draw?.op !== "rcall" || limit === undefined) return false;
  const [name, , args] = draw.args;
  if (name === "double" && args.length === 0)
    return node.op !== "==" && node.op !== "!=" && limit > 0 && limit < 1;
  if (name !== "int" || args.length !== 2) return false;
  const [low, high] = args.map(numberLiteral);
  // The documentation doesn't say whether the upper limit is inclusive.
  return low !== undefined && high !== undefined && limit > low && limit < high - 1;
}

/** Returns the value of a number literal, which can be negated. */
export function numberLiteral(node: ASTNode | undefined): number | undefined {
  if (node?.op === "-_") {
    const value = numberLiteral(node.args);
    return value === undefined ? undefined : -value;
  }
  const isNumber = node?.op === "value" && (typeof node.args === "number" || typeof node.args === "bigint");
  return isNumber ? Number(node.args) : undefined;
}
