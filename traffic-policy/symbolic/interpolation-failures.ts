import type { ASTNode } from "@marcbachmann/cel-js";
import { evaluateConstant, FAILS } from "../evaluate/constants";
import { functionNamed } from "../language/functions";
import { childrenOf, parseCel } from "../language/parse";
import type { Test } from "./condition";
import { requestProperty } from "./condition-reader";
import { ALWAYS_PRESENT, variablePath } from "./variable-names";

/**
 * Determines for which requests `${...}` can be evaluated: all (true), none (false), or those with the returned subject.
 * Undefined if unknown.
 */
export function canInterpolate(expression: string): boolean | Pick<Test, "subject" | "needs"> | undefined {
  const ast = parseCel(expression);
  if (ast === undefined) return undefined;
  const value = evaluateConstant(ast, new Map());
  if (value !== undefined) return value !== FAILS;
  return requestProperty(ast) ?? (neverFails(ast) ? true : undefined);
}

/** True if an expression definitely has a value for every request. */
function neverFails(root: ASTNode): boolean {
  const pending = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const variable = variablePath(node, new Map());
    if (variable !== undefined) {
      if (!ALWAYS_PRESENT.test(variable) && variable !== "time.now") return false;
      continue;
    }
    const [name, namespace, args] = node.op === "rcall" ? node.args : [];
    if (args && namespace?.op === "id" && functionNamed(`${namespace.args}.${name}`).isTotal)
      pending.push(...args);
    else if (node.op === "call" || node.op === "rcall") {
      if (!functionNamed(node.args[0]).isTotal) return false;
      pending.push(...childrenOf(node));
    } else if (["value", "==", "!=", "+", "&&", "||", "!_", "?:"].includes(node.op))
      pending.push(...childrenOf(node));
    else return false;
  }
  return true;
}
