import type { ASTNode } from "@marcbachmann/cel-js";
import { functionNamed } from "../language/functions";
import { numberLiteral } from "../language/parse";
import type { Bindings, Constant, Operand } from "./condition";
import { ALWAYS_PRESENT, isHeaderOrParameter, variablePath } from "./variable-names";

export class OperandReader {
  readsCapitalizedHeader = false;
  /** The operand reads a header that is never present. */
  protected readsMissingHeader = false;

  constructor(
    protected readonly constants: ReadonlyMap<string, Constant>,
    protected readonly findsCapitalizedHeaders = true,
  ) {}

  protected literal(node: ASTNode | undefined, bound: Bindings): string | undefined {
    const operand = node && this.operand(node, bound);
    return operand?.is === "literal" && typeof operand.value === "string" ? operand.value : undefined;
  }

  protected operand(node: ASTNode, bound: Bindings): Operand | undefined {
    if (node.op === "value")
      return typeof node.args === "string" || typeof node.args === "boolean"
        ? { is: "literal", value: node.args }
        : undefined;
    if (node.op === "list") return { is: "list", items: node.args };
    if (node.op === "id" && bound.has(node.args)) return bound.get(node.args);
    if (node.op === "." && node.args[1] === "value") {
      const cookie = this.cookieValues(node.args[0], bound);
      if (cookie !== undefined)
        return { is: "subject", subject: `${cookie}[0]`, isFolded: false, needs: cookie };
    }
    if (node.op === "rcall" && node.args[0] === "lowerAscii" && node.args[2].length === 0) {
      const inner = this.operand(node.args[1], bound);
      return inner?.is === "subject" ? { ...inner, isFolded: true } : undefined;
    }
    return this.headerOrParameter(node, bound) ?? this.variable(node, bound);
  }

  /** Returns the values of a header or query parameter, or the first value. */
  private headerOrParameter(node: ASTNode, bound: Bindings): Operand | undefined {
    if (node.op === "call" && node.args[0].startsWith("get")) {
      const { lookUp } = functionNamed(node.args[0]);
      const key = this.literal(node.args[1][0], bound);
      if (!lookUp || key === undefined) return undefined;
      return { is: "values", subject: `${lookUp.base}.${lookUp.folds ? key.toLowerCase() : key}` };
    }
    if (node.op === "[]") {
      const [owner, index] = node.args;
      const values = this.operand(owner, bound);
      if (values?.is === "values" && isZero(index))
        return { is: "subject", subject: `${values.subject}[0]`, isFolded: false, needs: values.subject };
    }
    const { path = "", key = "" } = this.mapAndKey(node, bound) ?? {};
    const isCapitalized = path === "req.headers" && key !== key.toLowerCase();
    this.readsCapitalizedHeader ||= isCapitalized;
    this.readsMissingHeader ||= isCapitalized && !this.findsCapitalizedHeaders;
    const subject = `${path}.${isCapitalized ? key.toLowerCase() : key}`;
    return isCapitalized || isHeaderOrParameter(path, key)
      ? { is: "values", subject, needs: subject }
      : undefined;
  }

  private cookieValues(node: ASTNode, bound: Bindings): string | undefined {
    if (node.op === "call" && node.args[0] === "getReqCookie" && node.args[1].length === 1) {
      const key = this.literal(node.args[1][0], bound);
      return key === undefined ? undefined : `req.cookies.${key}`;
    }
    if (node.op !== "[]" || !isZero(node.args[1])) return undefined;
    const { path, key } = this.mapAndKey(node.args[0], bound) ?? {};
    return path === "req.cookies" ? `${path}.${key}` : undefined;
  }

  protected mapAndKey(
    node: ASTNode,
    bound: Bindings,
  ): { readonly path: string; readonly key: string } | undefined {
    if (node.op !== "[]" && node.op !== ".") return undefined;
    const path = variablePath(node.args[0], bound);
    const key = node.op === "." ? node.args[1] : this.literal(node.args[1], bound);
    return path === undefined || key === undefined ? undefined : { path, key };
  }

  private variable(node: ASTNode, bound: Bindings): Operand | undefined {
    const subject = variablePath(node, bound);
    // Fields of policy variables aren't tracked.
    if (subject === undefined || !/^(?!vars\.)\w+\.|^vars\.\w+$/.test(subject)) return undefined;
    const value = this.constants.get(subject);
    if (value !== undefined)
      return typeof value === "string" || typeof value === "boolean" ? { is: "literal", value } : undefined;
    const needs = ALWAYS_PRESENT.test(subject) ? undefined : true;
    return { is: "subject", subject, isFolded: false, needs };
  }
}

const isZero = (node: ASTNode): boolean => numberLiteral(node) === 0;
