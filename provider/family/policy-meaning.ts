import { isDeepStrictEqual } from "node:util";
import type { ParsedNode, Scalar, ScalarTag } from "yaml";
import { sorted } from "./sorted";

type Yaml = typeof import("yaml");

/** Longest YAML that is parsed: parsing takes a hundred times as long as for JSON and blocks everything else. */
const MOST_YAML = 65_536;

/** Thrown for a value that JSON cannot represent exactly. */
class Inexact extends Error {}

/**
 * The value of a policy in JSON or YAML, with all object keys sorted. Undefined for a string that only the service
 * can interpret with certainty, which then equals only an identical string: neither JSON nor YAML, a number beyond
 * the precision of JavaScript, a duplicate key, a tag, an alias, a merge key, a value that YAML 1.1 and 1.2 read
 * differently (`yes`, `0777`, `2026-01-01`), or YAML of more than 65,536 characters.
 */
export function policyMeaning(text: string): { readonly value: unknown } | undefined {
  try {
    const value = sorted(/^\s*[[{"]/.test(text) ? (readJson(text) ?? readYaml(text)) : readYaml(text));
    // A value nested too deeply cannot be compared either.
    JSON.stringify(value);
    return { value };
  } catch {
    return undefined;
  }
}

const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g;

function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  let keys = 0;
  for (const [token, colon] of text.matchAll(JSON_TOKEN)) {
    if (colon !== undefined) keys += 1;
    else if (!token.startsWith('"')) exact(token);
  }
  // Parsing drops duplicate keys.
  if (keys !== countKeys(value)) throw new Inexact();
  return value;
}

function countKeys(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), own);
}

/** The value of a numeric literal: up to 15 digits are exact (IEEE 754, double precision). */
function exact(literal: string): number {
  const value = Number(literal);
  const digits = literal.replace(/e.*$/i, "").replace(/[-+.]/g, "").replace(/^0+/, "");
  const isExact = Number.isFinite(value) && (digits.length <= 15 || String(value) === literal);
  if (!isExact || (value === 0 && digits !== "")) throw new Inexact();
  return value;
}

function readYaml(text: string): unknown {
  if (text.length > MOST_YAML) throw new Inexact();
  // Loaded on demand: most programs have no policy, and each of them would wait for it.
  const yaml = require("yaml") as Yaml;
  const document = yaml.parseDocument(text, {
    schema: "core",
    // Both take time quadratic in the length of the text; keys are compared below.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  if (document.errors.length > 0 || document.warnings.length > 0 || document.directives.yaml.explicit)
    throw new Inexact();
  return document.contents === null ? null : readNode(yaml, document.contents);
}

function readNode(yaml: Yaml, node: ParsedNode | null): unknown {
  if (node === null) return null;
  if (yaml.isAlias(node) || node.tag !== undefined) throw new Inexact();
  if (yaml.isSeq(node)) return node.items.map((item) => readNode(yaml, item as ParsedNode));
  if (!yaml.isMap(node)) return readScalar(yaml, node as Scalar);
  const pairs = node.items.map(({ key, value }) => {
    return [readKey(yaml, key as ParsedNode), readNode(yaml, value as ParsedNode | null)] as const;
  });
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Inexact();
  return Object.fromEntries(pairs);
}

/** A key is a string. An unquoted key of another type, such as `200`, must be in its canonical spelling. */
function readKey(yaml: Yaml, node: ParsedNode | null): string {
  if (!yaml.isScalar(node) || node.tag !== undefined || node.source === "<<") throw new Inexact();
  const key = String(readScalar(yaml, node));
  if (key !== (typeof node.value === "string" ? node.value : node.source)) throw new Inexact();
  return key;
}

function readScalar(yaml: Yaml, { type, value, source = "" }: Scalar): unknown {
  if (type !== "PLAIN") return value;
  if (!isDeepStrictEqual(value, asInYaml11(yaml, source))) throw new Inexact();
  return typeof value === "number" ? exact(source) : value;
}

let tagsOf11: readonly ScalarTag[] | undefined;

/** A plain scalar as YAML 1.1 reads it. */
function asInYaml11(yaml: Yaml, source: string): unknown {
  tagsOf11 ??= new yaml.Schema({ schema: "yaml-1.1" }).tags.filter(
    (tag): tag is ScalarTag => tag.collection === undefined && tag.default === true && tag.test !== undefined,
  );
  const tag = tagsOf11.find(({ test }) => test?.test(source));
  const read = tag?.resolve(source, () => undefined, {});
  return tag === undefined ? source : yaml.isScalar(read) ? read.value : read;
}
