import { interpolationsIn, isInterpolated } from "../language/interpolation";
import { callArguments, parseCel } from "../language/parse";
import { readPolicy, type Tree } from "../language/policy";
import { TEXT_SETTINGS, visitLeaves } from "./policy-texts";

export interface VaultSecret {
  readonly vault: string;
  readonly secret: string;
}

/** Keys that hold an expression, or a list of expressions. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "expressions",
  ...TEXT_SETTINGS.filter(({ field }) => field.expression).map(({ key }) => key),
]);

/**
 * Finds the secrets that a policy reads with `secrets.get('vault', 'name')`, without duplicates. Computed names and
 * invalid expressions are skipped.
 *
 * @param policy - An object, or text in JSON or YAML.
 */
export function vaultSecrets(policy: unknown): readonly VaultSecret[] {
  // A backslash may escape a name.
  if (typeof policy === "string" && !/secrets|\\/.test(policy)) return [];
  const { tree } = readPolicy(policy);
  const found = new Map<string, VaultSecret>();
  for (const expression of tree === undefined ? [] : collectExpressions(tree))
    for (const reference of secretsNamedIn(expression))
      found.set(JSON.stringify([reference.vault, reference.secret]), reference);
  return [...found.values()];
}

function collectExpressions(root: Tree): readonly string[] {
  const found: string[] = [];
  visitLeaves(
    root,
    (_, key) => (EXPRESSIONS.has(key) ? "expression" : ""),
    ({ value }, context) => {
      if (typeof value !== "string" || !value.includes("secrets")) return;
      if (isInterpolated(value)) for (const { expression } of interpolationsIn(value)) found.push(expression);
      else if (context === "expression") found.push(value);
    },
  );
  return found;
}

function secretsNamedIn(expression: string): VaultSecret[] {
  // Quotes in an interpolation may be escaped, as in JSON inside a string.
  const readable = parseCel(expression) === undefined ? expression.replaceAll('\\"', '"') : expression;
  return callArguments("secrets", "get", readable).flatMap((args) => {
    const [vault, secret] = args.map((arg) => (arg.op === "value" ? arg.args : undefined));
    return typeof vault === "string" && typeof secret === "string" && args.length === 2
      ? [{ vault, secret }]
      : [];
  });
}
