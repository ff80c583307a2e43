import { defineFunction, type FunctionTable, integer, text } from "./function-entry";

export const TEXT: FunctionTable = {
  "string.charAt(int): string": defineFunction("Character at an index."),
  "string.format(list): string": defineFunction("Inserts values for `%s` and other verbs."),
  "string.indexOf(string, int?): int": defineFunction("Index of a substring, or -1."),
  "string.lastIndexOf(string, int?): int": defineFunction("Last index of a substring, or -1."),
  "string.lower(): string": defineFunction("Converts to lower case.", (value) => text(value).toLowerCase()),
  "string.replace(string, string, int?): string": defineFunction("Replaces a substring."),
  "string.reverse(): string": defineFunction("Reverses the string.", (value) =>
    [...text(value)].reverse().join(""),
  ),
  "string.split(string?, int?): list": defineFunction("Splits at a separator.", (value, separator, limit) => {
    if (separator === undefined) return text(value).split(/\s+/).filter(Boolean);
    const parts = text(value).split(text(separator));
    return limit === undefined ? parts : parts.slice(0, Math.max(0, integer(limit)));
  }),
  "string.substring(int, int?): string": defineFunction("Substring from one index to another."),
  "string.trim(): string": defineFunction("Removes leading and trailing white space.", (value) =>
    text(value).trim(),
  ),
  "string.upper(): string": defineFunction("Converts to upper case.", (value) => text(value).toUpperCase()),
  "strings.quote(string): string": defineFunction("Quotes a string for printing."),
};
