/**
 * A text as it reads after an encoding is undone. It is a byte string (UTF-8, one character each); byte `n` stands
 * for the bytes from `starts[n]` to `ends[n]` of the plain text.
 */
export interface Reading {
  readonly bytes: string;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** Nested escaping: a string in JSON, in a log line in JSON, in a page, in an address. */
const MOST_LAYERS = 4;

/**
 * All readings of a text: as it is, and with escapes undone repeatedly (JSON, Go, Python, HTML, URL); and each of
 * these decoded as base64 and as hexadecimal. Their number is fixed and none is longer than the text, so a search in
 * all of them takes time linear in the length of the text.
 */
export function* readingsOf(text: string): Generator<Reading, void> {
  for (const layer of layersOf(text)) {
    yield layer;
    for (const decoded of [...inBase64(layer), ...inHex(layer)]) {
      yield decoded;
      const plain = unescaped(decoded);
      if (plain) yield plain;
    }
  }
}

/** The text as it is, then with one more layer of escapes undone each time, until none is left. */
export function* layersOf(text: string): Generator<Reading, void> {
  let layer: Reading | undefined = plainReading(text);
  for (let depth = 0; layer && depth <= MOST_LAYERS; depth++) {
    yield layer;
    layer = unescaped(layer);
  }
}

const bytesOf = (text: string) => Buffer.from(text, "utf8").toString("latin1");

function plainReading(text: string): Reading {
  const bytes = bytesOf(text);
  const starts = Uint32Array.from(bytes, (_, n) => n);
  return { bytes, starts, ends: starts.map((n) => n + 1) };
}

/** Collects a reading byte by byte. */
class Writer {
  private readonly parts: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(private readonly source: Reading) {}

  /** Adds `bytes` as the reading of bytes `from` to `to` (exclusive) of the source. */
  write(bytes: string, from: number, to: number): void {
    this.parts.push(bytes);
    for (let n = 0; n < bytes.length; n++) {
      this.starts.push(this.source.starts[from] as number);
      this.ends.push(this.source.ends[to - 1] as number);
    }
  }

  get reading(): Reading {
    return { bytes: this.parts.join(""), starts: this.starts, ends: this.ends };
  }
}

const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["NewLine", "\n"],
  ["Tab", "\t"],
]);

const HEX = "[0-9a-fA-F]";
/** One alternative for each kind of escape; a backslash before any other character comes last. */
const ESCAPE = new RegExp(
  [
    `%(?<percent>${HEX}{2})`,
    String.raw`\\x(?<byte>${HEX}{2})`,
    String.raw`\\(?<octal>[0-3][0-7]{2})`,
    String.raw`\\u(?<high>[dD][89abAB]${HEX}{2})\\u(?<low>[dD][c-fC-F]${HEX}{2})`,
    String.raw`\\u(?<unit>${HEX}{4})`,
    String.raw`\\u\{(?<braced>${HEX}{1,6})\}`,
    String.raw`\\U(?<long>${HEX}{8})`,
    `&#[xX](?<hexEntity>${HEX}{1,6});`,
    "&#(?<entity>[0-9]{1,7});",
    `&(?<name>${[...ENTITIES.keys()].join("|")});`,
    String.raw`\\(?<letter>[\s\S])`,
  ].join("|"),
  "g",
);

const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" };

/** The source with one layer of escapes undone; undefined when it has none. */
function unescaped(source: Reading): Reading | undefined {
  const { bytes } = source;
  const writer = new Writer(source);
  let done = 0;
  for (const match of bytes.matchAll(ESCAPE)) {
    for (; done < match.index; done++) writer.write(bytes[done] as string, done, done + 1);
    done = match.index + match[0].length;
    writer.write(meaningOf(match.groups as Readonly<Record<string, string | undefined>>), match.index, done);
  }
  if (done === 0) return undefined;
  for (; done < bytes.length; done++) writer.write(bytes[done] as string, done, done + 1);
  return writer.reading;
}

function meaningOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { percent, byte, octal, high, low, entity, name, letter } = groups;
  if (percent ?? byte) return String.fromCharCode(Number.parseInt((percent ?? byte) as string, 16));
  if (octal) return String.fromCharCode(Number.parseInt(octal, 8));
  if (high && low) return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)));
  if (entity) return character(Number(entity));
  if (name) return ENTITIES.get(name) as string;
  if (letter) return LETTERS[letter] ?? letter;
  const { unit, braced, long, hexEntity } = groups;
  return character(Number.parseInt((unit ?? braced ?? long ?? hexEntity) as string, 16));
}

const character = (code: number) => bytesOf(String.fromCodePoint(Math.min(code, 0x10_ffff)));

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_VALUES = new Map([...BASE64, "-", "_"].map((c, n) => [c, n < 64 ? n : n - 2]));
const HEX_VALUES = new Map([..."0123456789abcdef"].map((c, n) => [c, n]));

/**
 * Decodes everything that could be base64, ignoring all other characters, at each of the four offsets of a group:
 * where the secret's own encoding starts is unknown, and line breaks may be anywhere.
 */
function inBase64(source: Reading): Reading[] {
  const digits = digitsIn(source.bytes, BASE64_VALUES);
  return [0, 1, 2, 3].map((first) => {
    const writer = new Writer(source);
    for (let n = first; n + 3 < digits.length; n += 4) {
      const [a, b, c, d] = digits.slice(n, n + 4) as [Digit, Digit, Digit, Digit];
      const value = (a.value << 18) | (b.value << 12) | (c.value << 6) | d.value;
      writer.write(String.fromCharCode(value >> 16), a.at, b.at + 1);
      writer.write(String.fromCharCode((value >> 8) & 255), b.at, c.at + 1);
      writer.write(String.fromCharCode(value & 255), c.at, d.at + 1);
    }
    return writer.reading;
  });
}

/** The same for hexadecimal digits, also with "0x" before each byte. */
function inHex(source: Reading): Reading[] {
  const digits = digitsIn(source.bytes.toLowerCase().replaceAll("0x", "  "), HEX_VALUES);
  return [0, 1].map((first) => {
    const writer = new Writer(source);
    for (let n = first; n + 1 < digits.length; n += 2) {
      const [a, b] = digits.slice(n, n + 2) as [Digit, Digit];
      writer.write(String.fromCharCode(a.value * 16 + b.value), a.at, b.at + 1);
    }
    return writer.reading;
  });
}

interface Digit {
  readonly value: number;
  readonly at: number;
}

function digitsIn(bytes: string, values: ReadonlyMap<string, number>): Digit[] {
  const digits: Digit[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const value = values.get(bytes[at] as string);
    if (value !== undefined) digits.push({ value, at });
  }
  return digits;
}
