import { layersOf, type Reading, readingsOf } from "./readings";

const MARK = "[secret]";
/** Shorter values would blot out ordinary text, and are no secrets worth the name. */
const SHORTEST = 4;
/** Shorter values of earlier requests are left alone: settings of one route are ordinary words in the error of another. */
const SHORTEST_REMEMBERED = 8;
/** So many characters of a secret in a row are never shown: fewer say little, and occur in ordinary text. */
const PIECE = 12;
/** Characters of the secrets of earlier requests that are kept: forty of the largest private keys, or eighty. */
const MOST_REMEMBERED = 256 * 1024;
/** No more of a text is looked through and kept: whoever reads an error sees its first 500 characters. */
const MOST_TEXT = 8 * 1024;

/**
 * Replaces secret values in text that a person may see, in any spelling: a text is looked through in all its readings
 * (see `readingsOf`), for secrets and for pieces of them (see `Secrets`).
 */
export class Redactor {
  private readonly own = new Secrets();
  /** Secrets of requests, in two generations: when the newer one is full, it becomes the older one. */
  private newer = new Secrets();
  private older = new Secrets();

  constructor(private readonly parent?: Redactor) {}

  /** From now on `value` is replaced. Values under four characters are not: see `SHORTEST`. */
  add(value: string): void {
    this.own.add(value);
  }

  /** A redactor that also knows `values`. This one remembers most of them: a later answer may repeat what was once sent. */
  with(values: readonly string[] = []): Redactor {
    const child = new Redactor(this);
    for (const value of values) {
      child.add(value);
      if (value.length >= SHORTEST_REMEMBERED) this.remember(value);
    }
    return child;
  }

  private remember(value: string): void {
    if (this.newer.characters > MOST_REMEMBERED / 2) {
      this.older = this.newer;
      this.newer = new Secrets();
    }
    this.newer.add(value);
  }

  /** The text without secrets; no more of it than its first 8,192 characters. */
  redact(text: string): string {
    const bounded = text.slice(0, MOST_TEXT);
    if (bounded.length < SHORTEST) return bounded;
    const known = this.all().filter(({ characters }) => characters > 0);
    if (known.length === 0) return bounded;
    const found = new Uint8Array(Buffer.byteLength(bounded, "utf8"));
    for (const reading of readingsOf(bounded)) {
      for (const secrets of known) secrets.find(reading, found);
    }
    return found.includes(1) ? without(bounded, found) : bounded;
  }

  private all(): Secrets[] {
    return [this.own, this.newer, this.older, ...(this.parent?.all() ?? [])];
  }

  /** `value` with every text in it redacted, keys included. */
  redactDeep(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactDeep(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.redact(key), this.redactDeep(item)]),
    );
  }
}

/** `text` without secrets, on one line, without control characters, cut after `limit` characters. */
export function excerpt(text: string, redactor: Redactor, limit = 500): string {
  // Redacted before it is cut: too little of a secret would be left to be found.
  const line = redactor
    .redact(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/**
 * Secrets in the two forms in which they are looked for:
 *
 * - exactly, save for upper and lower case: from the first 12 characters on (all, where there are fewer) as far as the
 *   text goes along with it;
 * - loosely: any 12 letters and digits of it in a row, whatever else stands between them. That finds keys with other line
 *   breaks, single lines of them, and what was cut out of the middle.
 */
class Secrets {
  /** All that was added, in characters. */
  characters = 0;
  private readonly values = new Set<string>();
  /** Values whose forms are not made yet: most requests end without an error and need none. */
  private waiting: string[] = [];
  /** What follows on the beginnings of secrets, by beginning. */
  private readonly rests = new Map<string, string[]>();
  private readonly lengths = new Set<number>();
  private readonly pieces = new Set<string>();

  add(value: string): void {
    if (value.length < SHORTEST || this.values.has(value)) return;
    this.values.add(value);
    this.waiting.push(value);
    this.characters += value.length;
  }

  /** Marks the bytes of the plain text that a reading shows to be of a secret. */
  find(reading: Reading, found: Uint8Array): void {
    for (const value of this.waiting.splice(0)) this.prepare(value);
    this.findExactly(reading, found);
    this.findLoosely(reading, found);
  }

  private prepare(value: string): void {
    // The marker lines of a PEM say nothing, and every text about PEMs may hold them.
    const bare = value.replace(/-----[^\n-]{1,80}-----/g, "").trim();
    // Escapes in a secret may be undone together with those around it.
    for (const { bytes } of layersOf(bare.length < SHORTEST ? value : bare)) {
      const folded = fold(bytes);
      const beginning = folded.slice(0, PIECE);
      if (beginning.length < SHORTEST) continue;
      this.rests.set(beginning, [...(this.rests.get(beginning) ?? []), folded.slice(PIECE)]);
      this.lengths.add(beginning.length);
      const { text } = essenceOf(bytes);
      for (let n = 0; n + PIECE <= text.length; n++) this.pieces.add(text.slice(n, n + PIECE));
    }
  }

  private findExactly({ bytes, starts, ends }: Reading, found: Uint8Array): void {
    const folded = fold(bytes);
    for (const length of this.lengths) {
      for (let at = 0; at + length <= folded.length; at++) {
        const rests = this.rests.get(folded.slice(at, at + length));
        if (!rests) continue;
        const end = at + length + Math.max(...rests.map((rest) => agreement(folded, at + length, rest)));
        mark(found, starts[at], ends[end - 1]);
        at = end - 1;
      }
    }
  }

  private findLoosely({ bytes, starts, ends }: Reading, found: Uint8Array): void {
    if (this.pieces.size === 0) return;
    const { text, places } = essenceOf(bytes);
    for (let at = 0; at + PIECE <= text.length; at++) {
      if (!this.pieces.has(text.slice(at, at + PIECE))) continue;
      mark(found, starts[places[at] as number], ends[places[at + PIECE - 1] as number]);
    }
  }
}

/** One form for upper and lower case, and for the two spellings of a space in an address. */
const fold = (bytes: string) => bytes.toLowerCase().replaceAll("+", " ");

/** Only what no encoding and no line break changes: letters and digits, and where in the bytes they stand. */
function essenceOf(bytes: string): { text: string; places: number[] } {
  const places: number[] = [];
  const kept: string[] = [];
  for (let n = 0; n < bytes.length; n++) {
    const byte = bytes[n] as string;
    if (!/[0-9A-Za-z\x80-\xff]/.test(byte)) continue;
    places.push(n);
    kept.push(byte);
  }
  return { text: kept.join("").toLowerCase(), places };
}

/** How many characters of `rest` the text repeats at a place. */
function agreement(text: string, at: number, rest: string): number {
  let n = 0;
  while (n < rest.length && text[at + n] === rest[n]) n++;
  return n;
}

function mark(found: Uint8Array, start: number | undefined, end: number | undefined): void {
  found.fill(1, start, end);
}

/** The text with a mark in place of what was found. */
function without(text: string, found: Uint8Array): string {
  const bytes = Buffer.from(text, "utf8");
  const parts: string[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const secret = found[start] === 1;
    while (end < bytes.length && (found[end] === 1) === secret) end++;
    // A character goes or stays as a whole.
    while (isContinuation(bytes[end])) end++;
    parts.push(secret ? MARK : bytes.toString("utf8", start, end));
  }
  return parts.join("");
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
