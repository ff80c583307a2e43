/** A TypeScript expression before layout. */
export type Code =
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Code[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Code])[] }
  /** A map whose keys are outputs: constants that hold resources, and pairs that use the constants as ids. */
  | {
      readonly kind: "map of outputs";
      readonly resources: readonly string[];
      readonly pairs: readonly (readonly [key: string, value: string])[];
    };

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export const raw = (text: string): Code => ({ kind: "raw", text });

/** The layout of an expression: one line where it fits, else one entry per line. `column`: its start column. */
export function laidOut(code: Code, indent = "", column = indent.length): string {
  const inline = onOneLine(code);
  if (code.kind === "raw" || (column + inline.length <= WIDTH && !inline.includes("\n"))) return inline;
  const inner = `${indent}  `;
  if (code.kind === "list")
    return block(
      "[",
      "]",
      indent,
      code.items.map((item) => laidOut(item, inner)),
    );
  if (code.kind === "map of outputs") return laidOutMap(code, inner);
  const lines = code.entries.map(([key, value]) => {
    const start = `${printedKey(key)}: `;
    return start + laidOut(value, inner, inner.length + start.length);
  });
  return block("{", "}", indent, lines);
}

function laidOutMap(
  { resources, pairs }: Extract<Code, { readonly kind: "map of outputs" }>,
  indent: string,
): string {
  const ids = resources.map((name) => raw(`${name}.id`));
  const list = (items: readonly Code[], from: string) =>
    laidOut({ kind: "list", items }, indent, indent.length + from.length);
  const lines = pairs.map(([key, value]) => `[${key}]: ${value}`);
  const inline = `{ ${lines.join(", ")} }`;
  const parameters = list(resources.map(raw), ".apply((");
  const lastLine = `${parameters.slice(parameters.lastIndexOf("\n") + 1)}) => (`;
  const fits = indent.length + ".apply((".length + lastLine.length + inline.length + 3 <= WIDTH;
  const body = fits ? inline : block("{", "}", indent, lines);
  return `pulumi\n${indent}.all(${list(ids, ".all(")})\n${indent}.apply((${parameters}) => (${body}))`;
}

const block = (open: string, close: string, indent: string, lines: readonly string[]) =>
  `${open}\n${lines.map((line) => `${indent}  ${line},\n`).join("")}${indent}${close}`;

function onOneLine(code: Code): string {
  switch (code.kind) {
    case "raw":
      return code.text;
    case "list":
      return `[${code.items.map(onOneLine).join(", ")}]`;
    case "map of outputs": {
      const { resources, pairs } = code;
      const ids = resources.map((name) => `${name}.id`).join(", ");
      const body = pairs.map(([key, value]) => `[${key}]: ${value}`).join(", ");
      return `pulumi.all([${ids}]).apply(([${resources.join(", ")}]) => ({ ${body} }))`;
    }
    case "object":
      if (code.entries.length === 0) return "{}";
      return `{ ${code.entries.map(([key, value]) => `${printedKey(key)}: ${onOneLine(value)}`).join(", ")} }`;
  }
}

/** In a literal, the key `__proto__` sets the prototype unless it is computed. */
function printedKey(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return IDENTIFIER.test(key) ? key : quoted(key);
}

/** Characters that are invisible, end a line or change the text direction; no line feeds. */
const HIDDEN = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const spelledOut = (character: string) =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/** A one-line comment that no character of its text can end. */
export const comment = (text: string) => `// ${text.replace(/\n/g, "\\n").replace(HIDDEN, spelledOut)}\n`;

/** A doc comment that no character of its text can end. */
export const docComment = (text: string) =>
  `/** ${text.replace(/\n/g, "\\n").replace(HIDDEN, spelledOut).replaceAll("*/", "*\\/")} */\n`;

/** A string in the quotes that need fewer escapes. */
export function quoted(text: string): string {
  const double = JSON.stringify(text).replace(HIDDEN, spelledOut);
  if (!text.includes('"') || text.includes("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A string literal: a template literal for several lines, unless they end in other line breaks, else quoted. */
export function textLiteral(text: string): string {
  const hasLines = text.trim().includes("\n") && text.replace(/[\n\t]/g, "").search(/\p{Cc}/u) < 0;
  return hasLines ? `\`${templated(text)}\`` : quoted(text);
}

/** A string for the inside of a template literal. Line feeds stay. */
export function templated(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replace(HIDDEN, spelledOut);
}
