/** A piece of a text: literal text, or the expression of an interpolation `${...}`. */
export interface Piece {
  readonly isExpression: boolean;
  readonly text: string;
  /** True for an expression whose closing brace is missing. */
  readonly isOpen: boolean;
}

/** Splits a text into literal text and interpolations. Braces in an expression, and those in its strings, don't end it. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", from)) {
    const end = endOf(text, start + 2);
    if (start > from) pieces.push({ isExpression: false, text: text.slice(from, start), isOpen: false });
    pieces.push({ isExpression: true, text: text.slice(start + 2, end), isOpen: end === text.length });
    from = end + 1;
  }
  if (from < text.length) pieces.push({ isExpression: false, text: text.slice(from), isOpen: false });
  return pieces;
}

/** The interpolations of a text; one is `open` if its closing brace is missing. */
export const interpolationsIn = (
  text: string,
): readonly { readonly expression: string; readonly open: boolean }[] =>
  piecesOf(text).flatMap(({ isExpression, text: expression, isOpen }) =>
    isExpression ? [{ expression, open: isOpen }] : [],
  );

/** A text with other text instead of its interpolations. Those without a closing brace stay. */
export const fillIn = (text: string, fill: (expression: string) => string): string =>
  piecesOf(text)
    .map((piece) => (!piece.isExpression ? piece.text : piece.isOpen ? `\${${piece.text}` : fill(piece.text)))
    .join("");

/** Takes the place of what the service fills in. */
export const PLACEHOLDER = "filled_in";

/** A text with placeholders instead of interpolations. */
export const withPlaceholders = (text: string): string => fillIn(text, () => PLACEHOLDER);

/** True if the service fills in parts of the text. */
export const isInterpolated = (text: string) => text.includes("${");

/** Position of the brace that closes an expression, or the length of the text. */
function endOf(text: string, from: number): number {
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
