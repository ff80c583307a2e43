import { isDeepStrictEqual } from "node:util";
import type { ParsedNode, Scalar, ScalarTag } from "yaml";
import { sorted } from "./sorted";

type Yaml = typeof import("yaml");

/** Longest YAML that is read: reading takes a hundred times as long as it does for JSON, and holds everything else up. */
const MOST_YAML = 65_536;

/** Thrown for what JSON cannot hold, or not exactly. */
class Inexact extends Error {}

/**
 * What a policy in JSON or YAML says, with the keys of all objects in one order. Undefined for a text that nobody but the
 * service can be sure of, so that only an equal text says the same: neither JSON nor YAML, a number beyond the precision of
 * JavaScript, a key that is there twice, a tag, an alias, a merge key, a value that YAML 1.1 and 1.2 read differently
 * (`yes`, `0777`, `2026-01-01`), or YAML of more than 65,536 characters.
 */
export function policyMeaning(text: string): { readonly value: unknown } | undefined {
  try {
    const value = sorted(/^\s*[[{"]/.test(text) ? (readJson(text) ?? readYaml(text)) : readYaml(text));
    // What is nested too deep cannot be compared either.
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
  // A key that is there twice is lost once.
  if (keys !== countKeys(value)) throw new Inexact();
  return value;
}

function countKeys(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), own);
}

/** The number that a literal stands for: up to 15 digits are held exactly (IEEE 754, double precision). */
function exact(literal: string): number {
  const value = Number(literal);
  const digits = literal.replace(/e.*$/i, "").replace(/[-+.]/g, "").replace(/^0+/, "");
  const isExact = Number.isFinite(value) && (digits.length <= 15 || String(value) === literal);
  if (!isExact || (value === 0 && digits !== "")) throw new Inexact();
  return value;
}

function readYaml(text: string): unknown {
  if (text.length > MOST_YAML) throw new Inexact();
  // Loaded where it is needed: most programs have no policy, and each of them would wait for it.
  const yaml = require("yaml") as Yaml;
  const document = yaml.parseDocument(text, {
    schema: "core",
    // Both take time that grows with the square of the text; keys are compared below.
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

/** A key is a text. One that is written without quotes and is none, such as `200`, has to be spelled as it is shown. */
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
