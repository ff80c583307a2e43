import { isCollection, parseDocument, visit } from "yaml";

/** Maximum length of YAML that is parsed: it takes disproportionately longer than JSON. */
const MOST_YAML = 262_144;

/**
 * Types of the actions of a traffic policy, in all its phases; undefined when it cannot be parsed: it is neither JSON
 * nor YAML, or YAML of more than 262,144 characters or with keys that are not scalars.
 */
export function actionTypes(policy: string | Readonly<Record<string, unknown>>): string[] | undefined {
  try {
    return typesBelow(typeof policy === "string" ? read(policy) : policy);
  } catch {
    return undefined;
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return readYaml(text);
  }
}

function readYaml(text: string): unknown {
  if (text.length > MOST_YAML) throw new Error("too long");
  // Duplicate-key checks and quoted errors take time quadratic in the length.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  if (document.errors.length > 0) throw new Error("no YAML");
  // Stringifying a key that is a list or a map takes longer with every level.
  visit(document, { Pair: (_, { key }) => refuseCollection(key) });
  return document.toJS();
}

function refuseCollection(key: unknown): void {
  if (isCollection(key)) throw new Error("a key that is a list or a map");
}

/** The reference does not state the shape of a policy: an action is an entry of a list named `actions`. */
function typesBelow(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(typesBelow);
  return Object.entries(value).flatMap(([key, item]) =>
    key === "actions" && Array.isArray(item) ? item.flatMap(typeOfAction) : typesBelow(item),
  );
}

function typeOfAction(action: unknown): string[] {
  const type = (action as { type?: unknown } | null)?.type;
  return typeof type === "string" ? [type.toLowerCase()] : [];
}
