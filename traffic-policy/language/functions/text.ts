import { bounded, ExpressionFailure, Undecided } from "../values";
import { characters, list, text, whole } from "./arguments";
import type { Functions } from "./entry";
import { format } from "./format";

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
  "string.charAt(int): string": {
    description: "Character at a place.",
    run: (value, at) => {
      const all = characters(value);
      const index = whole(at);
      if (index < 0 || index > all.length) throw new ExpressionFailure("charAt() is out of range");
      return all[index] ?? "";
    },
  },
  "string.format(list): string": {
    description: "The text with values in place of `%s` and the like.",
    run: (value, values) => format(text(value), list(values)),
  },
  "string.indexOf(string, int?): int": {
    description: "Place of a text in it, or -1.",
    run: (value, part, from) => {
      const all = characters(value);
      const start = from === undefined ? 0 : whole(from);
      if (start < 0 || start > all.length) throw new ExpressionFailure("indexOf() is out of range");
      const found = all.slice(start).join("").indexOf(text(part));
      return BigInt(found < 0 ? -1 : start + [...all.slice(start).join("").slice(0, found)].length);
    },
  },
  "string.lastIndexOf(string, int?): int": {
    description: "Last place of a text in it, or -1.",
    run: (value, part, from) => {
      const all = characters(value);
      const last = from === undefined ? all.length : whole(from);
      if (last < 0 || last > all.length) throw new ExpressionFailure("lastIndexOf() is out of range");
      const joined = all.join("");
      const found = joined.lastIndexOf(text(part), all.slice(0, last).join("").length);
      return BigInt(found < 0 ? -1 : [...joined.slice(0, found)].length);
    },
  },
  "string.lower(): string": {
    description: "The text in lower case.",
    run: (value) => text(value).toLowerCase(),
  },
  "string.replace(string, string, int?): string": {
    description: "The text with one text in place of another.",
    run: (value, part, by, limit) => {
      const pieces = text(value).split(text(part));
      const most = limit === undefined ? pieces.length : Math.max(0, whole(limit));
      if (pieces.length * text(by).length > 1_000_000) throw new Undecided("a text of more than 64 KiB");
      const head = pieces.slice(0, most + 1).join(text(by));
      return bounded([head, ...pieces.slice(most + 1)].join(text(part)));
    },
  },
  "string.reverse(): string": {
    description: "The text from its end to its start.",
    run: (value) => characters(value).reverse().join(""),
  },
  "string.split(string?, int?): list": {
    description: "Texts between a text.",
    run: (value, separator, limit) => {
      if (separator === undefined) return text(value).split(/\s+/).filter(Boolean);
      const parts = text(value).split(text(separator));
      return limit === undefined ? parts : parts.slice(0, Math.max(0, whole(limit)));
    },
  },
  "string.substring(int, int?): string": {
    description: "Text from one place to another.",
    run: (value, from, to) => {
      const all = characters(value);
      const start = whole(from);
      const end = to === undefined ? all.length : whole(to);
      if (start < 0 || end < start || end > all.length)
        throw new ExpressionFailure("substring() is out of range");
      return all.slice(start, end).join("");
    },
  },
  "string.trim(): string": {
    description: "The text without white space around it.",
    run: (value) => text(value).trim(),
  },
  "string.upper(): string": {
    description: "The text in upper case.",
    run: (value) => text(value).toUpperCase(),
  },
  "strings.quote(string): string": {
    description: "A text in quotes, safe to print.",
    run: (value) =>
      bounded(
        `"${characters(value)
          .map((char) => (QUOTED.has(char) ? `\\${QUOTED.get(char)}` : char))
          .join("")}"`,
      ),
  },
};
