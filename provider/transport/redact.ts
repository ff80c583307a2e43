import { layersOf, type Reading, readingsOf } from "./readings";

const MARK = "[secret]";
/** Shorter values would blot out ordinary text, and are too weak to be secrets. */
const SHORTEST = 4;
/**
 * Shorter values of earlier requests are not remembered: settings of one route are ordinary words in the error of
 * another.
 */
const SHORTEST_REMEMBERED = 8;
/** Shortest part of a secret that is never shown: shorter parts reveal little and occur in ordinary text. */
const PIECE = 12;
/** Limit in characters of remembered secrets of earlier requests: forty of the largest private keys, or eighty. */
const MOST_REMEMBERED = 256 * 1024;
/** Longest text that is searched and kept: errors show its first 500 characters. */
const MOST_TEXT = 8 * 1024;

/**
 * Replaces secret values in text that may be shown, in any encoding: all readings of a text (see `readingsOf`) are
 * searched for secrets and parts of them (see `Secrets`).
 */
export class Redactor {
  private readonly own = new Secrets();
  /** Secrets of requests in two generations: when the newer one is full, it becomes the older one. */
  private newer = new Secrets();
  private older = new Secrets();

  constructor(private readonly parent?: Redactor) {}

  /** Redacts `value` from now on, unless it is shorter than four characters: see `SHORTEST`. */
  add(value: string): void {
    this.own.add(value);
  }

  /**
   * A redactor that also knows `values`. This one remembers most of them: a later response may repeat what was sent
   * before.
   */
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

  /** The first 8,192 characters of the text, without secrets. */
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

  /** `value` with every string in it redacted, including keys. */
  redactDeep(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactDeep(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.redact(key), this.redactDeep(item)]),
    );
  }
}

/** `text` without secrets or control characters, on one line, truncated after `limit` characters. */
export function excerpt(text: string, redactor: Redactor, limit = 500): string {
  // Redacted before truncation: a truncated secret might no longer be found.
  const line = redactor
    .redact(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/**
 * Secrets in the two forms in which they are searched for:
 *
 * - exact except for case: the first 12 characters (all, if there are fewer) and as much of the rest as the text
 *   repeats;
 * - loose: any 12 consecutive letters and digits, whatever else stands between them. That finds keys with other line
 *   breaks, single lines of them, and parts from the middle.
 */
class Secrets {
  /** Total of all added values, in characters. */
  characters = 0;
  private readonly values = new Set<string>();
  /** Values whose forms are not computed yet: most requests end without an error and need none. */
  private waiting: string[] = [];
  /** The rest of each secret, by its first characters. */
  private readonly rests = new Map<string, string[]>();
  private readonly lengths = new Set<number>();
  private readonly pieces = new Set<string>();

  add(value: string): void {
    if (value.length < SHORTEST || this.values.has(value)) return;
    this.values.add(value);
    this.waiting.push(value);
    this.characters += value.length;
  }

  /** Marks the bytes of the plain text that a reading shows to be part of a secret. */
  find(reading: Reading, found: Uint8Array): void {
    for (const value of this.waiting.splice(0)) this.prepare(value);
    this.findExactly(reading, found);
    this.findLoosely(reading, found);
  }

  private prepare(value: string): void {
    // The marker lines of a PEM are not secret, and any text about PEMs may contain them.
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
        const end =
          at + length + rests.reduce((most, rest) => Math.max(most, agreement(folded, at + length, rest)), 0);
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

/** Unifies upper and lower case, and the two encodings of a space in a URL. */
const fold = (bytes: string) => bytes.toLowerCase().replaceAll("+", " ");

/** Letters and digits, which no encoding or line break changes, and their positions in the bytes. */
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

/** The number of characters of `rest` that the text repeats at a position. */
function agreement(text: string, at: number, rest: string): number {
  let n = 0;
  while (n < rest.length && text[at + n] === rest[n]) n++;
  return n;
}

function mark(found: Uint8Array, start: number | undefined, end: number | undefined): void {
  found.fill(1, start, end);
}

/** The text with a placeholder for each part that was found. */
function without(text: string, found: Uint8Array): string {
  const bytes = Buffer.from(text, "utf8");
  const parts: string[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    const secret = found[start] === 1;
    while (end < bytes.length && (found[end] === 1) === secret) end++;
    // A character is removed or kept as a whole.
    while (isContinuation(bytes[end])) end++;
    parts.push(secret ? MARK : bytes.toString("utf8", start, end));
  }
  return parts.join("");
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
