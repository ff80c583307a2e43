import type { ASTNode } from "@marcbachmann/cel-js";
import { functionNamed } from "../language/functions";
import type { Bound, Constant, Operand } from "./condition";
import { literalIn } from "./random-draws";
import { ALWAYS_THERE, chainOf, isName } from "./variable-names";

/** Reads what an expression compares. */
export class OperandReader {
  /** Whether a name of a header with capitals was read. */
  hasCapitals = false;
  protected isMissing = false;

  constructor(
    protected readonly constants: ReadonlyMap<string, Constant>,
    /** Whether `req.headers` finds names with capitals. */
    protected readonly findsCapitals = true,
  ) {}

  protected literal(node: ASTNode | undefined, bound: Bound): string | undefined {
    const found = node && this.operand(node, bound);
    return found?.is === "literal" && typeof found.value === "string" ? found.value : undefined;
  }

  protected operand(node: ASTNode, bound: Bound): Operand | undefined {
    if (node.op === "value")
      return typeof node.args === "string" || typeof node.args === "boolean"
        ? { is: "literal", value: node.args }
        : undefined;
    if (node.op === "list") return { is: "list", items: node.args };
    if (node.op === "id" && bound.has(node.args)) return bound.get(node.args);
    if (node.op === "." && node.args[1] === "value") {
      const cookie = this.cookie(node.args[0], bound);
      if (cookie !== undefined)
        return { is: "subject", subject: `${cookie}[0]`, isFolded: false, needs: cookie };
    }
    if (node.op === "rcall" && node.args[0] === "lowerAscii" && node.args[2].length === 0) {
      const inner = this.operand(node.args[1], bound);
      return inner?.is === "subject" ? { ...inner, isFolded: true } : undefined;
    }
    return this.named(node, bound) ?? this.variable(node, bound);
  }

  /** The values of a header, query parameter or cookie, or the first of them. */
  protected named(node: ASTNode, bound: Bound): Operand | undefined {
    if (node.op === "call" && node.args[0].startsWith("get")) {
      const given = functionNamed(node.args[0]).lookUp;
      const key = node.args[1][0] && this.operand(node.args[1][0], bound);
      if (!given || key?.is !== "literal" || typeof key.value !== "string") return undefined;
      return { is: "values", subject: `${given.base}.${given.folds ? key.value.toLowerCase() : key.value}` };
    }
    if (node.op === "[]") {
      const [owner, index] = node.args;
      const values = this.operand(owner, bound);
      if (values?.is === "values" && isZero(index))
        return { is: "subject", subject: `${values.subject}[0]`, isFolded: false, needs: values.subject };
    }
    const { path = "", key: named = "" } = this.keyIn(node, bound) ?? {};
    const isCapital = path === "req.headers" && named !== named.toLowerCase();
    const key = isCapital ? named.toLowerCase() : named;
    this.hasCapitals ||= isCapital;
    this.isMissing ||= isCapital && !this.findsCapitals;
    return isName(path, key)
      ? { is: "values", subject: `${path}.${key}`, needs: `${path}.${key}` }
      : undefined;
  }

  /** The name of the cookie of which an expression takes the first one. */
  protected cookie(node: ASTNode, bound: Bound): string | undefined {
    if (node.op === "call" && node.args[0] === "getReqCookie" && node.args[1].length === 1) {
      const key = this.operand(node.args[1][0] as ASTNode, bound);
      return key?.is === "literal" && typeof key.value === "string" ? `req.cookies.${key.value}` : undefined;
    }
    if (node.op !== "[]" || !isZero(node.args[1])) return undefined;
    const { path, key } = this.keyIn(node.args[0], bound) ?? {};
    return path === "req.cookies" ? `${path}.${key}` : undefined;
  }

  /** A map of the request, and the key by which an expression takes a part of it. */
  protected keyIn(node: ASTNode, bound: Bound): { readonly path: string; readonly key: string } | undefined {
    if (node.op !== "[]" && node.op !== ".") return undefined;
    const path = chainOf(node.args[0], bound);
    const key: Operand | undefined =
      node.op === "." ? { is: "literal", value: node.args[1] } : this.operand(node.args[1], bound);
    if (path === undefined || key?.is !== "literal" || typeof key.value !== "string") return undefined;
    return { path, key: key.value };
  }

  protected variable(node: ASTNode, bound: Bound): Operand | undefined {
    const subject = chainOf(node, bound);
    // A variable of the policy's own may be a map: what is in it is not followed.
    if (subject === undefined || !/^(?!vars\.)\w+\.|^vars\.\w+$/.test(subject)) return undefined;
    const value = this.constants.get(subject);
    if (value !== undefined)
      return typeof value === "string" || typeof value === "boolean" ? { is: "literal", value } : undefined;
    return {
      is: "subject",
      subject,
      isFolded: false,
      ...(!ALWAYS_THERE.test(subject) && { needs: true }),
    };
  }
}

export const isZero = (node: ASTNode): boolean => literalIn(node) === 0;
