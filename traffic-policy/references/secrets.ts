import { interpolationsIn, replaceInterpolations } from "../language/interpolation";
import { MAX_DEPTH, type Path, readPolicy, type Tree } from "../language/policy";
import { TEXT_SETTINGS, visitLeaves } from "./policy-texts";

type SecretPart = (text: string) => string;

/** Configuration keys that hold secrets. Keys of objects in a list are spelled `list.key`. */
const SECRET_KEYS: ReadonlyMap<string, SecretPart> = new Map(
  TEXT_SETTINGS.flatMap(({ qualifiedKey, field: { secret } }): [string, SecretPart][] =>
    secret === undefined ? [] : [[qualifiedKey, secret === true ? (text: string) => text : afterColon]],
  ),
);

const CREDENTIAL_HEADER =
  /(?:^|[-_])(?:authorization|token|secret|password|credentials?|(?:api|access|auth|private)[-_]?key)$/i;

const afterScheme = (text: string) => text.replace(/^\s*(?:basic|bearer|digest|token)\s/i, "");

/** The key of a text, and its parent key. */
type KeyPair = readonly [parent: string, key: string];

function secretPartOf([parent, key]: KeyPair): SecretPart | undefined {
  const known = SECRET_KEYS.get(key) ?? SECRET_KEYS.get(`${parent}.${key}`);
  return known ?? (parent === "headers" && CREDENTIAL_HEADER.test(key) ? afterScheme : undefined);
}

/** The part after the first colon outside interpolations; the whole text without one. */
function afterColon(text: string): string {
  const masked = replaceInterpolations(text, (expression) => "_".repeat(expression.length + 3));
  return text.slice(masked.indexOf(":") + 1);
}

const VAULT = /secrets\.get\(\s*(?:'[^']*'|"[^"]*")\s*,\s*(?:'[^']*'|"[^"]*")\s*\)/g;

/** True if a text contains a literal secret, rather than only interpolations such as `${secrets.get('vault', 'name')}`. */
function hasLiteralSecret(text: string): boolean {
  const parts = interpolationsIn(text);
  const literal = replaceInterpolations(text, () => "");
  const isLiteral = ({ expression }: { expression: string }) =>
    /["']/.test(expression.replaceAll("\\", "").replace(VAULT, ""));
  return literal.trim() !== "" || parts.some(isLiteral);
}

function inlineSecret(place: KeyPair, text: string): string | undefined {
  const part = secretPartOf(place)?.(text);
  return part !== undefined && hasLiteralSecret(part) ? part : undefined;
}

/** Keys that determine which of their descendants are secrets. */
const RELEVANT_PARENTS: ReadonlySet<string> = new Set([
  "headers",
  ...[...SECRET_KEYS.keys()].map((key) => key.split(".")[0] ?? ""),
]);

/** Matches every policy text with a secret. A backslash may escape a key. */
const NAMES = new RegExp(["\\\\", ...RELEVANT_PARENTS].join("|"));

interface InlineSecret {
  readonly path: Path;
  /** The whole text, and its secret part. */
  readonly texts: readonly string[];
}

function collectSecrets(root: Tree): InlineSecret[] {
  const found: InlineSecret[] = [];
  visitLeaves(root, enterKey, ({ value, plain = "" }, context, path) => {
    const text = typeof value === "string" ? value : plain;
    const secret = inlineSecret(keyPairOf(context), text);
    if (secret !== undefined) found.push({ path, texts: [...new Set([text, secret])] });
  });
  return found;
}

/** A context is the JSON of the key pair, or empty for keys that don't matter. */
const keyPairOf = (context: string): KeyPair =>
  context === "" ? ["", ""] : (JSON.parse(context) as KeyPair);

function enterKey(context: string, key: string): string {
  const pair: KeyPair = [keyPairOf(context)[1], key];
  return secretPartOf(pair) !== undefined || RELEVANT_PARENTS.has(key) ? JSON.stringify(pair) : "";
}

/** The literal secrets in a policy, which don't come from a vault. */
export function policySecrets(policy: unknown): readonly string[] {
  if (typeof policy === "string" && !NAMES.test(policy)) return [];
  const { tree, findings } = readPolicy(policy);
  // A policy that was not parsed completely may hold secrets anywhere.
  const whole = typeof policy === "string" && findings.length > 0 ? [policy] : [];
  return tree === undefined ? whole : [...whole, ...collectSecrets(tree).flatMap(({ texts }) => texts)];
}

export function secretPaths(policy: unknown): readonly Path[] {
  const { tree } = readPolicy(policy);
  return tree === undefined ? [] : collectSecrets(tree).map(({ path }) => path);
}

/** True for the path of a secret or header, whose value doesn't affect who gets access. */
export function isSecretPlace(path: readonly string[]): boolean {
  const [parent = "", key = ""] = path.filter((step) => !/^\d+$/.test(step)).slice(-2);
  return parent === "headers" || key === "headers" || secretPartOf([parent, key]) !== undefined;
}

/**
 * Marks the secrets in a policy: the values in an object or JSON text. Other texts with secrets are marked as a whole, as
 * are those that repeat a secret elsewhere.
 */
export function withPolicySecrets(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  if (typeof policy !== "string") return markSecrets(policy, mark);
  const secrets = policySecrets(policy);
  if (secrets.length === 0) return policy;
  const object = parseUnambiguousObject(policy);
  const rest = object && (JSON.stringify(markSecrets(object, () => "")) as string);
  const isRepeated = (secret: string) => rest?.includes(JSON.stringify(secret).slice(1, -1)) !== false;
  return secrets.some(isRepeated) ? mark(policy) : markSecrets(object, mark);
}

/** Parses a JSON object; undefined for any other text, and for one with repeated keys. */
function parseUnambiguousObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && readPolicy(text).findings.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function markSecrets(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  const visit = (value: unknown, place: KeyPair, level: number): unknown => {
    if (typeof value === "string") return inlineSecret(place, value) === undefined ? value : mark(value);
    if (value === null || typeof value !== "object") return value;
    // Deeper levels are not parsed, and may hold secrets.
    if (level > MAX_DEPTH) return mark(value);
    if (Array.isArray(value)) return value.map((item) => visit(item, place, level + 1));
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      visit(item, [place[1], key], level + 1),
    ]);
    return Object.fromEntries(entries);
  };
  return visit(policy, ["", ""], 0);
}
