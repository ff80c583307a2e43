interface Interpolation {
  readonly expression: string;
  readonly isUnclosed: boolean;
}

/** Splits a text into literals and `${...}`. Nested braces, and braces in strings, don't end an expression. */
export function splitInterpolations(text: string): readonly (string | Interpolation)[] {
  const parts: (string | Interpolation)[] = [];
  let from = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
    const end = closingBrace(text, start + 2);
    if (start > from) parts.push(text.slice(from, start));
    parts.push({ expression: text.slice(start + 2, end), isUnclosed: end === text.length });
    from = end + 1;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

export const interpolationsIn = (text: string): readonly Interpolation[] =>
  splitInterpolations(text).filter((part) => typeof part !== "string");

/** Replaces the interpolations that have a closing brace. */
export function replaceInterpolations(text: string, replace: (expression: string) => string): string {
  const parts = splitInterpolations(text).map((part) => {
    if (typeof part === "string") return part;
    return part.isUnclosed ? `\${${part.expression}` : replace(part.expression);
  });
  return parts.join("");
}

/** Replaces interpolations before a text is validated. Valid as an identifier, and in hosts and paths. */
export const PLACEHOLDER = "filled_in";

export const withPlaceholders = (text: string): string => replaceInterpolations(text, () => PLACEHOLDER);

export const isInterpolated = (text: string) => text.includes("${");

/** Returns the position of the closing brace, or the length of the text if it is missing. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let index = from; index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "\\") index += 1;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  return text.length;
}
