import { escapeInvisible } from "../common";

export type Code =
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Code[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Code])[] }
  /**
   * A map whose keys are outputs. For the resources `a` and `b`:
   * `pulumi.all([a.id, b.id]).apply(([a, b]) => ({ [a]: 1, [b]: 2 }))`.
   */
  | {
      readonly kind: "map of outputs";
      readonly resources: readonly string[];
      readonly pairs: readonly (readonly [key: string, value: string])[];
    };

const WIDTH = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export const raw = (text: string): Code => ({ kind: "raw", text });

/** @param leafCode - Returns the code of a value that isn't written as JSON; undefined for all others. */
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
  if (code.kind === "list") {
    const items = code.items.map((item) => formatCode(item, inner));
    return block("[]", indent, items);
  }
  const entries = code.entries.map(([key, value]) => {
    const start = `${printedKey(key)}: `;
    return start + formatCode(value, inner, inner.length + start.length);
  });
  return block("{}", indent, entries);
}

const block = ([open, close]: string, indent: string, lines: readonly string[]) =>
  `${open}\n${lines.map((line) => `${indent}  ${line},\n`).join("")}${indent}${close}`;

function formatInline(code: Code): string {
  if (code.kind === "list") return `[${code.items.map(formatInline).join(", ")}]`;
  if (code.kind !== "object") return formatCode(code);
  const entries = code.entries.map(([key, value]) => `${printedKey(key)}: ${formatInline(value)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function printedKey(key: string): string {
  // A literal key `__proto__` would set the prototype.
  if (key === "__proto__") return `["__proto__"]`;
  return IDENTIFIER.test(key) ? key : stringLiteral(key);
}

const oneLine = (text: string) => escapeInvisible(text.replace(/\n/g, "\\n"));

/** A one-line comment. Line feeds in its text are escaped. */
export const comment = (text: string) => `// ${oneLine(text)}\n`;

/** A doc comment. Line feeds and comment ends in its text are escaped. */
export const docComment = (text: string) => `/** ${oneLine(text).replaceAll("*/", "*\\/")} */\n`;

/** A string literal with the quotes that need fewer escapes. */
export function stringLiteral(text: string): string {
  const doubleQuoted = escapeInvisible(JSON.stringify(text));
  if (!text.includes('"') || text.includes("'")) return doubleQuoted;
  return `'${doubleQuoted.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A string literal. Multi-line text becomes a template literal, unless it contains other control characters. */
export function textLiteral(text: string): string {
  const isTemplate = text.trim().includes("\n") && !/\p{Cc}/u.test(text.replace(/[\n\t]/g, ""));
  return isTemplate ? `\`${escapeTemplate(text)}\`` : stringLiteral(text);
}

/** Escapes text for a template literal; line feeds stay. */
export const escapeTemplate = (text: string): string =>
  escapeInvisible(text.replace(/[\\`]|\$(?=\{)/g, "\\$&"));
