import { interpolationsIn, replaceInterpolations } from "../language/interpolation";
import { isObject } from "../language/json";
import { type Path, pathText, readPolicy, replaceLeaves, type Tree } from "../language/policy";
import { leavesOf, TEXT_SETTINGS } from "./policy-texts";

type SecretExtractor = (text: string) => string;

/** Configuration keys with secret values. Keys in a list of objects have the form `list.key`. */
const SECRET_KEYS: ReadonlyMap<string, SecretExtractor> = new Map(
  TEXT_SETTINGS.flatMap(({ qualifiedKey, field: { secret } }): [string, SecretExtractor][] =>
    secret === undefined ? [] : [[qualifiedKey, secret === true ? (text: string) => text : afterColon]],
  ),
);

const CREDENTIAL_HEADER =
  /(?:^|[-_])(?:authorization|token|secret|password|credentials?|(?:api|access|auth|private)[-_]?key)$/i;

type KeyPair = readonly [parent: string, key: string];

function secretExtractor([parent, key]: KeyPair): SecretExtractor | undefined {
  const extractor = SECRET_KEYS.get(key) ?? SECRET_KEYS.get(`${parent}.${key}`);
  if (extractor || parent !== "headers" || !CREDENTIAL_HEADER.test(key)) return extractor;
  return (text) => text.replace(/^\s*(?:basic|bearer|digest|token)\s/i, "");
}

/** Returns the last two keys of a path, without the indexes of lists, which may be text. */
function lastKeys(path: Path): KeyPair {
  const [parent = "", key = ""] = path
    .map(String)
    .filter((step) => !/^\d+$/.test(step))
    .slice(-2);
  return [parent, key];
}

/** Returns the text after the first colon outside interpolations. */
function afterColon(text: string): string {
  // As long as the text: an interpolation is its expression, `${`, and `}`.
  const masked = replaceInterpolations(text, (expression) => "_".repeat(expression.length + 3));
  return text.slice(masked.indexOf(":") + 1);
}

const VAULT_CALL = /secrets\.get\(\s*(?:'[^']*'|"[^"]*")\s*,\s*(?:'[^']*'|"[^"]*")\s*\)/g;

/** True for a text with literals: outside interpolations, or strings in them other than names in `secrets.get()`. */
function hasLiteralSecret(text: string): boolean {
  if (replaceInterpolations(text, () => "").trim() !== "") return true;
  return interpolationsIn(text).some(({ expression }) =>
    /["']/.test(expression.replaceAll("\\", "").replace(VAULT_CALL, "")),
  );
}

function inlineSecret(keys: KeyPair, text: string): string | undefined {
  const part = secretExtractor(keys)?.(text);
  return part !== undefined && hasLiteralSecret(part) ? part : undefined;
}

/** The keys below which a text can be a secret. */
const RELEVANT_PARENTS: ReadonlySet<string> = new Set([
  "headers",
  ...[...SECRET_KEYS.keys()].map((key) => key.split(".")[0] ?? ""),
]);

/** Matches a text that may contain a relevant key, possibly with escaped characters. */
const MAY_CONTAIN_SECRET = new RegExp(["\\\\", ...RELEVANT_PARENTS].join("|"));

/** Returns the path of each text with a secret, with the whole text and its secret part. */
const collectSecrets = (root: Tree | undefined) =>
  leavesOf(root, enterKey).flatMap(({ leaf: { value, plain = "" }, path }) => {
    const text = typeof value === "string" ? value : plain;
    const secret = inlineSecret(lastKeys(path), text);
    return secret === undefined ? [] : [{ path, texts: [...new Set([text, secret])] }];
  });

/** Returns a context of `leavesOf`: parts that are below the same keys have the same secrets. */
function enterKey(context: string, key: string): string {
  if (RELEVANT_PARENTS.has(key)) return key;
  return secretExtractor([context, key]) === undefined ? "" : `${context}.${key}`;
}

/** Returns the texts that must be masked wherever the policy is printed. */
export function policySecrets(policy: unknown): readonly string[] {
  if (typeof policy === "string" && !MAY_CONTAIN_SECRET.test(policy)) return [];
  const { tree, findings } = readPolicy(policy);
  // If the policy wasn't parsed completely, any part can contain a secret.
  const whole = typeof policy === "string" && findings.length > 0 ? [policy] : [];
  return [...whole, ...collectSecrets(tree).flatMap(({ texts }) => texts)];
}

/**
 * Returns the paths of the literal secrets in a policy, including texts that only look like credentials.
 *
 * @param isCredential - Receives a text with its key. For a `value`, the key is the text of the `key` next to it.
 */
export function secretPaths(
  policy: unknown,
  isCredential: (key: string, text: string) => boolean,
): readonly Path[] {
  const { tree } = readPolicy(policy);
  const paths = new Map(collectSecrets(tree).map(({ path }) => [pathText(path), path]));
  const leaves = leavesOf(tree, (_, key) => key);
  const texts = new Map(leaves.map(({ leaf, path }) => [pathText(path), String(leaf.value ?? "")]));
  for (const { path } of leaves) {
    const keys = lastKeys(path);
    if (secretExtractor(keys) !== undefined) continue;
    const name = keys[1] === "value" ? texts.get(pathText([...path.slice(0, -1), "key"])) : undefined;
    if (isCredential(name ?? keys[1], texts.get(pathText(path)) ?? "")) paths.set(pathText(path), path);
  }
  return [...paths.values()];
}

/** True for the path of a secret or header, whose value doesn't affect who has access. */
export function isSecretPath(path: readonly string[]): boolean {
  const [parent, key] = lastKeys(path);
  return parent === "headers" || key === "headers" || secretExtractor([parent, key]) !== undefined;
}

/**
 * Marks the secrets in a policy. In objects and JSON texts, only the secret values are marked. YAML texts with secrets, and
 * texts that repeat a secret elsewhere, are marked as a whole.
 */
export function withPolicySecrets(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  if (typeof policy !== "string") return markSecrets(policy, mark);
  const secrets = policySecrets(policy);
  if (secrets.length === 0) return policy;
  const object = parseUnambiguousObject(policy);
  if (object === undefined) return mark(policy);
  const withoutSecrets = JSON.stringify(markSecrets(object, () => ""));
  // As escaped in JSON, without the quotes around it.
  const isRepeated = (secret: string) => withoutSecrets.includes(JSON.stringify(secret).slice(1, -1));
  return secrets.some(isRepeated) ? mark(policy) : markSecrets(object, mark);
}

/** Returns undefined for a text that isn't a JSON object or has repeated keys. */
function parseUnambiguousObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && readPolicy(text).findings.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Lists and maps that are too deep to be searched are marked as a whole. */
const markSecrets = (policy: unknown, mark: (secret: unknown) => unknown): unknown =>
  replaceLeaves(policy, (leaf, path) => {
    const isSecret = typeof leaf === "string" && inlineSecret(lastKeys(path), leaf) !== undefined;
    return isSecret || (typeof leaf === "object" && leaf !== null) ? mark(leaf) : leaf;
  });
