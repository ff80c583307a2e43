/*
 * External data (names, descriptions, values, messages of a service or the engine) is shown as text wherever it is
 * printed. There is one function for each output; each takes the raw string, and its result is inserted unchanged.
 *
 * | output | function |
 * |---|---|
 * | terminal and logs, one line | `plainText` |
 * | terminal and logs, several lines | `plainLines` |
 * | Markdown, including table cells | `markdownText`, `markdownCode` |
 * | HTML and SVG, including attributes | `htmlText` |
 * | Mermaid | `mermaidText` |
 * | SARIF messages | `sarifText` |
 * | JSON | `jsonText` |
 */

import { stripVTControlCharacters } from "node:util";

/**
 * Characters that move the cursor, change colors, change the text direction, or are invisible: controls (C0, C1),
 * format characters, line and paragraph separators, lone surrogates.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Maximum characters of a string, so that one value doesn't crowd out everything else. */
const MAX_LENGTH = 2_000;

/**
 * Escapes a string for one line of a terminal or log. Invisible characters are shown by code point, such as `\u{1b}`.
 */
export const plainText = (text: string): string =>
  truncate(text.trim(), MAX_LENGTH)
    .replace(/\s*[\r\n]\s*/g, " ")
    .replace(/\t/g, " ")
    .replace(INVISIBLE, escapeCodePoint);

/** Escapes a string of several lines, such as an engine error, for a terminal or log. Removes colors. */
export const plainLines = (text: string): string =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => line.replace(/\t/g, "  ").replace(INVISIBLE, escapeCodePoint))
    .join("\n");

const escapeCodePoint = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** Shortens a string to a maximum length, without splitting a surrogate pair. */
export const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/**
 * Escapes a string for the Markdown of code hosts, within a line or a table cell. Shown as code: text between backticks,
 * names with underscores or indexes, and words that code hosts would link, such as an address or a mention.
 */
export function markdownText(text: string): string {
  const parts = plainText(text).split(/(?<=^|[\s(])`([^`]+)`(?=$|[\s),.;:])/);
  // Every second part was between backticks.
  const rendered = parts.flatMap((part, n) => (n % 2 === 1 ? [markdownCode(part)] : renderWords(part)));
  return joinFragments(rendered).replace(/^(?:[-+=]|\d+(?=[.)]))/, (start) =>
    // At the start of a line, it would begin a list or a heading.
    /\d/.test(start) ? `${start}\\` : `\\${start}`,
  );
}

/** A name that would need escapes, such as `on_http_request[1]`. */
const IDENTIFIER = /^(\(?)([A-Za-z]\w*_\w*(?:\[\d+\])?|[A-Za-z]\w*\[\d+\])([),.;:]*)$/;

/** Renders the words of a text, and the whitespace between them, as Markdown fragments. */
const renderWords = (text: string): string[] =>
  (text.match(/\s+|\S+/g) ?? []).flatMap((word) => {
    const [, open = "", name, close = ""] = IDENTIFIER.exec(word) ?? [];
    if (name !== undefined) return [open, markdownCode(name), close];
    if (!isLinkedByHosts(word)) return [escapedMarkdown(word)];
    const [, start = "", core = "", end = ""] = /^([("'[]*)(.*?)([)"'\],.;:!?…]*)$/u.exec(word) ?? [];
    return [escapedMarkdown(start), markdownCode(core), escapedMarkdown(end)];
  });

/**
 * Addresses, mentions, references (`#1`, `!1`, `%1`, `GH-1`, `[feature:1]`), labels, commits, emoji names, and commands
 * that start with a slash. Code hosts link these in the rendered text, so they are formatted as code instead of escaped.
 */
const isLinkedByHosts = (word: string) =>
  /[@#~]|[!$&%*][\w"]|\/\/|\bwww\.|^["'([]*\/|:[\w+-]+:|\bGH-\d|\[\w+:|\b(?=[a-f]*\d)[\da-f]{7,}\b/iu.test(
    word,
  );

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "|": "&#124;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapedMarkdown = (text: string) =>
  text.replace(/[&<>|\\`*_[\]]/g, (character) => ENTITIES[character] ?? `\\${character}`);

/** Formats a string as Markdown code, within a line or a table cell; it may contain backticks. */
export const markdownCode = (text: string): string =>
  // A bar ends a table cell even within code.
  plainText(text).split("|").map(codeSpan).join("&#124;");

function codeSpan(text: string): string {
  if (text === "") return "";
  const fence = backticksAround(text, 1);
  // A backtick at either end would become part of the fence, and one pair of spaces is stripped.
  return text.includes("`") || /^ .* $/.test(text) ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Joins Markdown fragments. A zero-width character separates adjacent code spans, which would otherwise merge. */
const joinFragments = (fragments: readonly string[]) =>
  fragments.reduce(
    (text, fragment) =>
      `${text}${text.endsWith("`") && fragment.startsWith("`") ? "&#8203;" : ""}${fragment}`,
    "",
  );

/** A fence that is longer than every run of backticks in a string. */
export function backticksAround(text: string, minLength: number): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 0);
  return "`".repeat(Math.max(minLength, longest + 1));
}

/** Escapes a string for HTML and SVG, including quoted attributes. */
export const htmlText = (text: string): string =>
  plainText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Escapes a string for a label in Mermaid, whose entities start with a number sign instead of an ampersand. */
export const mermaidText = (text: string): string =>
  truncate(plainText(text), 80).replace(
    /[^\p{L}\p{N} ./:()@=-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );

/**
 * Escapes a string for a message in SARIF 2.1.0, where braces are placeholders (3.11.5) and `[text](target)` is a link
 * (3.11.6).
 */
export const sarifText = (text: string): string =>
  plainText(text)
    .replace(/[{}]/g, (brace) => `${brace}${brace}`)
    .replaceAll("](", "] (");

/** Escapes invisible characters, except line feeds, as JSON and JavaScript do. */
export const escapeInvisible = (text: string): string =>
  text.replace(INVISIBLE, (character) => (character === "\n" ? character : escapeUnits(character)));

const escapeUnits = (character: string) =>
  character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Formats a value as JSON with control and invisible characters escaped; it parses to the same value. */
export const jsonText = (value: unknown): string => escapeInvisible(JSON.stringify(value, null, 2));
