// Detects credentials that are worth a warning; `possible.ts` detects all values to mask. Patterns take linear time.

const DETECTORS: readonly (readonly [kind: string, matches: (text: string) => boolean])[] = [
  ["a private key", has(/-----BEGIN [A-Z ]*PRIVATE KEY-----/)],
  ["a JSON Web Token", has(/(?<=\beyJ[\w-]{8,})\.eyJ[\w-]{8,}\.[\w-]{8,}/)],
  ["an access token of a known service", has(/\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,})/)],
  ["an access token of a known service", has(/\b(?:xox[abprs]-[\w-]{10,}|[sr]k_live_\w{16,}|npm_\w{30,})/)],
  ["a cloud access key", has(/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/)],
  ["a token of this API", has(/\bapi_[A-Za-z0-9]{20,}\b/)],
  ["an authorization header", holdsAuthorization],
  ["a URL with a password", has(/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]+:[^\s/:@]{3,}@/i)],
  ["a named secret", holdsNamedSecret],
  ["a random token", holdsRandomWord],
];

function has(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

/** Returns the kind of secret that a string seems to contain, such as "a private key". */
export function secretLike(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  return DETECTORS.find(([, matches]) => matches(text))?.[0];
}

const AUTHORIZATION =
  /(?<named>authorization["']?\s*[:=]\s*["']?)?\b(?<scheme>basic|bearer)\s+(?<value>[\w+/=.~-]{8,})/gi;

/** "Basic authentication" is ordinary text: without the header's name, the value must look like a credential. */
function holdsAuthorization(text: string): boolean {
  return [...text.matchAll(AUTHORIZATION)].some(({ groups: { named, scheme = "", value = "" } = {} }) => {
    if (named !== undefined || /\d/.test(value)) return true;
    return scheme.toLowerCase() === "basic" ? isNameAndPassword(value) : MIXED_CASE.test(value);
  });
}

/** RFC 7617: Base64 of a name, a colon, and a password. */
const isNameAndPassword = (value: string) =>
  /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(value, "base64").toString("latin1"));

const MIXED_CASE = /[a-z][A-Z]/;

const SECRET_NAME =
  "(?:password|passwd|(?<![a-z])pwd|passphrase|secret|token|credential|(?:api|private|secret[-_ ]?access)[-_ ]?key)s?";

/** Code style: `name=value`, `"name": "value"`, `name:value`; not within a longer name, such as `arn:…:secret:…`. */
const IN_CODE = new RegExp(
  String.raw`(?:${SECRET_NAME}["']?\s*=\s*|(?<!\w:)${SECRET_NAME}(?:["']\s*:\s*|:))(?!(?:true|false|null)\b)["']?[^\s"'{[]{6,}`,
  "i",
);

/** Prose style: `name: value`, but also "Token: rotates monthly". The group `end` is defined if the value ends its line. */
const IN_PROSE = new RegExp(
  String.raw`${SECRET_NAME}[ \t]*:[ \t]+["']?(?<value>[^\s"'{[]{6,})(?:(?=(?<end>["']?[^\S\r\n]*)$)|)`,
  "gim",
);

function holdsNamedSecret(text: string): boolean {
  if (IN_CODE.test(text)) return true;
  return [...text.matchAll(IN_PROSE)].some(
    ({ groups: { value = "", end } = {} }) =>
      /\d/.test(value) || (MIXED_CASE.test(value) && end !== undefined),
  );
}

const OBJECT_ID = /^[a-z]+_[A-Za-z0-9]{27}$/;

const URL_IN_TEXT = /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/gi;

/** True for a long word of mixed case with digits. Hashes and UUIDs have one case; URLs and paths contain names. */
function holdsRandomWord(text: string): boolean {
  const words = text.replace(URL_IN_TEXT, " ").match(/[A-Za-z0-9+_-]{32,}={0,2}/g) ?? [];
  return words.some(
    (word) =>
      !OBJECT_ID.test(word) &&
      /[a-z]/.test(word) &&
      /[A-Z]/.test(word) &&
      (word.match(/\d/g) ?? []).length >= 3 &&
      !isCompound(word),
  );
}

/** Average length of runs of one character class, which are short in a random token. */
const MIN_COMPOUND_RUN = 2.4;

/** True for words and numbers joined by hyphens, such as "Edge-Team-Rollout-2024". */
function isCompound(word: string): boolean {
  const joined = word.replace(/[-_]/g, "");
  if (joined === word) return false;
  const runs = joined.match(/[a-z]+|[A-Z]+|\d+|[+=]+/g) ?? [];
  return joined.length / runs.length > MIN_COMPOUND_RUN;
}

const CREDENTIAL_HEADER =
  /(?:^|[-_])(?:authorization|cookie|token|secret|password|credentials?|(?:api|access|auth|private)[-_]?key)$/i;

/** Interpolations with preceding names: `${req.id}`, `session=${.cookie}`. */
const VARIABLE = /(?:(?<![\w.-])[\w.-]+=)?(?:\$\{[^{}]*\}|\{\{(?:[^{}\n]|\{(?!\{)|\}(?!\}))*\}\})/g;

/** A value that consists only of scheme and credential; elsewhere these words may start a sentence. */
const WHOLE_AUTHORIZATION = /^\s*(?:basic|bearer)\s+[\w+/=.~-]{8,}\s*$/i;

/** True if a header, variable, or parameter seems to contain a credential. Interpolations don't count. */
export function credentialHeader(name: string, value: string): boolean {
  const fixed = value.replace(VARIABLE, " ");
  const credential = fixed.replace(/^\s*(?:basic|bearer|digest|token)(?=\s|$)/i, "").replace(/[\s,;]+/g, "");
  if (credential === "") return false;
  return CREDENTIAL_HEADER.test(name) || WHOLE_AUTHORIZATION.test(fixed) || secretLike(fixed) !== undefined;
}
