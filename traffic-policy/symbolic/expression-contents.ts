import type { ASTNode } from "@marcbachmann/cel-js";
import { functionNamed } from "../language/functions";
import { childrenOf, numberLiteral, parseCel, stringLiteral } from "../language/parse";
import { findVariable, type VariableNode } from "../variables/variables";
import { variablePath } from "./variable-names";

/** A variable, or the values of a header, cookie, or query parameter. */
export interface ReadValue {
  /** For example, `conn.server_port` or `req.headers.x-team`. */
  readonly name: string;
  readonly type: VariableNode["type"] | "values";
}

export interface Expression {
  readonly ast: ASTNode;
  /** The values that a search for an example client can choose freely. */
  readonly reads: readonly ReadValue[];
  /** The names of all variables, including those that follow from other parts of the request. */
  readonly variables: readonly string[];
  readonly texts: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  readonly lists: readonly (readonly string[])[];
  /** String literals in brackets, such as `team` in `vars['team']`. */
  readonly keys: ReadonlySet<string>;
}

/** Maps whose keys and values a client chooses. */
const MAPS: readonly string[] = ["req.headers", "req.cookies", "req.url.query_params"];
const MAX_KEYS_TRIED = 2;

/** Collects the variables and literals of an expression; undefined if it can't be parsed. */
export function readExpression(text: string): Expression | undefined {
  const ast = parseCel(text);
  if (ast === undefined) return undefined;
  const reads = new Map<string, ReadValue>();
  const [variables, texts] = [new Set<string>(), new Set<string>()];
  const [keys, wholeMaps] = [new Set<string>(), new Set<string>()];
  const [numbers, lists] = [new Set<number>(), [] as string[][]];
  const addValues = (map: string, key: string | undefined) => {
    if (key === undefined) return;
    const name = `${map}.${map === "req.headers" ? key.toLowerCase() : key}`;
    variables.add(name);
    reads.set(name, { name, type: "values" });
  };
  const pending = [ast];
  for (let node = pending.pop(); node; node = pending.pop()) {
    const [number, text] = [numberLiteral(node), stringLiteral(node)];
    if (number !== undefined) numbers.add(number);
    if (text !== undefined) texts.add(text);
    if (node.op === "list") lists.push(stringLiterals(node.args));
    if (node.op === "[]") for (const key of stringLiterals([node.args[1]])) keys.add(key);
    if (node.op === "call") {
      const map = functionNamed(node.args[0]).keyedMap?.variable;
      if (map !== undefined) addValues(map, stringLiteral(node.args[1][0]));
    }
    const [owner, key] =
      node.op === "in" ? [node.args[1], node.args[0]] : node.op === "[]" || node.op === "." ? node.args : [];
    const map = owner && variablePath(owner);
    if (map !== undefined && MAPS.includes(map)) {
      const name = typeof key === "object" ? stringLiteral(key) : key;
      addValues(map, name);
      if (name === undefined) wholeMaps.add(map);
      if (typeof key === "object") pending.push(key);
      continue;
    }
    const name = variablePath(node);
    if (name !== undefined) variables.add(name);
    if (name !== undefined && MAPS.includes(name)) wholeMaps.add(name);
    const type = name === undefined ? undefined : findVariable(name)?.type;
    if (name !== undefined && type !== undefined) {
      if (/^(?:conn|req)\./.test(name) && !DERIVED.test(name)) reads.set(name, { name, type });
    } else pending.push(...childrenOf(node));
  }
  // For an expression that reads a whole map, try its literals as keys.
  for (const map of wholeMaps)
    for (const key of [...texts, "a"].slice(0, MAX_KEYS_TRIED)) addValues(map, key);
  return { ast, reads: [...reads.values()], variables: [...variables], texts, numbers, lists, keys };
}

/** Variables whose values follow from other parts of the request. */
const DERIVED =
  /^(?:req\.(?:method|host|url(?!\.query$)\b.*|headers|cookies|user_agent|content_type(?:\.raw)?|body|trailers)|conn\.(?:client_ip|tls\.(?:sni|version|server\b.*)))$/;

const stringLiterals = (nodes: readonly ASTNode[]): string[] =>
  nodes.map(stringLiteral).filter((text) => text !== undefined);
