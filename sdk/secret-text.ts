export const secretText = (vault: string, name: string) => `\${secrets.get(${quote(vault)}, ${quote(name)})}`;

/** Escapes line breaks and characters that could end the expression or start another one. */
const quote = (text: string) =>
  `'${text
    .replace(/[\\']/g, (letter) => `\\${letter}`)
    .replace(
      /[${}\p{Cc}\u2028\u2029]/gu,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )}'`;
