import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { attempt } from "../../family/attempt";
import { fieldsIn, isRecord, type Shape } from "../../family/field";

const LANGUAGES: Readonly<Record<string, { readonly name: string; spell(property: string): string }>> = {
  python: {
    name: "Python",
    spell: (property) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  },
  go: { name: "Go", spell: (property) => property.charAt(0).toUpperCase() + property.slice(1) },
};

/** Adds the program's spellings of properties to a message, such as `min_version` for `minVersion` in Python. */
export function addProgramSpellings(text: string, shape: Shape, folder = process.cwd()): string {
  const language = LANGUAGES[runtimeIn(folder) ?? ""];
  if (language === undefined) return text;
  const shapeProperties = new Set(
    fieldsIn(shape).flatMap(({ path }) => path.filter((key) => /^[a-z]+[A-Z]/.test(key))),
  );
  const words = new Set(text.match(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g));
  const properties = [...words].filter((word) => shapeProperties.has(word));
  if (properties.length === 0) return text;
  const spellings = `${language.name}: ${properties.map((property) => language.spell(property)).join(", ")}`;
  return text.endsWith(".") ? `${text} In ${spellings}.` : `${text}; in ${spellings}`;
}

function runtimeIn(folder: string): string | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"]
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (file === undefined) return dirname(folder) === folder ? undefined : runtimeIn(dirname(folder));
  // The engine itself reports an unreadable file. The parser would warn about it, too, and quote its lines.
  const runtime = attempt(() => parse(readFileSync(file, "utf8"), { logLevel: "error" })?.runtime);
  const name: unknown = isRecord(runtime) ? runtime.name : runtime;
  return typeof name === "string" ? name : undefined;
}
