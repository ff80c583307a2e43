import { ACTIONS } from "./actions";
import type { Field, Fields } from "./fields";
import { interpolationsIn } from "./interpolation";
import { MOST_LEVELS, readPolicy, type Tree } from "./read";

/** Keys of configurations whose texts open something, each with the part of a text that does. */
const SECRET_KEYS: ReadonlyMap<string, (text: string) => string> = new Map(
  Object.values(ACTIONS).flatMap(({ config }) => secretKeysOf(config ?? {})),
);

function secretKeysOf(fields: Fields): [string, (text: string) => string][] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const text = textOf(field);
    if (text?.kind === "text" && text.secret)
      return [[key, text.secret === "after the colon" ? afterColon : (whole: string) => whole]];
    return field.kind === "object" ? secretKeysOf(field.fields) : [];
  });
}

function textOf(field: Field): Field {
  return field.kind === "list" ? field.item : field;
}

/** The part behind the first colon that is in no interpolation; without one, the whole. */
function afterColon(text: string): string {
  const bare = interpolationsIn(text).reduce(
    (rest, { expression }) => rest.replace(expression, "_".repeat(expression.length)),
    text,
  );
  return text.slice(bare.indexOf(":") + 1);
}

const VAULT = /secrets\.get\(\s*(?:'[^']*'|"[^"]*")\s*,\s*(?:'[^']*'|"[^"]*")\s*\)/g;

/**
 * Whether a text says a secret itself. One that the service fills in does not: `${secrets.get('vault', 'name')}`, or
 * variables, as long as nothing is written beside them.
 */
function saysSecret(text: string): boolean {
  const parts = interpolationsIn(text);
  const beside = parts.reduce((rest, { expression }) => rest.replace(`\${${expression}}`, ""), text);
  const isLiteral = ({ expression }: { expression: string }) =>
    /["']/.test(expression.replaceAll("\\", "").replace(VAULT, ""));
  return beside.trim() !== "" || parts.some(isLiteral);
}

const isSecret = (key: string, text: string): boolean => saysSecret(SECRET_KEYS.get(key)?.(text) ?? "");

const NAMES = new RegExp([...SECRET_KEYS.keys()].join("|"));

/** The secrets that a policy says itself: what stands in fields for secrets and does not come from a vault. */
export function policySecrets(policy: unknown): readonly string[] {
  if (typeof policy === "string" && !NAMES.test(policy)) return [];
  const { tree, findings } = readPolicy(policy);
  // What cannot be read may hold anything.
  if (tree === undefined) return typeof policy === "string" && findings.length > 0 ? [policy] : [];
  const found: string[] = [];
  const seen = new Set<Tree>();
  const visit = (at: Tree, key: string): void => {
    // What aliases refer to is looked at once for each key.
    if (
      at.kind === "leaf" &&
      typeof at.value === "string" &&
      SECRET_KEYS.has(key) &&
      isSecret(key, at.value)
    ) {
      const secret = SECRET_KEYS.get(key)?.(at.value) ?? "";
      found.push(at.value, ...(secret === at.value ? [] : [secret]));
    }
    if (at.kind === "leaf" || at.kind === "opaque" || seen.has(at)) return;
    seen.add(at);
    if (at.kind === "list") for (const item of at.items) visit(item, key);
    else for (const [name, item] of at.entries) visit(item, name);
  };
  visit(tree, "");
  return found;
}

/** A policy with its secrets marked: the single values of an object, and the whole of a text that holds one. */
export function withPolicySecrets(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  if (typeof policy === "string") return policySecrets(policy).length > 0 ? mark(policy) : policy;
  const visit = (value: unknown, key: string, level: number): unknown => {
    if (typeof value === "string") return SECRET_KEYS.has(key) && isSecret(key, value) ? mark(value) : value;
    if (value === null || typeof value !== "object" || level > MOST_LEVELS) return value;
    if (Array.isArray(value)) return value.map((item) => visit(item, key, level + 1));
    const entries = Object.entries(value).map(([name, item]) => [name, visit(item, name, level + 1)]);
    return Object.fromEntries(entries);
  };
  return visit(policy, "", 0);
}
