import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { fieldsIn, type Shape } from "../../family/field";

/** A language whose SDK spells the names of properties differently from the schema. */
interface Language {
  readonly name: string;
  readonly spelled: (property: string) => string;
}

/** By the `runtime` of a project. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    name: "Python",
    spelled: (property) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  },
  go: { name: "Go", spelled: (property) => property.charAt(0).toUpperCase() + property.slice(1) },
};

/**
 * A text that names properties as the schema does, with what the program itself calls them. The engine starts a provider
 * in the program's folder, whose project says which language the program is in.
 *
 * @param shape - What the properties are of.
 */
export function inWordsOfProgram(text: string, shape: Shape, folder = process.cwd()): string {
  const language = LANGUAGES[runtimeIn(folder) ?? ""];
  if (language === undefined) return text;
  const known = new Set(
    fieldsIn(shape).flatMap(({ path }) => path.filter((key) => /^[a-z]+[A-Z]/.test(key))),
  );
  const named = [...new Set(text.match(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g))].filter((word) => known.has(word));
  if (named.length === 0) return text;
  const added = `${language.name}: ${named.map((word) => language.spelled(word)).join(", ")}`;
  return text.endsWith(".") ? `${text} In ${added}.` : `${text}; in ${added}`;
}

/** The runtime of the project that a folder is in; undefined where there is none that can be read. */
function runtimeIn(folder: string): string | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml"]
    .map((name) => join(folder, name))
    .find((path) => existsSync(path));
  if (file === undefined) return dirname(folder) === folder ? undefined : runtimeIn(dirname(folder));
  try {
    // A warning would print lines of the file.
    const runtime: unknown = parse(readFileSync(file, "utf8"), { logLevel: "error" })?.runtime;
    const name = typeof runtime === "object" ? (runtime as { name?: unknown } | null)?.name : runtime;
    return typeof name === "string" ? name : undefined;
  } catch {
    // The engine has read it, or there is no engine.
    return undefined;
  }
}
