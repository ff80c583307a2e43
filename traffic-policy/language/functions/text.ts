import { ExpressionFailure, limitLength, Undecided, type Value } from "../values";
import { defineFunction, type FunctionTable, integer, text } from "./function-entry";

/** Splits a text into code points, which CEL counts as characters. */
const characters = (value: Value | undefined): string[] => [...text(value)];

/** Limits the estimated length of a text before it is built. `limitLength` then checks the actual length. */
const MAX_INTERMEDIATE_TEXT = 1_000_000;

export const TEXT: FunctionTable = {
  "string.charAt(int): string": defineFunction("Character at an index.", (value, position) => {
    const chars = characters(value);
    const index = integer(position);
    if (index < 0 || index > chars.length) throw new ExpressionFailure("charAt() is out of range");
    return chars[index] ?? "";
  }),
  // Undecided, because it has no implementation.
  "string.format(list): string": defineFunction("Inserts values for `%s` and other verbs."),
  "string.indexOf(string, int?): int": defineFunction("Index of a substring, or -1.", (value, part, from) => {
    const chars = characters(value);
    const start = from === undefined ? 0 : integer(from);
    if (start < 0 || start > chars.length) throw new ExpressionFailure("indexOf() is out of range");
    const searched = chars.slice(start).join("");
    const found = searched.indexOf(text(part));
    return BigInt(found < 0 ? -1 : start + [...searched.slice(0, found)].length);
  }),
  "string.lastIndexOf(string, int?): int": defineFunction(
    "Last index of a substring, or -1.",
    (value, part, from) => {
      const chars = characters(value);
      const last = from === undefined ? chars.length : integer(from);
      if (last < 0 || last > chars.length) throw new ExpressionFailure("lastIndexOf() is out of range");
      const joined = chars.join("");
      const found = joined.lastIndexOf(text(part), chars.slice(0, last).join("").length);
      return BigInt(found < 0 ? -1 : [...joined.slice(0, found)].length);
    },
  ),
  "string.lower(): string": defineFunction("Converts to lower case.", (value) => text(value).toLowerCase()),
  "string.replace(string, string, int?): string": defineFunction(
    "Replaces a substring.",
    (value, substring, replacement, limit) => {
      const pieces = text(value).split(text(substring));
      const maxReplacements = limit === undefined ? pieces.length : Math.max(0, integer(limit));
      if (pieces.length * text(replacement).length > MAX_INTERMEDIATE_TEXT)
        throw new Undecided("a text that may exceed 1,000,000 characters");
      const head = pieces.slice(0, maxReplacements + 1).join(text(replacement));
      return limitLength([head, ...pieces.slice(maxReplacements + 1)].join(text(substring)));
    },
  ),
  "string.reverse(): string": defineFunction("Reverses the string.", (value) =>
    characters(value).reverse().join(""),
  ),
  "string.split(string?, int?): list": defineFunction("Splits at a separator.", (value, separator, limit) => {
    if (separator === undefined) return text(value).split(/\s+/).filter(Boolean);
    const parts = text(value).split(text(separator));
    return limit === undefined ? parts : parts.slice(0, Math.max(0, integer(limit)));
  }),
  "string.substring(int, int?): string": defineFunction(
    "Substring from one index to another.",
    (value, from, to) => {
      const chars = characters(value);
      const start = integer(from);
      const end = to === undefined ? chars.length : integer(to);
      if (start < 0 || end < start || end > chars.length)
        throw new ExpressionFailure("substring() is out of range");
      return chars.slice(start, end).join("");
    },
  ),
  "string.trim(): string": defineFunction("Removes leading and trailing white space.", (value) =>
    text(value).trim(),
  ),
  "string.upper(): string": defineFunction("Converts to upper case.", (value) => text(value).toUpperCase()),
  "strings.quote(string): string": defineFunction("Quotes a string for printing.", (value) => {
    const quoted = JSON.stringify(text(value));
    if (quoted.includes("\\u")) throw new Undecided("strings.quote() of a control character");
    return limitLength(quoted);
  }),
};
