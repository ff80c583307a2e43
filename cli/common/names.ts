/** Matches a word: `TlsEdge 2nd HTTP 🚀` has the words Tls, Edge, 2, nd, HTTP, and 🚀. Skips other characters. */
const WORD =
  /\p{Lu}?\p{Ll}+|[0-9]+|\p{Lu}+(?!\p{Ll})|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{L}+/gu;

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

/** Converts text to a name such as `tls-edge`. */
export const kebabCase = (text: string): string => wordsOf(text).join("-").toLowerCase();

/** Converts text to a name such as `tlsEdge`. */
export function camelCase(text: string): string {
  const [first = "", ...rest] = wordsOf(text);
  return [
    first.toLowerCase(),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
  ].join("");
}

/** Latin letters that don't decompose into an ASCII letter and a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  þ: "th",
  ß: "ss",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ł: "l",
  ŋ: "n",
  ø: "o",
  ŧ: "t",
};

/** Transliterates Latin letters to ASCII, such as `Zürich` to `Zurich`. */
export const withoutAccents = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u20d0-\u20ff\ufe20-\ufe2f]/g, "")
    .replace(/[\u00c0-\u024f]/g, (letter) => {
      const plain = SPELLED[letter.toLowerCase()] ?? letter;
      return letter === letter.toLowerCase() ? plain : plain.charAt(0).toUpperCase() + plain.slice(1);
    });
