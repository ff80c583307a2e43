/** Matches a word: `TlsEdge 2nd HTTP 🚀` has the words Tls, Edge, 2, nd, HTTP, and 🚀. Skips other characters. */
const WORD =
  /\p{Lu}?\p{Ll}+|[0-9]+|\p{Lu}+(?!\p{Ll})|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{L}+/gu;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** Converts text to a name such as `tls-edge`. */
export const kebabCase = (text: string): string => wordsOf(text).join("-").toLowerCase();

/** Converts text to a name such as `tlsEdge`. */
export function camelCase(text: string): string {
  const [first = "", ...rest] = wordsOf(text);
  const capitalized = rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  return [first.toLowerCase(), ...capitalized].join("");
}

/** Removes the marks of letters, such as in `Zürich`. */
export const withoutAccents = (text: string): string =>
  text.normalize("NFKD").replace(/[\u0300-\u036f\u20d0-\u20ff\ufe20-\ufe2f]/g, "");
