import { isDeepStrictEqual } from "node:util";
import type { ParsedNode, Scalar, ScalarTag } from "yaml";
import { attempt } from "./attempt";
import { sorted } from "./collections";

type Yaml = typeof import("yaml");

/** Maximum length of YAML that is parsed: YAML takes a hundred times as long as JSON, and blocks the event loop. */
const MAX_YAML_LENGTH = 65_536;

/** Thrown for a text that only the service can interpret with certainty. */
class UncertainMeaning extends Error {}

/**
 * Parses a policy and sorts its keys. Undefined for a text that only the service can interpret with certainty:
 * neither JSON nor YAML, inexact numbers, duplicate keys, tags, aliases, merge keys, long YAML, or values that YAML
 * 1.1 and 1.2 parse differently (`yes`, `0777`).
 */
export function policyMeaning(text: string): { readonly value: unknown } | undefined {
  return attempt(() => {
    const value = sorted(/^\s*[[{"]/.test(text) ? (readJson(text) ?? readYaml(text)) : readYaml(text));
    // Throws for a value that is nested too deeply to be compared.
    JSON.stringify(value);
    return { value };
  });
}

const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g;

function readJson(text: string): unknown {
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined) return undefined;
  let keys = 0;
  for (const [token, colon] of text.matchAll(JSON_TOKEN)) {
    if (colon !== undefined) keys += 1;
    else if (!token.startsWith('"')) parseExactNumber(token);
  }
  // JSON.parse silently drops duplicate keys.
  if (keys !== countKeys(value)) throw new UncertainMeaning();
  return value;
}

function countKeys(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  const keys = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), keys);
}

/** Parses a number. Throws UncertainMeaning unless a double represents it exactly, as all numbers of up to 15 digits. */
function parseExactNumber(literal: string): number {
  const value = Number(literal);
  const digits = literal.replace(/e.*$/i, "").replace(/[-+.]/g, "").replace(/^0+/, "");
  const isExact = Number.isFinite(value) && (digits.length <= 15 || String(value) === literal);
  // A number that is too small for a double becomes 0.
  if (!isExact || (value === 0 && digits !== "")) throw new UncertainMeaning();
  return value;
}

function readYaml(text: string): unknown {
  if (text.length > MAX_YAML_LENGTH) throw new UncertainMeaning();
  // Loaded on demand, because most programs have no policy.
  const yaml = require("yaml") as Yaml;
  const document = yaml.parseDocument(text, {
    schema: "core",
    // Both options take quadratic time. Duplicate keys are detected below.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  if (document.errors.length > 0 || document.warnings.length > 0 || document.directives.yaml.explicit)
    throw new UncertainMeaning();
  return document.contents === null ? null : readNode(yaml, document.contents);
}

function readNode(yaml: Yaml, node: ParsedNode | null): unknown {
  if (node === null) return null;
  if (yaml.isAlias(node) || node.tag !== undefined) throw new UncertainMeaning();
  if (yaml.isSeq(node)) return node.items.map((item) => readNode(yaml, item as ParsedNode));
  if (!yaml.isMap(node)) return readScalar(yaml, node as Scalar);
  const pairs = node.items.map(({ key, value }) => {
    return [readKey(yaml, key as ParsedNode), readNode(yaml, value as ParsedNode | null)] as const;
  });
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new UncertainMeaning();
  return Object.fromEntries(pairs);
}

/** Reads a key as a string. An unquoted key of another type, such as `200`, must have its canonical spelling. */
function readKey(yaml: Yaml, node: ParsedNode | null): string {
  if (!yaml.isScalar(node) || node.tag !== undefined || node.source === "<<") throw new UncertainMeaning();
  const key = String(readScalar(yaml, node));
  if (key !== (typeof node.value === "string" ? node.value : node.source)) throw new UncertainMeaning();
  return key;
}

function readScalar(yaml: Yaml, { type, value, source = "" }: Scalar): unknown {
  if (type !== "PLAIN") return value;
  if (!isDeepStrictEqual(value, parseAsYaml11(yaml, source))) throw new UncertainMeaning();
  return typeof value === "number" ? parseExactNumber(source) : value;
}

let yaml11Tags: readonly ScalarTag[] | undefined;

function parseAsYaml11(yaml: Yaml, source: string): unknown {
  yaml11Tags ??= new yaml.Schema({ schema: "yaml-1.1" }).tags.filter(
    (tag): tag is ScalarTag => tag.collection === undefined && tag.default === true && tag.test !== undefined,
  );
  const tag = yaml11Tags.find(({ test }) => test?.test(source));
  const resolved = tag?.resolve(source, () => undefined, {});
  return tag === undefined ? source : yaml.isScalar(resolved) ? resolved.value : resolved;
}
