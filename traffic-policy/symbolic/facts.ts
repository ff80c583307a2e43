import type { ASTNode } from "@marcbachmann/cel-js";
import { functionNamed } from "../language/functions";
import { parseCel, partsOf } from "../language/parse";
import { type VariableNode, variableAt } from "../variables/variables";
import type { Bound } from "./condition";
import { literalIn } from "./random-draws";
import { chainOf } from "./variable-names";

export { FAILS, outcomeOf } from "../evaluate/constants";
export { readUrl } from "../evaluate/question";

/** A fact that an expression reads: a variable, or the values of a header, cookie or parameter of the query. */
export interface Reads {
  /** Such as `conn.server_port` or `req.headers.x-team`. */
  readonly name: string;
  readonly type: VariableNode["type"] | "values";
}

/** An expression with what it reads, and what is written out in it. */
export interface Expression {
  readonly ast: ASTNode;
  readonly reads: readonly Reads[];
  /** The names of all that it reads, whether a client may choose that or not. */
  readonly facts: readonly string[];
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
  readonly numbers: readonly number[];
  readonly lists: readonly (readonly string[])[];
  /** Texts in brackets. */
  readonly keys: readonly string[];
  /** Names after dots that are of no variable. */
  readonly fields: readonly string[];
}

const MAPS: readonly string[] = ["req.headers", "req.cookies", "req.url.query_params"];
const NONE: Bound = new Map();
const MOST_KEPT = 1000;
const MOST_NAMES = 2;
const known = new Map<string, Expression | undefined>();

/** Takes an expression apart into what a search for values needs; undefined for one that cannot be read. */
export function expressionIn(text: string): Expression | undefined {
  if (!known.has(text)) {
    if (known.size >= MOST_KEPT) known.clear();
    const ast = parseCel(text);
    known.set(text, ast && takenApart(ast));
  }
  return known.get(text);
}

function takenApart(ast: ASTNode): Expression {
  const [reads, texts, patterns] = [new Map<string, Reads>(), new Set<string>(), new Set<string>()];
  const [numbers, lists] = [new Set<number>(), [] as string[][]];
  const [keys, fields, facts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const values = (map: string, name: unknown) => {
    if (typeof name !== "string") return;
    const key = map === "req.headers" ? name.toLowerCase() : name;
    facts.add(`${map}.${key}`);
    reads.set(`${map}.${key}`, { name: `${map}.${key}`, type: "values" });
  };
  const wholes = new Set<string>();
  const open = [ast];
  for (let node = open.pop(); node; node = open.pop()) {
    const number = literalIn(node);
    if (number !== undefined) numbers.add(number);
    if (node.op === "value" && typeof node.args === "string") texts.add(node.args);
    if (node.op === "list") lists.push(node.args.flatMap(textIn));
    if (node.op === "[]") for (const key of textIn(node.args[1])) keys.add(key);
    if (node.op === "call" || node.op === "rcall") {
      const args = node.op === "call" ? node.args[1] : node.args[2];
      if (node.args[0] === "matches") for (const pattern of args.flatMap(textIn)) patterns.add(pattern);
      const base = node.op === "call" ? functionNamed(node.args[0]).lookUp?.base : undefined;
      if (base !== undefined) values(base, args.flatMap(textIn)[0]);
    }
    const [owner, key] =
      node.op === "in" ? [node.args[1], node.args[0]] : node.op === "[]" || node.op === "." ? node.args : [];
    const map = owner && chainOf(owner, NONE);
    if (map !== undefined && MAPS.includes(map)) {
      values(map, typeof key === "string" ? key : key && textIn(key)[0]);
      if (typeof key === "object" && textIn(key).length === 0) wholes.add(map);
      if (typeof key === "object") open.push(key);
      continue;
    }
    const name = chainOf(node, NONE);
    if (name !== undefined && MAPS.includes(name)) wholes.add(name);
    const type = name === undefined ? undefined : variableAt(name)?.type;
    if (name !== undefined) facts.add(name);
    if (name !== undefined && type !== undefined) {
      if (/^(?:conn|req)\./.test(name) && !FIXED.test(name)) reads.set(name, { name, type });
    } else {
      if (node.op === ".") fields.add(node.args[1]);
      open.push(...partsOf(node));
    }
  }
  // Of a whole map, the names are tried that are written out, or any.
  for (const map of wholes) for (const name of [...texts, "a"].slice(0, MOST_NAMES)) values(map, name);
  return {
    ast,
    reads: [...reads.values()],
    facts: [...facts],
    ...{ texts: [...texts], patterns: [...patterns], numbers: [...numbers], lists },
    ...{ keys: [...keys], fields: [...fields] },
  };
}

/** What the rest of a request tells. */
const FIXED =
  /^(?:req\.(?:method|host|url(?!\.query$)\b.*|headers|cookies|user_agent|content_type(?:\.raw)?|body|trailers)|conn\.(?:client_ip|tls\.(?:sni|version|server\b.*)))$/;

const textIn = (node: ASTNode): readonly string[] =>
  node.op === "value" && typeof node.args === "string" ? [node.args] : [];
