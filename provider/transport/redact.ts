const MARK = "[secret]";
/** Shorter values would blot out ordinary text, and are too weak to be secrets. */
const SHORTEST = 4;
/** Shorter lines of a secret, and shorter base64, occur in ordinary text. */
const SHORTEST_PART = 8;
/**
 * Shorter values of earlier requests are not remembered: settings of one route are ordinary words in the error of
 * another.
 */
const SHORTEST_REMEMBERED = 8;
/** Limit in characters of remembered secrets of earlier requests: eighty of the largest private keys. */
const MOST_REMEMBERED = 256 * 1024;
/** Longest text that is searched and kept: errors show its first 500 characters. */
const MOST_TEXT = 8 * 1024;
/** So much of a long secret is searched for: the end of the text, or who quotes it, may cut off the rest. */
const MOST_SEARCHED = 256;

/**
 * Replaces secret values in text that may be shown: as they are, JSON-escaped, URL-encoded, and in base64. Each line of a
 * secret counts as one, because an error may quote a single line of a key.
 */
export class Redactor {
  private readonly own = new Map<string, readonly string[]>();
  private readonly remembered = new Map<string, readonly string[]>();
  private rememberedCharacters = 0;

  constructor(private readonly parent?: Redactor) {}

  /** Redacts `value` from now on, unless it is shorter than four characters: see `SHORTEST`. */
  add(value: string): void {
    if (value.length >= SHORTEST && !this.own.has(value)) this.own.set(value, []);
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
    if (this.remembered.has(value)) return;
    this.remembered.set(value, []);
    this.rememberedCharacters += value.length;
    for (const [oldest] of this.remembered) {
      if (this.rememberedCharacters <= MOST_REMEMBERED) return;
      this.remembered.delete(oldest);
      this.rememberedCharacters -= oldest.length;
    }
  }

  /** The first 8,192 characters of the text, without secrets. */
  redact(text: string): string {
    const bounded = text.slice(0, MOST_TEXT);
    const isSecret = new Uint8Array(bounded.length);
    for (const form of this.forms()) {
      const start = form.slice(0, MOST_SEARCHED);
      for (let at = bounded.indexOf(start); at >= 0; at = bounded.indexOf(start, at + 1))
        isSecret.fill(1, at, at + form.length);
    }
    return isSecret.includes(1) ? withoutMarked(bounded, isSecret) : bounded;
  }

  /** The forms of all known secrets. They are computed when first needed: most requests end without an error. */
  private *forms(): Generator<string, void> {
    for (const secrets of [this.own, this.remembered]) {
      for (const [value, known] of secrets) {
        const forms = known.length > 0 ? known : formsOf(value);
        if (forms !== known) secrets.set(value, forms);
        yield* forms;
      }
    }
    if (this.parent) yield* this.parent.forms();
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

/** The texts by which a secret is found; never empty. */
function formsOf(value: string): readonly string[] {
  // The marker lines of a PEM are not secret, and any text about PEMs may contain them.
  const lines = value.split(/[\r\n]+/).filter((line) => !/^-----.*-----$/.test(line));
  const parts = lines.map((line) => line.trim()).filter((line) => line.length >= SHORTEST_PART);
  const forms = [value, ...parts].flatMap((text) => {
    const json = JSON.stringify(text).slice(1, -1);
    return [
      text,
      json,
      // As encoders of JSON such as Go's escape them, for HTML.
      json.replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
      encodeURIComponent(text.toWellFormed()),
      ...base64Of(text),
    ];
  });
  return [...new Set(forms)];
}

/** What base64 of any text with this one in it contains, by the position at which it starts in a group of three bytes. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const within = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      // Characters that also depend on the bytes around the text are left out.
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const found = [bytes.toString("base64"), ...within].filter((form) => form.length >= SHORTEST_PART);
  return found.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")]);
}

/** The text with a placeholder for each part that is marked. */
function withoutMarked(text: string, isSecret: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    while (end < text.length && isSecret[end] === isSecret[start]) end++;
    parts.push(isSecret[start] === 1 ? MARK : text.slice(start, end));
  }
  return parts.join("");
}
