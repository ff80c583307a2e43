import { createHash } from "node:crypto";
import type { Json } from "../json";
import { ExpressionFailure, fromJson, limitLength, toJson, toText, Undecided, type Value } from "../values";
import {
  defineFunction,
  type FunctionEntry,
  type FunctionTable,
  map,
  plainArgument,
  text,
} from "./function-entry";

/** Returns undefined for a text that isn't JSON. */
function parseJson(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

function decodeJson(value: Value | undefined): Value {
  const json = parseJson(text(value));
  if (json === undefined) throw new ExpressionFailure("a string is not valid JSON");
  return fromJson(json);
}

const encodeJson = (value: Value | undefined): string => limitLength(JSON.stringify(toJson(value ?? null)));

function decodeBase64(value: Value | undefined): Buffer {
  const encoded = text(value);
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded))
    throw new ExpressionFailure("a string is not valid Base64");
  return Buffer.from(encoded, "base64");
}

function escapeUrl(value: Value | undefined): string {
  const escapeChar = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return limitLength(encodeURIComponent(text(value)).replace(/[!'()*]/g, escapeChar));
}

function unescapeUrl(value: Value | undefined): string {
  try {
    return decodeURIComponent(text(value).replace(/\+/g, " "));
  } catch {
    throw new ExpressionFailure("a string has invalid escapes");
  }
}

function decodeQuery(value: Value | undefined): Value {
  const result = new Map<string, Value>();
  for (const [name, item] of new URLSearchParams(text(value))) {
    if (result.has(name)) throw new Undecided("a query string with a repeated name");
    result.set(name, item);
  }
  return result;
}

function encodeQuery(value: Value | undefined): string {
  const params = [...map(value)].map(([key, item]): [string, string] => [String(key), toText(item)]);
  return limitLength(String(new URLSearchParams(params.sort())));
}

function parseUrl(value: Value | undefined): Value {
  const [, scheme = "", host = "", path = "", query = "", fragment = ""] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(text(value)) ?? [];
  if (scheme === "") throw new ExpressionFailure("a string is not a valid URL");
  return new Map(Object.entries({ scheme, host, path, query, fragment }).filter(([, part]) => part !== ""));
}

const isUrl = (value: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+/i.test(value) && URL.canParse(value);

export const ENCODINGS: FunctionTable = {
  "base64.decode(string)": defineFunction("Decodes Base64 to bytes.", decodeBase64),
  "base64.encode(any): string": defineFunction("Encodes bytes as Base64.", (value) => {
    const bytes = plainArgument(value);
    if (!(bytes instanceof Uint8Array)) throw new ExpressionFailure("base64.encode() needs bytes");
    return Buffer.from(bytes).toString("base64");
  }),
  "basic_auth.encode(string, string): string": defineFunction(
    "The `Authorization` header for a user name and password.",
    (user, password) => `Basic ${Buffer.from(`${text(user)}:${text(password)}`).toString("base64")}`,
    { neverFails: true },
  ),
  "json.decode(string)": defineFunction("Decodes JSON.", decodeJson),
  "json.encode(any): string": defineFunction("Encodes a value as JSON.", encodeJson),
  "queryString.decode(string)": defineFunction("Decodes a query string.", decodeQuery),
  "queryString.encode(map): string": defineFunction("Encodes parameters as a query string.", encodeQuery),
  "url.escape(string): string": defineFunction("Percent-encodes a string.", escapeUrl),
  "url.parse(string)": defineFunction("Parses a URL into its parts.", parseUrl),
  "url.unescape(string): string": defineFunction("Decodes a percent-encoded string.", unescapeUrl),
  "string.decodeBase64(): string": defineFunction("Decodes Base64 to a string.", (value) =>
    decodeBase64(value).toString("utf8"),
  ),
  "string.decodeJson()": defineFunction("Decodes JSON.", decodeJson),
  "string.decodeQueryString()": defineFunction("Decodes a query string.", decodeQuery),
  "string.encodeBase64(): string": defineFunction("Encodes the string as Base64.", (value) =>
    limitLength(Buffer.from(text(value)).toString("base64")),
  ),
  "any.encodeJson(): string": defineFunction("Encodes the value as JSON.", encodeJson),
  "map.encodeQueryString(): string": defineFunction("Encodes parameters as a query string.", encodeQuery),
  "string.escapeUrl(): string": defineFunction("Percent-encodes the string.", escapeUrl),
  "string.isJson(): bool": defineFunction(
    "Whether the string is valid JSON.",
    (value) => parseJson(text(value)) !== undefined,
  ),
  "string.isQueryString(): bool": defineFunction("Whether the string is a query string."),
  "string.isURL(): bool": defineFunction("Whether the string is a URL.", (value) => isUrl(text(value))),
  "string.parseUrl()": defineFunction("Parses the URL into its parts.", parseUrl),
  "string.unescapeUrl(): string": defineFunction("Decodes the percent-encoded string.", unescapeUrl),
};

const hash =
  (algorithm: string): FunctionEntry["run"] =>
  (value, format) => {
    const encoding = format === undefined ? "hex" : text(format);
    if (encoding !== "hex" && encoding !== "base64")
      throw new ExpressionFailure("a hash format must be hex or base64");
    return createHash(algorithm).update(text(value)).digest(encoding);
  };

/** Defines a function, such as `hash.md5(text)`, and a method, such as `text.md5()`. Undecided without `run`. */
const hashFunctions = (name: string, title: string, run?: FunctionEntry["run"]): FunctionTable => ({
  [`hash.${name}(any, string?): string`]: defineFunction(
    `${title} of a string, as hex, or in the format \`base64\`.`,
    run,
  ),
  [`string.${name}(string?): string`]: defineFunction(`${title}, as hex, or in the format \`base64\`.`, run),
});

export const HASHES: FunctionTable = {
  ...hashFunctions("crc32", "CRC-32"),
  ...hashFunctions("crc64", "CRC-64"),
  ...hashFunctions("md5", "MD5", hash("md5")),
  ...hashFunctions("sha1", "SHA-1", hash("sha1")),
  ...hashFunctions("sha256", "SHA-256", hash("sha256")),
  ...hashFunctions("sha512", "SHA-512", hash("sha512")),
  ...hashFunctions("xxhash64", "xxHash64"),
};
