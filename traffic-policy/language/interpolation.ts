/** A part of a text: literal text, or the expression in an interpolation `${...}`. */
export interface Piece {
  readonly isExpression: boolean;
  readonly text: string;
  /** True for an expression without a closing brace. */
  readonly isOpen: boolean;
}

/** Splits a text into literal text and interpolations. Nested braces, and braces in strings, don't end an expression. */
export function splitInterpolations(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
    const end = closingBrace(text, start + 2);
    if (start > from) pieces.push({ isExpression: false, text: text.slice(from, start), isOpen: false });
    pieces.push({ isExpression: true, text: text.slice(start + 2, end), isOpen: end === text.length });
    from = end + 1;
  }
  if (from < text.length) pieces.push({ isExpression: false, text: text.slice(from), isOpen: false });
  return pieces;
}

/** The interpolations of a text. One is unclosed if its closing brace is missing. */
export const interpolationsIn = (
  text: string,
): readonly { readonly expression: string; readonly isUnclosed: boolean }[] =>
  splitInterpolations(text).flatMap(({ isExpression, text: expression, isOpen }) =>
    isExpression ? [{ expression, isUnclosed: isOpen }] : [],
  );

/** Replaces the interpolations that have a closing brace. */
export const replaceInterpolations = (text: string, replace: (expression: string) => string): string =>
  splitInterpolations(text)
    .map((piece) =>
      !piece.isExpression ? piece.text : piece.isOpen ? `\${${piece.text}` : replace(piece.text),
    )
    .join("");

export const PLACEHOLDER = "filled_in";

export const withPlaceholders = (text: string): string => replaceInterpolations(text, () => PLACEHOLDER);

export const isInterpolated = (text: string) => text.includes("${");

/** Position of the closing brace, or the length of the text if it is missing. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\\") at += 1;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return text.length;
}
