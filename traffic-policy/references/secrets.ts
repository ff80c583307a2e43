import { ACTIONS } from "../actions/actions";
import type { Fields } from "../actions/fields";
import { fillIn, interpolationsIn } from "../language/interpolation";
import { MOST_LEVELS, type Path, readPolicy, type Tree } from "../language/policy";

/** The part of a text that opens something. */
type Part = (text: string) => string;

/** Keys of configurations whose texts open something; those of a list's objects as `list.key`. */
const SECRET_KEYS: ReadonlyMap<string, Part> = new Map(
  Object.values(ACTIONS).flatMap(({ config }) => secretKeysOf(config ?? {}, "")),
);

function secretKeysOf(fields: Fields, prefix: string): [string, Part][] {
  return Object.entries(fields).flatMap(([key, field]): [string, Part][] => {
    const item = field.kind === "list" ? field.item : field;
    if (item.kind === "text" && item.secret)
      return [[`${prefix}${key}`, item.secret === "after the colon" ? afterColon : (whole: string) => whole]];
    if (item.kind !== "object") return [];
    return secretKeysOf(item.fields, field.kind === "list" ? `${key}.` : "");
  });
}

const CREDENTIAL_HEADER =
  /(?:^|[-_])(?:authorization|token|secret|password|credentials?|(?:api|access|auth|private)[-_]?key)$/i;

const afterScheme = (text: string) => text.replace(/^\s*(?:basic|bearer|digest|token)\s/i, "");

/** Where a text stands: its key, and the key that holds this one. */
type Place = readonly [holder: string, key: string];

function partOf([holder, key]: Place): Part | undefined {
  const known = SECRET_KEYS.get(key) ?? SECRET_KEYS.get(`${holder}.${key}`);
  return known ?? (holder === "headers" && CREDENTIAL_HEADER.test(key) ? afterScheme : undefined);
}

/** The part behind the first colon that is in no interpolation; without one, the whole. */
function afterColon(text: string): string {
  const bare = fillIn(text, (expression) => "_".repeat(expression.length + 3));
  return text.slice(bare.indexOf(":") + 1);
}

const VAULT = /secrets\.get\(\s*(?:'[^']*'|"[^"]*")\s*,\s*(?:'[^']*'|"[^"]*")\s*\)/g;

/**
 * Whether a text says a secret itself. One that the service fills in does not: `${secrets.get('vault', 'name')}`, or
 * variables, as long as nothing is written beside them.
 */
function saysSecret(text: string): boolean {
  const parts = interpolationsIn(text);
  const beside = fillIn(text, () => "");
  const isLiteral = ({ expression }: { expression: string }) =>
    /["']/.test(expression.replaceAll("\\", "").replace(VAULT, ""));
  return beside.trim() !== "" || parts.some(isLiteral);
}

/** The part of a text that is a secret of its own; undefined where there is none. */
function secretIn(place: Place, text: string): string | undefined {
  const part = partOf(place)?.(text);
  return part !== undefined && saysSecret(part) ? part : undefined;
}

/** What the text of a policy with a secret surely contains; a backslash may spell any name. */
const NAMES = new RegExp(
  ["\\\\", "headers", ...[...SECRET_KEYS.keys()].map((key) => key.split(".")[0])].join("|"),
);

interface SaidSecret {
  readonly path: Path;
  /** The whole text, and the part of it that is the secret. */
  readonly texts: readonly string[];
}

function secretsBelow(root: Tree): SaidSecret[] {
  const found: SaidSecret[] = [];
  // What aliases refer to is looked at once for each place.
  const seen = new Map<Tree, Set<string>>();
  const visit = (at: Tree, place: Place, path: Path): void => {
    if (at.kind === "opaque") return;
    if (at.kind === "leaf") {
      const text = typeof at.value === "string" ? at.value : (at.plain ?? "");
      const secret = secretIn(place, text);
      if (secret !== undefined) found.push({ path, texts: [...new Set([text, secret])] });
      return;
    }
    const places = seen.get(at) ?? new Set();
    const name = partOf(place) === undefined && !isHolder(place) ? "" : place.join(".");
    if (places.has(name)) return;
    seen.set(at, places.add(name));
    if (at.kind === "list")
      for (const [index, item] of at.items.entries()) visit(item, place, [...path, index]);
    else for (const [key, item] of at.entries) visit(item, [place[1], key], [...path, key]);
  };
  visit(root, ["", ""], []);
  return found;
}

/** The secrets that a policy says itself: what stands in fields for secrets and does not come from a vault. */
export function policySecrets(policy: unknown): readonly string[] {
  if (typeof policy === "string" && !NAMES.test(policy)) return [];
  const { tree, findings } = readPolicy(policy);
  // What cannot be read, or was left out, may hold anything.
  const whole = typeof policy === "string" && findings.length > 0 ? [policy] : [];
  return tree === undefined ? whole : [...whole, ...secretsBelow(tree).flatMap(({ texts }) => texts)];
}

export function secretPaths(policy: unknown): readonly Path[] {
  const { tree } = readPolicy(policy);
  return tree === undefined ? [] : secretsBelow(tree).map(({ path }) => path);
}

/** Whether what stands at a path only opens something, or is a header: it decides no more about who gets in. */
export function isSecretPlace(path: readonly string[]): boolean {
  const [holder = "", key = ""] = path.filter((step) => !/^\d+$/.test(step)).slice(-2);
  return holder === "headers" || key === "headers" || partOf([holder, key]) !== undefined;
}

const HOLDERS = new Set(["headers", ...[...SECRET_KEYS.keys()].map((key) => key.split(".")[0] ?? "")]);

/** Whether what stands below depends on the place. */
const isHolder = ([, key]: Place) => HOLDERS.has(key);

/**
 * A policy with its secrets marked: the single values of an object, or of the object that a text in JSON stands for. Of any
 * other text that holds a secret, and of one that says it a second time where it is none, the whole is marked.
 */
export function withPolicySecrets(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  if (typeof policy !== "string") return withMarks(policy, mark);
  const secrets = policySecrets(policy);
  if (secrets.length === 0) return policy;
  const object = objectIn(policy);
  const beside = object && (JSON.stringify(withMarks(object, () => "")) as string);
  const isSaid = (secret: string) => beside?.includes(JSON.stringify(secret).slice(1, -1)) !== false;
  return secrets.some(isSaid) ? mark(policy) : withMarks(object, mark);
}

/** The object that a text in JSON stands for; undefined for any other text, and for one that may be read in two ways. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && readPolicy(text).findings.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

function withMarks(policy: unknown, mark: (secret: unknown) => unknown): unknown {
  const visit = (value: unknown, place: Place, level: number): unknown => {
    if (typeof value === "string") return secretIn(place, value) === undefined ? value : mark(value);
    if (value === null || typeof value !== "object") return value;
    // Nobody looks deeper, and there may be anything.
    if (level > MOST_LEVELS) return mark(value);
    if (Array.isArray(value)) return value.map((item) => visit(item, place, level + 1));
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      visit(item, [place[1], key], level + 1),
    ]);
    return Object.fromEntries(entries);
  };
  return visit(policy, ["", ""], 0);
}
