/*
 * What comes from outside (names, descriptions, values, what a service or the engine said) is shown as text wherever it
 * ends up. There is one function for each output; each takes the text as it came, and what it gives is put in as it is.
 *
 * | output | function |
 * |---|---|
 * | terminal and logs, one line | `plainText` |
 * | terminal and logs, several lines | `plainLines` |
 * | Markdown, cells of tables among it | `markdownText`, `markdownCode` |
 * | HTML and SVG, attributes among it | `htmlText` |
 * | Mermaid | `mermaidText` |
 * | messages of SARIF | `sarifText` |
 * | JSON | `jsonText` |
 */

import { stripVTControlCharacters } from "node:util";
import { escape as escapeHtml } from "es-toolkit/string";

/**
 * What moves the cursor, changes colours, turns the direction of writing or cannot be seen: controls (C0, C1), format
 * characters, line and paragraph separators, halves of characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Most characters of one text: one value must not push out everything else. */
const LONGEST = 2_000;

/** Text for one line of a terminal or log. What cannot be seen is shown by its number, such as `\u{1b}`. */
export const plainText = (text: string): string =>
  cut(text.trim(), LONGEST)
    .replace(/\s*[\r\n]\s*/g, " ")
    .replace(/\t/g, " ")
    .replace(UNSEEN, byNumber);

/** Text of several lines, such as an error of the engine, for a terminal or log. Colours are left out. */
export const plainLines = (text: string): string =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .map((line) => line.replace(/\t/g, "  ").replace(UNSEEN, byNumber))
    .join("\n");

const byNumber = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/** No half of a character is left at the end. */
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/**
 * Text for Markdown of code hosts, within a line or a table's cell. What is between backticks is shown as code, and so is
 * each word that code hosts make something of by themselves, such as an address or a mention.
 */
export function markdownText(text: string): string {
  const parts = plainText(text).split(/(?<=^|[\s(])`([^`]+)`(?=$|[\s),.;:])/);
  const rendered = parts.flatMap((part, n) => (n % 2 === 1 ? [markdownCode(part)] : wordsOf(part)));
  return joined(rendered).replace(/^(?:[-+=]|\d+(?=[.)]))/, (start) =>
    // At the start of a line it would begin a list or make a heading.
    /\d/.test(start) ? `${start}\\` : `\\${start}`,
  );
}

const wordsOf = (text: string): string[] =>
  (text.match(/\s+|\S+/g) ?? []).flatMap((word) => {
    if (!isReadByHosts(word)) return [escapedMarkdown(word)];
    const [, start = "", core = "", end = ""] = /^([("'[]*)(.*?)([)"'\],.;:!?…]*)$/u.exec(word) ?? [];
    return [escapedMarkdown(start), markdownCode(core), escapedMarkdown(end)];
  });

/**
 * Addresses, mentions, references (`#1`, `!1`, `%1`, `GH-1`, `[feature:1]`), labels, commits, emoji by name, and commands, which
 * begin with a slash. Escaping does not keep code hosts from these, since they look at what is rendered; code does.
 */
const isReadByHosts = (word: string) =>
  /[@#~]|[!$&%*][\w"]|\/\/|\bwww\.|^["'([]*\/|:[\w+-]+:|\bGH-\d|\[\w+:|\b(?=[a-f]*\d)[\da-f]{7,}\b/iu.test(
    word,
  );

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;" };

const escapedMarkdown = (text: string) =>
  text.replace(/[&<>|\\`*_[\]]/g, (character) => ENTITIES[character] ?? `\\${character}`);

/** Text as code in Markdown, within a line or a table's cell; it may hold backticks itself. */
export const markdownCode = (text: string): string =>
  // A bar ends a table's cell even within code.
  plainText(text).split("|").map(codeSpan).join("&#124;");

function codeSpan(text: string): string {
  if (text === "") return "";
  const fence = backticksAround(text, 1);
  // A backtick at either end would become part of the fence, and a pair of spaces is taken off.
  return text.includes("`") || /^ .* $/.test(text) ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Fragments of Markdown in a row. Code next to code would become one with it: a character without width stands between. */
const joined = (fragments: readonly string[]) =>
  fragments.reduce(
    (text, fragment) =>
      `${text}${text.endsWith("`") && fragment.startsWith("`") ? "&#8203;" : ""}${fragment}`,
    "",
  );

/** Backticks that end at none of those in a text. */
export function backticksAround(text: string, fewest: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return "`".repeat(Math.max(fewest, longest + 1));
}

/** Text for HTML and SVG, attributes in quotes among it. */
export const htmlText = (text: string): string => escapeHtml(plainText(text));

/** Text for a label in Mermaid, which reads entities with a number sign in place of the ampersand. */
export const mermaidText = (text: string): string =>
  cut(plainText(text), 80).replace(
    /[^\p{L}\p{N} ./:()@=-]/gu,
    (character) => `#${character.codePointAt(0)};`,
  );

/** Text for a message in SARIF 2.1.0, where braces are placeholders (3.11.5) and `[text](target)` is a link (3.11.6). */
export const sarifText = (text: string): string =>
  plainText(text)
    .replace(/[{}]/g, (brace) => `${brace}${brace}`)
    .replaceAll("](", "] (");

/** A value as JSON that does nothing to a terminal and hides nothing; parsed, it is the same value. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNSEEN, (character) =>
    character === "\n"
      ? character
      : [...Array(character.length).keys()]
          .map((n) => `\\u${character.charCodeAt(n).toString(16).padStart(4, "0")}`)
          .join(""),
  );
