import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NewFamily } from "./definition";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** New files of a family by path, each rendered from its template. */
export function newFiles(family: NewFamily): Map<string, string> {
  const { stem, words, field, section } = family;
  const values: Readonly<Record<string, unknown>> = {
    ...family,
    documented: section !== undefined && !family.byConvention,
    sectionText: JSON.stringify(section),
    Words: capital(words),
    FieldWords: capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
  };
  const paths = {
    "declaration.ts": `provider/families/${stem}.ts`,
    "reference.json": `emulator/reference/${stem}.json`,
    "sample.ts": `test/samples/${stem}.ts`,
    "package.json": `examples/${stem}/package.json`,
    "example.ts": `examples/${stem}/index.ts`,
  };
  return new Map(
    Object.entries(paths).map(([template, path]) => {
      const text = readFileSync(join(__dirname, "templates", `${template}.txt`), "utf8");
      return [path, filled(text, values)] as const;
    }),
  );
}

/**
 * Replaces `{{key}}` with its value; keeps the text between `{{#key}}` and `{{/key}}` when there is a value, and the
 * text after `{{^key}}` when there is none.
 */
function filled(template: string, values: Readonly<Record<string, unknown>>): string {
  return template
    .replace(
      /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g,
      (_, sign: string, key: string, text: string) => (Boolean(values[key]) === (sign === "#") ? text : ""),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key]));
}
