import type { Json } from "../json";
import {
  bounded,
  ExpressionFailure,
  fromJson,
  plain,
  toJson,
  toText,
  Undecided,
  type Value,
} from "../values";
import { map, text } from "./arguments";
import { type Functions, of } from "./entry";

function decodeJson(value: Value | undefined): Value {
  try {
    return fromJson(JSON.parse(text(value)) as Json);
  } catch (error) {
    if (error instanceof SyntaxError) throw new ExpressionFailure("a text is no JSON");
    throw error;
  }
}

const encodeJson = (value: Value | undefined): string => bounded(JSON.stringify(toJson(value ?? null)));

function decodeBase64(value: Value | undefined): Buffer {
  const given = text(value);
  if (!/^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/.test(given) || given.includes("_"))
    throw new ExpressionFailure("a text is no base64");
  return Buffer.from(given, "base64");
}

const escapeUrl = (value: Value | undefined): string =>
  bounded(
    encodeURIComponent(text(value)).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  );

function unescapeUrl(value: Value | undefined): string {
  try {
    return decodeURIComponent(text(value).replace(/\+/g, " "));
  } catch {
    throw new ExpressionFailure("a text is wrongly escaped");
  }
}

/** Names to values of a query string; of a name that is there several times all, as a list, are undecided. */
function decodeQuery(value: Value | undefined): Value {
  const result = new Map<string, Value>();
  for (const [name, item] of new URLSearchParams(text(value))) {
    if (result.has(name)) throw new Undecided("a query string with a name that is there twice");
    result.set(name, item);
  }
  return result;
}

const encodeQuery = (value: Value | undefined): string =>
  bounded(
    String(
      new URLSearchParams(
        [...map(value)].map(([key, item]) => [String(key), toText(item)] as [string, string]).sort(),
      ),
    ),
  );

function parseUrl(value: Value | undefined): Value {
  const given = text(value);
  const [, scheme = "", host = "", path = "", query = "", fragment = ""] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i.exec(given) ?? [];
  if (scheme === "") throw new ExpressionFailure("a text is no URL");
  return new Map(Object.entries({ scheme, host, path, query, fragment }).filter(([, part]) => part !== ""));
}

const isUrl = (value: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+/i.test(value) && URL.canParse(value);

/** Encodings of texts and values. */
export const ENCODINGS: Functions = {
  "base64.decode(string)": of("Bytes that Base64 text stands for.", decodeBase64),
  "base64.encode(any): string": of("Base64 text of bytes.", (value) => {
    const plainValue = plain(value ?? null);
    if (!(plainValue instanceof Uint8Array)) throw new ExpressionFailure("base64.encode() needs bytes");
    return Buffer.from(plainValue).toString("base64");
  }),
  "basic_auth.encode(string, string): string": of(
    "Value of the header `Authorization` for a user name and a password.",
    (user, password) => `Basic ${Buffer.from(`${text(user)}:${text(password)}`).toString("base64")}`,
    { isTotal: true },
  ),
  "json.decode(string)": of("Value that a JSON text stands for.", decodeJson),
  "json.encode(any): string": of("JSON text of a value.", encodeJson),
  "queryString.decode(string)": of("Parameters of a query.", decodeQuery),
  "queryString.encode(map): string": of("Query of parameters.", encodeQuery),
  "url.escape(string): string": of("A text with what URLs do not take as percent signs.", escapeUrl),
  "url.parse(string)": of("Parts of a URL.", parseUrl),
  "url.unescape(string): string": of("A text with percent signs decoded.", unescapeUrl),
  "string.decodeBase64(): string": of("Text that Base64 text stands for.", (value) =>
    decodeBase64(value).toString("utf8"),
  ),
  "string.decodeJson()": of("Value that a JSON text stands for.", decodeJson),
  "string.decodeQueryString()": of("Parameters of a query.", decodeQuery),
  "string.encodeBase64(): string": of("Base64 text.", (value) =>
    bounded(Buffer.from(text(value)).toString("base64")),
  ),
  "any.encodeJson(): string": of("JSON text.", encodeJson),
  "map.encodeQueryString(): string": of("Query of parameters.", encodeQuery),
  "string.escapeUrl(): string": of("The text with what URLs do not take as percent signs.", escapeUrl),
  "string.isJson(): bool": of("Whether it is JSON.", (value) => {
    try {
      JSON.parse(text(value));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }),
  "string.isQueryString(): bool": of("Whether it is a query."),
  "string.isURL(): bool": of("Whether it is a URL.", (value) => isUrl(text(value))),
  "string.parseUrl()": of("Parts of the URL.", parseUrl),
  "string.unescapeUrl(): string": of("The text with percent signs decoded.", unescapeUrl),
};
