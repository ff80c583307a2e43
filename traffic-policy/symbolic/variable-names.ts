import type { ASTNode } from "@marcbachmann/cel-js";
import { canonicalName } from "../language/aliases";
import { findVariable } from "../variables/variables";
import type { Bindings } from "./condition";

/** Variables that every request has. */
export const ALWAYS_PRESENT =
  /^(?:req\.(?:method|host|user_agent(?:\.\w+)?|content_type|url(?:\.(?:path|raw_path|query|uri|host|scheme|raw|authority))?)|conn\.(?:client_ip|geo|tls)(?:\.(?!sni|client\b)[\w.]+)?|endpoint\.\w+)$/;

const ROOTS: readonly string[] = ["req", "conn", "endpoint", "vars", "actions", "time", "res"];

/** True for a documented variable of the connection or request. */
export const isRequestVariable = (subject: string): boolean =>
  /^(?:conn|req)\./.test(subject) && findVariable(subject)?.type !== undefined;

export const isListVariable = (subject: string): boolean => findVariable(subject)?.type === "list";

export const isBooleanVariable = (subject: string): boolean => findVariable(subject)?.type === "bool";

/** True for a query parameter, or a header by its lowercase name. */
export const isHeaderOrParameter = (map: string, key: string): boolean =>
  map === "req.url.query_params" || (map === "req.headers" && key === key.toLowerCase());

/** Returns the canonical name of a variable, such as `req.url.path`; undefined for any other expression. */
export function variablePath(node: ASTNode, bound: Bindings = new Map()): string | undefined {
  const fields: string[] = [];
  let root = node;
  let isIndexed = false;
  for (let name = lastField(root); name !== undefined; name = lastField(root)) {
    isIndexed ||= root.op === "[]";
    fields.unshift(name);
    root = (root as Extract<ASTNode, { op: "." | "[]" }>).args[0];
  }
  if (root.op !== "id" || bound.has(root.args) || !ROOTS.includes(root.args)) return undefined;
  const path = canonicalName([root.args, ...fields].join(".").replaceAll(".[", "["));
  // `req.headers['x']` isn't a variable, unlike `vars['x']`.
  return !isIndexed || root.args === "vars" || root.args === "actions" || findVariable(path) !== undefined
    ? path
    : undefined;
}

/** Returns the last field of `vars.team` or `vars['team']`, or the last index, such as `[0]`. */
function lastField({ op, args }: ASTNode): string | undefined {
  if (op === ".") return args[1];
  if (op !== "[]" || args[1].op !== "value") return undefined;
  const name = args[1].args;
  if (typeof name === "bigint" || typeof name === "number") return `[${name}]`;
  return typeof name === "string" && /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

/** Returns the root variables that an expression may read. */
export function rootsRead(text: string): readonly string[] {
  const reads = ROOTS.filter((root) => new RegExp(`\\b${root}\\b`).test(text));
  // Functions such as getReqHeader() read the request without naming it.
  const callsRequestFunction = /\b(?:get|has)(?:Req|Query)/.test(text);
  return callsRequestFunction && !reads.includes("req") ? [...reads, "req"] : reads;
}
