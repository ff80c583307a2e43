import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { crc32 } from "node:zlib";
import { RE2JS } from "re2js";
import type { Json } from "../language/json";
import { canonicalAddress, readRange } from "./addresses";
import { crc64, xxhash64 } from "./checksums";
import { toBool, toBytes, toDouble, toDuration, toInt, toTextOf, toTimestamp, toUint } from "./conversions";
import { format } from "./format";
import {
  type Budget,
  bounded,
  compare,
  Duration,
  ExpressionFailure,
  equal,
  Fields,
  fromJson,
  isList,
  isMap,
  known,
  plain,
  toJson,
  toText,
  Undecided,
  type Value,
  type ValueMap,
} from "./values";

type Run = (...args: Value[]) => Value;

/** What macros read of the request; undefined stands for what it does not have. */
export interface RequestParts {
  /** Values of a header, by its name in lower case. */
  header(name: string): Value | undefined;
  cookie(name: string): Value | undefined;
  queryParam(name: string): Value | undefined;
  secret(vault: string, name: string): string | undefined;
}

/** The macros of traffic policies, as the public reference lists them. One that is missing here is undecided. */
export class Functions {
  readonly #functions: ReadonlyMap<string, Run>;
  readonly #methods: ReadonlyMap<string, Run>;

  constructor(
    request: RequestParts,
    readonly budget: Budget,
  ) {
    this.#functions = new Map(Object.entries({ ...functions, ...ofRequest(request) }));
    this.#methods = new Map(Object.entries(methods));
  }

  has(name: string): boolean {
    return this.#functions.has(name);
  }

  call(name: string, args: Value[]): Value {
    const run = this.#functions.get(name);
    if (!run) throw new Undecided(`the macro ${name}()`);
    this.#charge(name, args);
    return run(...args);
  }

  method(name: string, owner: Value, args: Value[]): Value {
    const run = this.#methods.get(name);
    if (!run) throw new Undecided(`the macro .${name}()`);
    this.#charge(name, [owner, ...args]);
    return run(owner, ...args);
  }

  /** Long texts and lists cost more than short ones, and a regular expression both its own length and the text's. */
  #charge(name: string, args: readonly Value[]): void {
    const lengths = args.map(lengthOf);
    const [first = 0, second = 0] = lengths;
    this.budget.spend(
      name === "matches" ? patternCost(second, first) : lengths.reduce((a, b) => a + b, 0) / 64,
    );
  }
}

function lengthOf(value: Value): number {
  if (value instanceof Fields) return typeof value.text === "string" ? value.text.length : 0;
  return typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : 0;
}

/** What it costs to look for a regular expression in a text. */
export const patternCost = (source: number, text: number): number => 1 + (source * (text + 16)) / 16;

/** Longest regular expression that is read. */
const LONGEST_PATTERN = 4096;

/** A regular expression of RE2; matching takes linear time. @throws ExpressionFailure if it cannot be read */
export function pattern(source: string): ReturnType<typeof RE2JS.compile> {
  if (source.length > LONGEST_PATTERN) throw new Undecided("a regular expression of more than 4 KiB");
  try {
    return RE2JS.compile(source);
  } catch {
    throw new ExpressionFailure("a regular expression cannot be read");
  }
}

/** Whether it is found somewhere in a text. */
export const matches = (text: string, source: string): boolean => pattern(source).matcher(text).find();

function text(value: Value | undefined): string {
  const plainValue = value === undefined ? undefined : plain(value);
  if (typeof plainValue !== "string") throw new ExpressionFailure("a macro needs a string");
  return plainValue;
}

function whole(value: Value | undefined): number {
  const plainValue = value === undefined ? undefined : plain(value);
  if (typeof plainValue !== "bigint") throw new ExpressionFailure("a macro needs an int");
  return Number(plainValue);
}

function list(value: Value | undefined): readonly Value[] {
  const plainValue = value === undefined ? undefined : plain(value);
  if (plainValue === undefined || !isList(plainValue)) throw new ExpressionFailure("a macro needs a list");
  return plainValue;
}

function map(value: Value | undefined): ValueMap {
  const plainValue = value === undefined ? undefined : plain(value);
  if (plainValue === undefined || !isMap(plainValue)) throw new ExpressionFailure("a macro needs a map");
  return plainValue;
}

const characters = (value: Value | undefined): string[] => [...text(value)];

function size(value: Value | undefined): bigint {
  if (value instanceof Fields && value.names) return BigInt(value.names().length);
  const plainValue = value === undefined ? null : plain(value);
  if (typeof plainValue === "string") return BigInt([...plainValue].length);
  if (plainValue instanceof Uint8Array) return BigInt(plainValue.length);
  if (isList(plainValue)) return BigInt(plainValue.length);
  if (isMap(plainValue)) return BigInt(plainValue.size);
  throw new ExpressionFailure("size() needs a text, bytes, a list or a map");
}

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

const hashes = (algorithm: string): Run => {
  return (value, format) => {
    const hash = createHash(algorithm).update(text(value));
    return hash.digest(encoding(format));
  };
};

function encoding(format: Value | undefined): "hex" | "base64" {
  const encoding = format === undefined ? "hex" : text(format);
  if (encoding !== "hex" && encoding !== "base64") throw new ExpressionFailure("a format is hex or base64");
  return encoding;
}

const checksum = (sum: (bytes: Buffer) => Buffer): Run => {
  return (value, format) => sum(Buffer.from(text(value))).toString(encoding(format));
};

const crc = checksum((bytes) => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
});

/** What is no address is in no range. */
const inRange = (address: string, cidr: string): boolean =>
  isIP(address) !== 0 && (readRange(cidr)?.has(canonicalAddress(address)) ?? false);

const random = (name: string): Run => {
  return () => {
    throw new Undecided(name);
  };
};

/** As CEL's extension of texts quotes them. */
const QUOTED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "\x07": "a",
    "\b": "b",
    "\f": "f",
    "\n": "n",
    "\r": "r",
    "\t": "t",
    "\v": "v",
    "\\": "\\",
    '"': '"',
  }),
);

const functions: Readonly<Record<string, Run>> = {
  size: (value) => size(value),
  matches: (value, source) => matches(text(value), text(source)),
  string: toTextOf,
  int: toInt,
  uint: toUint,
  double: toDouble,
  bool: toBool,
  bytes: toBytes,
  dyn: (value) => value ?? null,
  timestamp: toTimestamp,
  duration: toDuration,
  inCidrRange: (address, cidr) => inRange(text(address), text(cidr)),
  inCidrRanges: (address, cidrs) => list(cidrs).some((cidr) => inRange(text(address), text(cidr))),
  "strings.quote": (value) =>
    bounded(
      `"${characters(value)
        .map((char) => (QUOTED.has(char) ? `\\${QUOTED.get(char)}` : char))
        .join("")}"`,
    ),
  "base64.encode": (value) => {
    const plainValue = plain(value ?? null);
    if (!(plainValue instanceof Uint8Array)) throw new ExpressionFailure("base64.encode() needs bytes");
    return Buffer.from(plainValue).toString("base64");
  },
  "base64.decode": (value) => decodeBase64(value),
  "basic_auth.encode": (user, password) =>
    `Basic ${Buffer.from(`${text(user)}:${text(password)}`).toString("base64")}`,
  "hash.md5": hashes("md5"),
  "hash.sha1": hashes("sha1"),
  "hash.sha256": hashes("sha256"),
  "hash.sha512": hashes("sha512"),
  "hash.crc32": crc,
  "hash.crc64": checksum(crc64),
  "hash.xxhash64": checksum(xxhash64),
  "json.decode": (value) => decodeJson(value),
  "json.encode": (value) => encodeJson(value),
  "lists.range": (count) => {
    if (whole(count) > 10_000) throw new Undecided("a list of more than 10000 items");
    return Array.from({ length: whole(count) }, (_, at) => BigInt(at));
  },
  "queryString.decode": (value) => decodeQuery(value),
  "queryString.encode": (value) => encodeQuery(value),
  "rand.double": random("rand.double()"),
  "rand.int": random("rand.int()"),
  "url.escape": (value) => escapeUrl(value),
  "url.unescape": (value) => unescapeUrl(value),
  "url.parse": (value) => parseUrl(value),
};

const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"];

const isUrl = (value: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+/i.test(value) && URL.canParse(value);

const methods: Readonly<Record<string, Run>> = {
  size: (value) => size(value),
  matches: (value, source) => matches(text(value), text(source)),
  startsWith: (value, start) => text(value).startsWith(text(start)),
  endsWith: (value, end) => text(value).endsWith(text(end)),
  contains: (value, part) => text(value).includes(text(part)),
  charAt: (value, at) => {
    const all = characters(value);
    const index = whole(at);
    if (index < 0 || index > all.length) throw new ExpressionFailure("charAt() is out of range");
    return all[index] ?? "";
  },
  indexOf: (value, part, from) => {
    const all = characters(value);
    const start = from === undefined ? 0 : whole(from);
    if (start < 0 || start > all.length) throw new ExpressionFailure("indexOf() is out of range");
    const found = all.slice(start).join("").indexOf(text(part));
    return BigInt(found < 0 ? -1 : start + [...all.slice(start).join("").slice(0, found)].length);
  },
  lastIndexOf: (value, part, from) => {
    const all = characters(value);
    const last = from === undefined ? all.length : whole(from);
    if (last < 0 || last > all.length) throw new ExpressionFailure("lastIndexOf() is out of range");
    const joined = all.join("");
    const found = joined.lastIndexOf(text(part), all.slice(0, last).join("").length);
    return BigInt(found < 0 ? -1 : [...joined.slice(0, found)].length);
  },
  split: (value, separator, limit) => {
    if (separator === undefined) return text(value).split(/\s+/).filter(Boolean);
    const parts = text(value).split(text(separator));
    return limit === undefined ? parts : parts.slice(0, Math.max(0, whole(limit)));
  },
  replace: (value, part, by, limit) => {
    const pieces = text(value).split(text(part));
    const most = limit === undefined ? pieces.length : Math.max(0, whole(limit));
    if (pieces.length * text(by).length > 1_000_000) throw new Undecided("a text of more than 64 KiB");
    const head = pieces.slice(0, most + 1).join(text(by));
    return bounded([head, ...pieces.slice(most + 1)].join(text(part)));
  },
  substring: (value, from, to) => {
    const all = characters(value);
    const start = whole(from);
    const end = to === undefined ? all.length : whole(to);
    if (start < 0 || end < start || end > all.length)
      throw new ExpressionFailure("substring() is out of range");
    return all.slice(start, end).join("");
  },
  trim: (value) => text(value).trim(),
  reverse: (value) => characters(value).reverse().join(""),
  lower: (value) => text(value).toLowerCase(),
  upper: (value) => text(value).toUpperCase(),
  lowerAscii: (value) => text(value).replace(/[A-Z]/g, (char) => char.toLowerCase()),
  upperAscii: (value) => text(value).replace(/[a-z]/g, (char) => char.toUpperCase()),
  encodeBase64: (value) => bounded(Buffer.from(text(value)).toString("base64")),
  decodeBase64: (value) => decodeBase64(value).toString("utf8"),
  decodeJson: (value) => decodeJson(value),
  encodeJson: (value) => encodeJson(value),
  isJson: (value) => {
    try {
      JSON.parse(text(value));
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  },
  decodeQueryString: (value) => decodeQuery(value),
  encodeQueryString: (value) => encodeQuery(value),
  escapeUrl: (value) => escapeUrl(value),
  unescapeUrl: (value) => unescapeUrl(value),
  parseUrl: (value) => parseUrl(value),
  isURL: (value) => isUrl(text(value)),
  isPrivateIp: (value) => PRIVATE.some((cidr) => inRange(text(value), cidr)),
  md5: hashes("md5"),
  sha1: hashes("sha1"),
  sha256: hashes("sha256"),
  sha512: hashes("sha512"),
  crc32: crc,
  crc64: checksum(crc64),
  xxhash64: checksum(xxhash64),
  format: (value, values) => format(text(value), list(values)),
  join: (value, separator) => {
    const between = separator === undefined ? "" : text(separator);
    let joined = "";
    for (const [at, item] of list(value).entries())
      joined = bounded(`${joined}${at === 0 ? "" : between}${text(item)}`);
    return joined;
  },
  slice: (value, from, to) => {
    const items = list(value);
    if (whole(from) < 0 || whole(to) < whole(from) || whole(to) > items.length)
      throw new ExpressionFailure("slice() is out of range");
    return items.slice(whole(from), whole(to));
  },
  flatten: (value, depth) => {
    const levels = depth === undefined ? 1 : whole(depth);
    if (levels < 0) throw new ExpressionFailure("flatten() needs a depth of 0 or more");
    return flat(list(value), levels, []);
  },
  distinct: (value) => {
    const items = list(value);
    if (items.length > 1000) throw new Undecided("distinct() of more than 1000 items");
    return items.filter((item, at) => items.findIndex((other) => equal(item, other)) === at);
  },
  sort: (value) => {
    const items = [...list(value)];
    // A single item is compared with nothing, and has to be comparable all the same.
    for (const item of items) compare(item, item);
    return items.sort((a, b) => compare(a, b));
  },
  getFullYear: (value, zone) => inZone(value, zone, (at) => at.getUTCFullYear()),
  getMonth: (value, zone) => inZone(value, zone, (at) => at.getUTCMonth()),
  getDate: (value, zone) => inZone(value, zone, (at) => at.getUTCDate()),
  getDayOfMonth: (value, zone) => inZone(value, zone, (at) => at.getUTCDate() - 1),
  getDayOfWeek: (value, zone) => inZone(value, zone, (at) => at.getUTCDay()),
  getDayOfYear: (value, zone) =>
    inZone(value, zone, (at) => (at.getTime() - Date.UTC(at.getUTCFullYear(), 0)) / DAY),
  getHours: (value, zone) => inZone(value, zone, (at) => at.getUTCHours(), 3_600_000),
  getMinutes: (value, zone) => inZone(value, zone, (at) => at.getUTCMinutes(), 60_000),
  getSeconds: (value, zone) => inZone(value, zone, (at) => at.getUTCSeconds(), 1000),
  // Of a duration the rest below a second, unlike hours, minutes and seconds.
  getMilliseconds: (value, zone) => inZone(value, zone, (at) => at.getUTCMilliseconds(), 1) % 1000n,
};

function flat(items: readonly Value[], levels: number, into: Value[]): Value[] {
  for (const item of items) {
    const plainValue = plain(item);
    if (isList(plainValue) && levels > 0) flat(plainValue, levels - 1, into);
    else into.push(plainValue);
    if (into.length > 10_000) throw new Undecided("a list of more than 10000 items");
  }
  return into;
}

/** @param unit milliseconds of the unit, where a duration has it too */
function inZone(value: Value, zone: Value | undefined, read: (at: Date) => number, unit?: number): bigint {
  const plainValue = plain(value);
  if (plainValue instanceof Duration && unit !== undefined)
    return plainValue.nanoseconds / (BigInt(unit) * 1_000_000n);
  if (!(plainValue instanceof Date)) throw new ExpressionFailure("a macro needs a timestamp");
  return BigInt(Math.floor(read(zone === undefined ? plainValue : shown(plainValue, text(zone)))));
}

const DAY = 86_400_000;

/** A time whose fields in UTC are those that clocks of a zone show: an offset such as `-07:00`, or a name such as `Asia/Tokyo`. */
function shown(at: Date, zone: string): Date {
  const [, sign, hours, minutes] = /^([+-]?)(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(at.getTime() + (sign === "-" ? -offset : offset));
  }
  const fields = new Map(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, ...rest] = (["year", "month", "day", "hour", "minute", "second"] as const).map(
    (type) => fields.get(type) ?? 0,
  );
  const [day, hour, minute, second] = rest;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, at.getUTCMilliseconds()));
}

function clockOf(zone: string): Intl.DateTimeFormat {
  try {
    const digits = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric" } as const;
    return new Intl.DateTimeFormat("en-US", {
      ...digits,
      minute: "numeric",
      second: "numeric",
      hourCycle: "h23",
      timeZone: zone,
    });
  } catch {
    throw new ExpressionFailure("there is no such time zone");
  }
}

/** Names of headers are compared without their case: assumed by convention, the reference asks for the canonical form. */
function ofRequest(request: RequestParts): Readonly<Record<string, Run>> {
  const header = (name: Value | undefined) => request.header(text(name).toLowerCase());
  const param = (name: Value | undefined) => request.queryParam(text(name));
  return {
    getReqHeader: (name) => header(name) ?? [],
    hasReqHeader: (name) => isThere(header(name)),
    getQueryParam: (name) => param(name) ?? [],
    hasQueryParam: (name) => isThere(param(name)),
    hasReqCookie: (name) => isThere(request.cookie(text(name))),
    getReqCookie: (name) => {
      const [first] = list(request.cookie(text(name)) ?? []);
      if (first === undefined) throw new ExpressionFailure("there is no such cookie");
      return first;
    },
    "secrets.get": (vault, name) => {
      const secret = request.secret(text(vault), text(name));
      if (secret === undefined) throw new Undecided(`the secret ${text(vault)}/${text(name)}`);
      return secret;
    },
  };
}

/** @throws Undecided if nobody knows */
const isThere = (value: Value | undefined): boolean => value !== undefined && known(value) !== undefined;
