/** A part `${...}` of a text. */
export interface Interpolation {
  readonly expression: string;
  /** The text ends before the brace that closes it. */
  readonly open: boolean;
}

/** The parts `${...}` of a text. Braces within an expression, and those in its strings, do not end it. */
export function interpolationsIn(text: string): Interpolation[] {
  const found: Interpolation[] = [];
  for (let start = text.indexOf("${"); start >= 0; start = text.indexOf("${", start)) {
    const end = endOf(text, start + 2);
    found.push({ expression: text.slice(start + 2, end), open: end === text.length });
    start = end;
  }
  return found;
}

/** Takes the place of what the service fills in. */
export const STAND_IN = "filled_in";

/** A text with names in the place of its parts `${...}`; what it ends in without a closing brace stays. */
export function withStandIns(text: string): string {
  let result = "";
  let from = 0;
  for (const { expression, open } of interpolationsIn(text)) {
    const start = text.indexOf("${", from);
    if (open) break;
    result += `${text.slice(from, start)}${STAND_IN}`;
    from = start + expression.length + 3;
  }
  return result + text.slice(from);
}

/** Whether a text has parts that the service fills in. */
export const isInterpolated = (text: string) => text.includes("${");

/** Where the brace is that closes an expression, or the length of the text. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return text.length;
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === text[quote]) return at;
  }
  return text.length;
}
