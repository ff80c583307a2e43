const MARK = "[secret]";
/** Shorter values would blot out ordinary text, and are no secrets worth the name. */
const SHORTEST = 4;
/** Fewer base64 characters than this occur by chance. */
const SHORTEST_BASE64 = 8;
/** A line of a PEM or of a list of secrets that is worth finding on its own. */
const SHORTEST_LINE = 16;

/**
 * Replaces secret values in text that a person may see, in plain and in the spellings in which they travel: JSON-escaped
 * (also twice), URL-encoded, and base64 at any alignment, so that `user:secret` in base64 is found too.
 */
export class Redactor {
  private readonly values = new Set<string>();
  /** Made at the first use: most requests end without an error. */
  private longestFirst: readonly string[] | undefined;

  constructor(private readonly parent?: Redactor) {}

  /** From now on `value` is replaced. Values under four characters are not: see `SHORTEST`. */
  add(value: string): void {
    if (value.length < SHORTEST || this.values.has(value)) return;
    this.values.add(value);
    this.longestFirst = undefined;
  }

  /** A redactor that also knows `values`, without teaching them to this one. */
  with(values: readonly string[] = []): Redactor {
    const child = new Redactor(this);
    for (const value of values) child.add(value);
    return child;
  }

  redact(text: string): string {
    this.longestFirst ??= [...new Set([...this.values].flatMap((value) => [...spellingsOf(value)]))].sort(
      (a, b) => b.length - a.length,
    );
    const own = this.longestFirst.reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
    return this.parent ? this.parent.redact(own) : own;
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
  // Redacted before it is cut: the first half of a secret would match nothing.
  const line = redactor
    .redact(text.slice(0, 65_536))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

function spellingsOf(secret: string): Set<string> {
  const values = new Set([secret, secret.trim()]);
  const lines = secret.split(/\r?\n/);
  if (lines.length > 1) {
    values.add(lines.join("\r\n")).add(lines.join("\n")).add(lines.join(""));
    for (const line of lines) {
      // The marker lines of a PEM say nothing, and every text about PEMs may hold them.
      if (line.length >= SHORTEST_LINE && !line.startsWith("-----")) values.add(line);
    }
  }
  const all = new Set<string>();
  for (const value of values) {
    if (value.length < SHORTEST) continue;
    for (const spelling of [value, ...inJson(value), ...inUrl(value), ...inBase64(value)]) all.add(spelling);
  }
  return all;
}

function inJson(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const ascii = once.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const spellings = [once, ascii, once.replaceAll("/", "\\/")];
  return [...spellings, ...spellings.map((text) => JSON.stringify(text).slice(1, -1))];
}

function inUrl(value: string): string[] {
  // Half a surrogate pair cannot be URL-encoded.
  const text = value.replace(/\p{Surrogate}/gu, "\ufffd");
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const spellings = [component, strict, strict.replaceAll("%20", "+"), encodeURI(text)];
  return [...spellings, ...spellings.map((spelling) => spelling.replace(/%../g, (hex) => hex.toLowerCase()))];
}

function inBase64(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  const spellings: string[] = [];
  for (const shift of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    // Only the characters that no neighbouring byte has a part in.
    const core = text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
    if (core.length < SHORTEST_BASE64) continue;
    spellings.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
  }
  return spellings;
}
