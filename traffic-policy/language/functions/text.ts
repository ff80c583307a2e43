import { bounded, ExpressionFailure, Undecided } from "../values";
import { characters, text, whole } from "./arguments";
import { type Functions, of } from "./entry";

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

/** Functions of texts. */
export const TEXT: Functions = {
  "string.charAt(int): string": of("Character at a place.", (value, at) => {
    const all = characters(value);
    const index = whole(at);
    if (index < 0 || index > all.length) throw new ExpressionFailure("charAt() is out of range");
    return all[index] ?? "";
  }),
  "string.format(list): string": of("The text with values in place of `%s` and the like."),
  "string.indexOf(string, int?): int": of("Place of a text in it, or -1.", (value, part, from) => {
    const all = characters(value);
    const start = from === undefined ? 0 : whole(from);
    if (start < 0 || start > all.length) throw new ExpressionFailure("indexOf() is out of range");
    const found = all.slice(start).join("").indexOf(text(part));
    return BigInt(found < 0 ? -1 : start + [...all.slice(start).join("").slice(0, found)].length);
  }),
  "string.lastIndexOf(string, int?): int": of("Last place of a text in it, or -1.", (value, part, from) => {
    const all = characters(value);
    const last = from === undefined ? all.length : whole(from);
    if (last < 0 || last > all.length) throw new ExpressionFailure("lastIndexOf() is out of range");
    const joined = all.join("");
    const found = joined.lastIndexOf(text(part), all.slice(0, last).join("").length);
    return BigInt(found < 0 ? -1 : [...joined.slice(0, found)].length);
  }),
  "string.lower(): string": of("The text in lower case.", (value) => text(value).toLowerCase()),
  "string.replace(string, string, int?): string": of(
    "The text with one text in place of another.",
    (value, part, by, limit) => {
      const pieces = text(value).split(text(part));
      const most = limit === undefined ? pieces.length : Math.max(0, whole(limit));
      if (pieces.length * text(by).length > 1_000_000) throw new Undecided("a text of more than 64 KiB");
      const head = pieces.slice(0, most + 1).join(text(by));
      return bounded([head, ...pieces.slice(most + 1)].join(text(part)));
    },
  ),
  "string.reverse(): string": of("The text from its end to its start.", (value) =>
    characters(value).reverse().join(""),
  ),
  "string.split(string?, int?): list": of("Texts between a text.", (value, separator, limit) => {
    if (separator === undefined) return text(value).split(/\s+/).filter(Boolean);
    const parts = text(value).split(text(separator));
    return limit === undefined ? parts : parts.slice(0, Math.max(0, whole(limit)));
  }),
  "string.substring(int, int?): string": of("Text from one place to another.", (value, from, to) => {
    const all = characters(value);
    const start = whole(from);
    const end = to === undefined ? all.length : whole(to);
    if (start < 0 || end < start || end > all.length)
      throw new ExpressionFailure("substring() is out of range");
    return all.slice(start, end).join("");
  }),
  "string.trim(): string": of("The text without white space around it.", (value) => text(value).trim()),
  "string.upper(): string": of("The text in upper case.", (value) => text(value).toUpperCase()),
  "strings.quote(string): string": of("A text in quotes, safe to print.", (value) =>
    bounded(
      `"${characters(value)
        .map((char) => (QUOTED.has(char) ? `\\${QUOTED.get(char)}` : char))
        .join("")}"`,
    ),
  ),
};
