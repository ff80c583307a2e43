import type { ASTNode } from "@marcbachmann/cel-js";
import { partsOf } from "../language/parse";

/** Whether an expression calls a macro of random numbers. */
const isRandom = (node: ASTNode): boolean =>
  node.op === "rcall" && node.args[1].op === "id" && node.args[1].args === "rand";

export function hasRandom(root: ASTNode): boolean {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isRandom(node)) return true;
    open.push(...partsOf(node));
  }
  return false;
}

/** Whether a comparison of a random number with a literal certainly is true for some draws and false for others. */
export function isOpenDraw(node: ASTNode): boolean {
  if (!["<", "<=", ">", ">=", "==", "!="].includes(node.op)) return false;
  const [left, right] = node.args as readonly ASTNode[];
  const drawn = left && isRandom(left) ? left : right;
  const limit = literalIn(drawn === left ? right : left);
  if (drawn?.op !== "rcall" || limit === undefined) return false;
  const [name, , args] = drawn.args;
  if (name === "double" && args.length === 0)
    return node.op !== "==" && node.op !== "!=" && limit > 0 && limit < 1;
  const [low, high] = args.map(literalIn);
  // It is unspecified whether the upper limit itself is drawn.
  return name === "int" && args.length === 2 && low !== undefined && high !== undefined
    ? limit > low && limit < high - 1
    : false;
}

export function literalIn(node: ASTNode | undefined): number | undefined {
  if (node?.op === "-_") {
    const value = literalIn(node.args);
    return value === undefined ? undefined : -value;
  }
  const isNumber = node?.op === "value" && (typeof node.args === "number" || typeof node.args === "bigint");
  return isNumber ? Number(node.args) : undefined;
}
