import type { ASTNode } from "@marcbachmann/cel-js";
import { canonicalName } from "../language/aliases";
import { variableAt } from "../variables/variables";
import type { Bound } from "./condition";

/** Variables that each request has. */
export const ALWAYS_THERE =
  /^(?:req\.(?:method|host|user_agent(?:\.\w+)?|content_type|url(?:\.(?:path|raw_path|query|uri|host|scheme|raw|authority))?)|conn\.(?:client_ip|geo|tls)(?:\.(?!sni|client\b)[\w.]+)?|endpoint\.\w+)$/;

const ROOTS: readonly string[] = ["req", "conn", "endpoint", "vars", "actions", "time", "res"];

const NAMED_VALUES: readonly string[] = ["req.headers", "req.url.query_params"];

/** Whether it is a variable of the connection or request that the service documents. */
export const isFact = (subject: string): boolean =>
  /^(?:conn|req)\./.test(subject) && variableAt(subject)?.type !== undefined;

/** Whether a variable is a list. */
export const isList = (subject: string): boolean => variableAt(subject)?.type === "list";

/** Whether a variable is a bool. */
export const isSwitch = (subject: string): boolean => variableAt(subject)?.type === "bool";

/** Whether a variable is a text, or a value by name. */
export const isText = (subject: string): boolean =>
  subject.endsWith("[0]") || variableAt(subject)?.type === "string";

/** The service is not known to find a header by another case than its own. */
export const isName = (path: string, name: string): boolean =>
  NAMED_VALUES.includes(path) && (path !== "req.headers" || name === name.toLowerCase());

/** A chain of fields from a variable of the service: `req.url.path`. */
export function chainOf(node: ASTNode, bound: Bound): string | undefined {
  const fields: string[] = [];
  let [at, isIndexed] = [node, false];
  for (let name = fieldOf(at); name !== undefined; name = fieldOf(at)) {
    isIndexed ||= at.op === "[]";
    fields.unshift(name);
    at = (at as Extract<ASTNode, { op: "." | "[]" }>).args[0];
  }
  if (at.op !== "id" || bound.has(at.args) || !ROOTS.includes(at.args)) return undefined;
  const path = canonicalName([at.args, ...fields].join(".").replaceAll(".[", "["));
  // What is no variable by itself may be a key of a map.
  return !isIndexed || at.args === "vars" || at.args === "actions" || variableAt(path) !== undefined
    ? path
    : undefined;
}

/** The field that an expression takes last: `vars['team']` is `vars.team`, `endpoint['host']` is `endpoint.host`. */
function fieldOf({ op, args }: ASTNode): string | undefined {
  if (op === ".") return args[1];
  if (op !== "[]" || args[1].op !== "value") return undefined;
  const name = args[1].args;
  if (typeof name === "bigint" || typeof name === "number") return `[${name}]`;
  return typeof name === "string" && /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

/** The roots of variables that an expression reads, by its text. */
export function readsOf(text: string): readonly string[] {
  const reads = ROOTS.filter((root) => new RegExp(`\\b${root}\\b`).test(text));
  // Macros that read the request without naming it.
  const isOfRequest = /\b(?:get|has)(?:Req|Query)/.test(text);
  return isOfRequest && !reads.includes("req") ? [...reads, "req"] : reads;
}
