import type { ASTNode } from "@marcbachmann/cel-js";
import { constantCel, FAILS } from "../evaluate/constants";
import { functionNamed } from "../language/functions";
import { parseCel, partsOf } from "../language/parse";
import type { Test } from "./condition";
import { subjectOf } from "./condition-reader";
import { ALWAYS_THERE, chainOf } from "./variable-names";

/**
 * Whether a part `${...}` of a text can be filled in: for each request, for none, where what it reads is there, or nobody can
 * tell for which.
 */
export function fillOf(expression: string): boolean | Pick<Test, "subject" | "needs"> | undefined {
  const ast = parseCel(expression);
  if (ast === undefined) return undefined;
  const value = constantCel(ast, new Map());
  if (value !== undefined) return value !== FAILS;
  return subjectOf(ast) ?? (neverFails(ast) ? true : undefined);
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
