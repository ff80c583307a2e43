/** The reference of a traffic policy to a secret of a vault: `${secrets.get('vault', 'name')}`. */
export const secretText = (vault: string, name: string) =>
  `\${secrets.get(${quoted(vault)}, ${quoted(name)})}`;

/**
 * A string literal of the expression. Characters that could end the expression or begin another one are escaped, and so
 * are line breaks.
 */
const quoted = (text: string) =>
  `'${text
    .replace(/[\\']/g, (letter) => `\\${letter}`)
    .replace(
      /[${}\p{Cc}\u2028\u2029]/gu,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    )}'`;
