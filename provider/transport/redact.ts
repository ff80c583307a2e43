import { AsyncLocalStorage } from "node:async_hooks";

const MARK = "[secret]";
/** Shorter values are too weak to be secrets, and would redact ordinary text. */
const MIN_LENGTH = 4;
/** Shorter lines of a secret, shorter base64, and shorter secrets of other calls occur in ordinary text. */
const MIN_PART_LENGTH = 8;
/** Total characters of remembered secrets: eighty of the largest private keys. */
const MAX_REMEMBERED = 256 * 1024;
/** Longer texts are cut before the search, to bound its time. Errors usually show only the first 500 characters. */
const MAX_TEXT_LENGTH = 8 * 1024;
/** Only this many first characters of a secret are searched for, because a text may be cut off within the secret. */
const MAX_SEARCH_LENGTH = 128;

const decodePercent = (part: string) =>
  part.length > 1 ? Buffer.from(part.replaceAll("%", ""), "hex").toString("utf8") : part;

/**
 * Encodings in which a text may quote a secret: a pattern that matches an escape or any other character, and what it stands
 * for. Encoders differ in what they escape, so texts are decoded.
 */
const ENCODINGS: readonly (readonly [parts: RegExp, decode: (part: string) => string])[] = [
  [/./gs, String],
  [/(?:%[0-9a-f]{2})+|./gis, decodePercent],
  // In forms, a plus sign stands for a space.
  [/(?:%[0-9a-f]{2})+|./gis, (part) => (part === "+" ? " " : decodePercent(part))],
  [/\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])|./gs, (part) => (part.length > 1 ? JSON.parse(`"${part}"`) : part)],
];

/** Replaces secrets and their lines in text: verbatim, JSON-escaped, URL-encoded, and in base64. */
export class Redactor {
  /** Secrets with their spellings, which are empty until the first search. */
  private readonly secrets = new Map<string, readonly string[]>();
  private characters = 0;

  /**
   * @param parents - Their secrets are redacted, too.
   * @param capacity - Total characters of secrets; the oldest beyond it are forgotten.
   */
  constructor(
    private readonly parents: readonly Redactor[] = [],
    private readonly capacity = Number.POSITIVE_INFINITY,
  ) {}

  /** Ignores values of less than four characters. */
  add(value: string): void {
    if (value.length < MIN_LENGTH || this.secrets.has(value)) return;
    this.secrets.set(value, []);
    this.characters += value.length;
    for (const [oldest] of this.secrets) {
      if (this.characters <= this.capacity) return;
      this.secrets.delete(oldest);
      this.characters -= oldest.length;
    }
  }

  /** Returns the first 8,192 characters of a text without secrets. */
  redact(text: string): string {
    const bounded = text.slice(0, MAX_TEXT_LENGTH);
    const isSecret = new Uint8Array(bounded.length);
    for (const [decoded, origins] of decodings(bounded))
      for (const form of this.forms()) {
        const start = form.slice(0, MAX_SEARCH_LENGTH);
        for (let at = decoded.indexOf(start); at >= 0; at = decoded.indexOf(start, at + 1)) {
          const last = Math.min(at + form.length, decoded.length) - 1;
          isSecret.fill(1, origins[at]?.start, origins[last]?.end);
        }
      }
    return isSecret.includes(1) ? replaceMarked(bounded, isSecret) : bounded;
  }

  /** Returns the spellings of all secrets. Computed on demand, because most requests end without an error. */
  private *forms(): Generator<string, void> {
    for (const [value, cached] of this.secrets) {
      const forms = cached.length > 0 ? cached : spellingsOf(value);
      if (forms !== cached) this.secrets.set(value, forms);
      yield* forms;
    }
    for (const parent of this.parents) yield* parent.forms();
  }

  /** Redacts every string in a value, including keys. */
  redactDeep(value: unknown): unknown {
    if (typeof value === "string") return this.redact(value);
    if (Array.isArray(value)) return value.map((item) => this.redactDeep(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.redact(key), this.redactDeep(item)]),
    );
  }
}

const currentCall = new AsyncLocalStorage<Redactor>();
/** Most secrets of all calls of this process: the service may quote those of another call. */
const remembered = new Redactor([], MAX_REMEMBERED);

/** Runs a call. Errors of its requests show neither the strings in `secrets` nor those of the calls around it. */
export function withSecrets<T>(secrets: unknown, call: () => T): T {
  const outer = currentCall.getStore();
  return currentCall.run(new Redactor(outer && [outer]), () => {
    addSecrets(secrets);
    return call();
  });
}

/** Adds the strings in a value to the secrets of the current call. Errors of other calls don't show most of them either. */
export function addSecrets(secrets: unknown): void {
  const own = currentCall.getStore();
  for (const text of textsIn(secrets)) {
    own?.add(text);
    if (own === undefined || text.length >= MIN_PART_LENGTH) remembered.add(text);
  }
}

/** Returns a redactor for the responses to a request of the current call. */
export const responseRedactor = (transport: Redactor): Redactor =>
  new Redactor([transport, remembered, currentCall.getStore() ?? []].flat());

/** Returns a text on one line, without secrets and control characters, truncated after `limit` characters. */
export function excerpt(text: string, redactor: Redactor, limit = 500): string {
  // Redacted first, because a truncated secret might not be found.
  const line = redactor
    .redact(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}

/** Returns the different decodings of a text, each with the ranges of the original text that spell its characters. */
function decodings(text: string) {
  const found = ENCODINGS.map(([parts, decode]) => {
    const origins: { readonly start: number; readonly end: number }[] = [];
    const decoded = text.replace(parts, (part, start: number) => {
      const meaning = decode(part);
      for (let n = 0; n < meaning.length; n++) origins.push({ start, end: start + part.length });
      return meaning;
    });
    return [decoded, origins] as const;
  });
  return new Map(found);
}

function spellingsOf(value: string): readonly string[] {
  // The marker lines of a PEM are not secret, and may occur in any text.
  const lines = value.split(/[\r\n]+/).filter((line) => !/^-----.*-----$/.test(line));
  const parts = lines.map((line) => line.trim()).filter((line) => line.length >= MIN_PART_LENGTH);
  return [...new Set([value, ...parts].flatMap((text) => [text, text.toWellFormed(), ...base64Of(text)]))];
}

/** Returns the base64 of a text on its own, and as part of a longer text at each offset in a group of three bytes. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  const within = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      // Without characters that also depend on the surrounding bytes.
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  );
  const forms = [bytes.toString("base64"), ...within].filter((form) => form.length >= MIN_PART_LENGTH);
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")]);
}

function replaceMarked(text: string, isSecret: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    while (end < text.length && isSecret[end] === isSecret[start]) end++;
    parts.push(isSecret[start] === 1 ? MARK : text.slice(start, end));
  }
  return parts.join("");
}

/** Returns all strings in a value, without keys: the secrets to redact if the value is secret. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
