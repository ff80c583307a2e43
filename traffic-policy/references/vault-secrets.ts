import { ACTIONS } from "../actions/actions";
import type { Fields } from "../actions/fields";
import { interpolationsIn, isInterpolated } from "../language/interpolation";
import { callsOf, parseCel } from "../language/parse";
import { readPolicy, type Tree } from "../language/policy";

/** A secret of a vault, by the names that a policy uses. */
export interface VaultSecret {
  readonly vault: string;
  readonly secret: string;
}

/** Keys whose texts are expressions as a whole; those of a list hold one in each item. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "expressions",
  ...Object.values(ACTIONS).flatMap(({ config }) => expressionKeys(config ?? {})),
]);

function expressionKeys(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const item = field.kind === "list" ? field.item : field;
    if (item.kind === "text") return item.expression ? [key] : [];
    return item.kind === "object" ? expressionKeys(item.fields) : [];
  });
}

/**
 * The secrets of vaults that a policy uses by `secrets.get('vault', 'name')`, each once. Names that an expression
 * builds, and what cannot be read, are left out.
 *
 * @param policy - Object, or text in JSON or YAML.
 */
export function vaultSecrets(policy: unknown): readonly VaultSecret[] {
  // A backslash may spell any name.
  if (typeof policy === "string" && !/secrets|\\/.test(policy)) return [];
  const { tree } = readPolicy(policy);
  const found = new Map<string, VaultSecret>();
  for (const expression of tree === undefined ? [] : expressionsBelow(tree))
    for (const named of namedIn(expression)) found.set(JSON.stringify([named.vault, named.secret]), named);
  return [...found.values()];
}

/** The expressions of a policy in which secrets may be named. */
function expressionsBelow(root: Tree): readonly string[] {
  const found: string[] = [];
  // What aliases refer to is looked at once for each kind of place.
  const seen = { whole: new Set<Tree>(), text: new Set<Tree>() };
  const visit = (at: Tree, place: "whole" | "text"): void => {
    if (at.kind === "opaque" || seen[place].has(at)) return;
    seen[place].add(at);
    if (at.kind === "list") for (const item of at.items) visit(item, place);
    else if (at.kind === "map")
      for (const [key, item] of at.entries) visit(item, EXPRESSIONS.has(key) ? "whole" : "text");
    else if (typeof at.value === "string" && at.value.includes("secrets")) {
      if (isInterpolated(at.value))
        for (const { expression } of interpolationsIn(at.value)) found.push(expression);
      else if (place === "whole") found.push(at.value);
    }
  };
  visit(root, "text");
  return found;
}

function namedIn(expression: string): VaultSecret[] {
  // Quotes in an interpolation may have backslashes before them, as JSON within a text has.
  const readable = parseCel(expression) === undefined ? expression.replaceAll('\\"', '"') : expression;
  return callsOf("secrets", "get", readable).flatMap(([vault, secret, ...more]) => {
    const [of, name] = [vault, secret].map((arg) => (arg?.op === "value" ? arg.args : undefined));
    return typeof of === "string" && typeof name === "string" && more.length === 0
      ? [{ vault: of, secret: name }]
      : [];
  });
}
