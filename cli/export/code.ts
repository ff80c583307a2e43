import { escapeInvisible } from "../common";

export type Code =
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Code[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Code])[] }
  /** A map whose keys are outputs: the constants of the resources, and pairs that use these constants as ids. */
  | {
      readonly kind: "map of outputs";
      readonly resources: readonly string[];
      readonly pairs: readonly (readonly [key: string, value: string])[];
    };

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export const raw = (text: string): Code => ({ kind: "raw", text });

/**
 * The code of a value.
 *
 * @param leafCode - Returns the code of a string or another value that isn't written as it is.
 */
export function valueCode(value: unknown, leafCode: (value: unknown) => Code | undefined): Code {
  const code = leafCode(value);
  if (code !== undefined) return code;
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => valueCode(item, leafCode)) };
  if (value === null || typeof value !== "object") return raw(JSON.stringify(value));
  return {
    kind: "object",
    entries: Object.entries(value).map(([key, item]) => [key, valueCode(item, leafCode)]),
  };
}

/** Formats an expression on one line if it fits, otherwise with one entry per line. `column` is its start column. */
export function formatCode(code: Code, indent = "", column = indent.length): string {
  if (code.kind === "raw") return code.text;
  const inner = `${indent}  `;
  if (code.kind === "map of outputs") {
    const ids = code.resources.map((name) => `${name}.id`).join(", ");
    const entries = code.pairs.map(([key, value]) => `[${key}]: ${value}`);
    const map = block("{}", inner, entries);
    return `pulumi\n${inner}.all([${ids}])\n${inner}.apply(([${code.resources.join(", ")}]) => (${map}))`;
  }
  const inline = formatInline(code);
  if (column + inline.length <= WIDTH && !inline.includes("\n")) return inline;
  if (code.kind === "list")
    return block(
      "[]",
      indent,
      code.items.map((item) => formatCode(item, inner)),
    );
  const lines = code.entries.map(([key, value]) => {
    const start = `${printedKey(key)}: `;
    return start + formatCode(value, inner, inner.length + start.length);
  });
  return block("{}", indent, lines);
}

const block = ([open, close]: string, indent: string, lines: readonly string[]) =>
  `${open}\n${lines.map((line) => `${indent}  ${line},\n`).join("")}${indent}${close}`;

function formatInline(code: Code): string {
  switch (code.kind) {
    case "raw":
    case "map of outputs":
      return formatCode(code);
    case "list":
      return `[${code.items.map(formatInline).join(", ")}]`;
    case "object":
      if (code.entries.length === 0) return "{}";
      return `{ ${code.entries.map(([key, value]) => `${printedKey(key)}: ${formatInline(value)}`).join(", ")} }`;
  }
}

/** A literal key `__proto__` would set the prototype, so it is computed. */
function printedKey(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return IDENTIFIER.test(key) ? key : stringLiteral(key);
}

const oneLine = (text: string) => escapeInvisible(text.replace(/\n/g, "\\n"));

/** A one-line comment. Its text can't end it. */
export const comment = (text: string) => `// ${oneLine(text)}\n`;

/** A doc comment. Its text can't end it. */
export const docComment = (text: string) => `/** ${oneLine(text).replaceAll("*/", "*\\/")} */\n`;

/** A string literal with the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  const double = escapeInvisible(JSON.stringify(text));
  if (!text.includes('"') || text.includes("'")) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A string literal. Multi-line text becomes a template literal, unless it contains other control characters. */
export function textLiteral(text: string): string {
  const hasLines = text.trim().includes("\n") && text.replace(/[\n\t]/g, "").search(/\p{Cc}/u) < 0;
  return hasLines ? `\`${escapeTemplate(text)}\`` : stringLiteral(text);
}

/** Escapes text for a template literal; line feeds stay. */
export function escapeTemplate(text: string): string {
  return escapeInvisible(text.replace(/[\\`]|\$(?=\{)/g, "\\$&"));
}
