import type { ASTNode } from "@marcbachmann/cel-js";
import { canonicalName } from "../language/aliases";
import { findVariable } from "../variables/variables";
import type { Bindings } from "./condition";

/** Variables that every request has. */
export const ALWAYS_PRESENT =
  /^(?:req\.(?:method|host|user_agent(?:\.\w+)?|content_type|url(?:\.(?:path|raw_path|query|uri|host|scheme|raw|authority))?)|conn\.(?:client_ip|geo|tls)(?:\.(?!sni|client\b)[\w.]+)?|endpoint\.\w+)$/;

const ROOTS: readonly string[] = ["req", "conn", "endpoint", "vars", "actions", "time", "res"];

const MULTI_VALUE_MAPS: readonly string[] = ["req.headers", "req.url.query_params"];

/** True for a documented variable of the connection or request. */
export const isRequestVariable = (subject: string): boolean =>
  /^(?:conn|req)\./.test(subject) && findVariable(subject)?.type !== undefined;

export const isList = (subject: string): boolean => findVariable(subject)?.type === "list";

export const isBoolean = (subject: string): boolean => findVariable(subject)?.type === "bool";

/** True if `path` is a map with a list of values for each key, and `name` can be a key: header names are lowercase. */
export const isHeaderOrParameter = (path: string, name: string): boolean =>
  MULTI_VALUE_MAPS.includes(path) && (path !== "req.headers" || name === name.toLowerCase());

/** Returns the canonical name of a variable, such as `req.url.path`; undefined for any other expression. */
export function variablePath(node: ASTNode, bound: Bindings = new Map()): string | undefined {
  const fields: string[] = [];
  let [root, isIndexed] = [node, false];
  for (let name = lastField(root); name !== undefined; name = lastField(root)) {
    isIndexed ||= root.op === "[]";
    fields.unshift(name);
    root = (root as Extract<ASTNode, { op: "." | "[]" }>).args[0];
  }
  if (root.op !== "id" || bound.has(root.args) || !ROOTS.includes(root.args)) return undefined;
  const path = canonicalName([root.args, ...fields].join(".").replaceAll(".[", "["));
  // In other variables, brackets contain the key of a map.
  return !isIndexed || root.args === "vars" || root.args === "actions" || findVariable(path) !== undefined
    ? path
    : undefined;
}

/** `vars['team']` is equivalent to `vars.team`. */
function lastField({ op, args }: ASTNode): string | undefined {
  if (op === ".") return args[1];
  if (op !== "[]" || args[1].op !== "value") return undefined;
  const name = args[1].args;
  if (typeof name === "bigint" || typeof name === "number") return `[${name}]`;
  return typeof name === "string" && /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

export function rootsRead(text: string): readonly string[] {
  const reads = ROOTS.filter((root) => new RegExp(`\\b${root}\\b`).test(text));
  // Functions such as getReqHeader() read the request without naming it.
  const callsRequestFunction = /\b(?:get|has)(?:Req|Query)/.test(text);
  return callsRequestFunction && !reads.includes("req") ? [...reads, "req"] : reads;
}
