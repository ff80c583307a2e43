import { interpolationsIn, isInterpolated } from "../language/interpolation";
import { nodesIn, parseCel, stringLiteral } from "../language/parse";
import { readPolicy, type Tree } from "../language/policy";
import { leavesOf, TEXT_SETTINGS } from "./policy-texts";

export interface VaultSecret {
  readonly vault: string;
  readonly secret: string;
}

const EXPRESSION_KEYS: ReadonlySet<string> = new Set([
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
  // With a backslash, the word `secrets` may be spelled with escapes.
  if (typeof policy === "string" && !/secrets|\\/.test(policy)) return [];
  const secrets = new Map<string, VaultSecret>();
  for (const expression of collectExpressions(readPolicy(policy).tree))
    for (const secret of parseSecretCalls(expression))
      secrets.set(JSON.stringify([secret.vault, secret.secret]), secret);
  return [...secrets.values()];
}

function collectExpressions(root: Tree | undefined): readonly string[] {
  const leaves = leavesOf(root, (_, key) => (EXPRESSION_KEYS.has(key) ? "expression" : ""));
  return leaves.flatMap(({ leaf: { value }, context }) => {
    if (typeof value !== "string" || !value.includes("secrets")) return [];
    if (isInterpolated(value)) return interpolationsIn(value).map(({ expression }) => expression);
    return context === "expression" ? [value] : [];
  });
}

function parseSecretCalls(expression: string): VaultSecret[] {
  // The quotes may be escaped once more, if the expression is in a JSON text within a string.
  const ast = parseCel(expression) ?? parseCel(expression.replaceAll('\\"', '"'));
  return (ast === undefined ? [] : [...nodesIn(ast)]).flatMap((node) => {
    if (node.op !== "rcall") return [];
    const [name, receiver, args] = node.args;
    if (name !== "get" || receiver.op !== "id" || receiver.args !== "secrets") return [];
    const [vault, secret] = args.map(stringLiteral);
    return vault !== undefined && secret !== undefined && args.length === 2 ? [{ vault, secret }] : [];
  });
}
