// Detects values to mask, erring on the safe side. `likely.ts` detects those that are worth a warning.

const PREFIXED =
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[a-z]-|[rsp]k[-_](?:live|test|proj|ant)?|AKIA|ASIA|AIza|npm_|pypi-|pul-|hf_|SG\.|whsec_|ya29\.|shpat_|dop_v1_)[\w-]{8,}/;
const AUTHORIZATION = /\b(?:basic|bearer)\s+(?=\S*[\d=+/])[\w.~+/=-]{6,}/i;
const USER_AND_PASSWORD = /:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/;
const WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]+/;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;
/** The service's own tokens: an id, an underscore, and at least 16 alphanumeric characters. */
const OWN_TOKEN = /\b[0-9A-Za-z]{20,}_[0-9A-Za-z]{16,}\b/;
const NAMED =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|authorization)["'\]]{0,2}\s{0,4}[:=]\s{0,40}[-[]?\s{0,4}["']?(?!(?:true|false|null)\b)[^\s"',;{}[\]]{4,}/i;

/** References to vault secrets, with a preceding user name or scheme. */
const FROM_VAULT =
  /(?:\b[\w.@-]{1,64}:|\b(?:basic|bearer|digest|token)\s)?\$\{\s*secrets\.get\([^(){}]*\)\s*\}/gi;

const PATTERNS = [PREFIXED, AUTHORIZATION, USER_AND_PASSWORD, WEB_TOKEN, PRIVATE_KEY, OWN_TOKEN];

/** Certificates and public keys look as random as secrets. */
const PUBLIC_PEM =
  /-----BEGIN (?![A-Z0-9 ]{0,40}PRIVATE KEY)[A-Z0-9 ]{1,40}-----[\w+/=\s]*(?:-----END [A-Z0-9 ]{1,40}-----)?/g;
const PUBLIC_SSH_KEY = /^\s*(?:ssh-|ecdsa-|sk-(?:ssh|ecdsa)-)/;
const WORD = /[A-Za-z0-9+/_-]{24,}/g;
const ID = /^[a-z]+_[0-9A-Za-z]+$/;
/** Share of changes between upper case, lower case, and digits, which is lower in camel-case words than in random strings. */
const MIN_CHANGES = 0.3;

/** A heuristic: random public values count as secrets, and short passwords under a neutral key don't. */
export function looksSecret(whole: string): boolean {
  const text = whole.replace(PUBLIC_PEM, " ");
  if (PUBLIC_SSH_KEY.test(text)) return PRIVATE_KEY.test(text);
  return (
    PATTERNS.some((pattern) => pattern.test(text)) ||
    isNamedSecret(text) ||
    (text.match(WORD) ?? []).some(isRandom)
  );
}

const isNamedSecret = (text: string) => NAMED.test(text.replace(FROM_VAULT, "{}"));

function isRandom(word: string): boolean {
  if (ID.test(word) || !/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/\d/.test(word)) return false;
  const kinds = [...word.replace(/[^A-Za-z0-9]/g, "")].map((c) =>
    /\d/.test(c) ? 0 : /[a-z]/.test(c) ? 1 : 2,
  );
  const changes = kinds.filter((kind, n) => n > 0 && kind !== kinds[n - 1]).length;
  return changes / kinds.length >= MIN_CHANGES;
}

/** Headers whose value identifies a client, whatever it is, and so counts as a token. */
const COOKIE = /(?:^|[-_])cookie$/i;

/** Like `looksSecret`, for the value of a key whose name is a hint. */
export const looksSecretAt = (key: string, value: string): boolean =>
  looksSecret(value) || (key !== "" && isNamedSecret(`${COOKIE.test(key) ? "token" : key}: ${value}`));

/** Like `looksSecretAt`, for a value at any depth. */
export function holdsSecret(value: unknown, key = ""): boolean {
  if (typeof value === "string") return looksSecretAt(key, value);
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, key));
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, item]) => holdsSecret(item, name));
}

/** Headers with public values: caching, content, security policies, CORS, and proxy headers. */
const PUBLIC_HEADER =
  /^(?:accept|access-control|cache|content|cross-origin|forwarded|host|referrer|sec-fetch|strict-transport|x-(?:content-type|dns-prefetch|download|forwarded|frame|permitted|powered|request-id|robots|xss))(?:$|-)|^(?:age|allow|alt-svc|connection|date|etag|expires|last-modified|link|location|origin|permissions-policy|pragma|retry-after|server|timing-allow-origin|trailer|upgrade|user-agent|vary|via|warning)$/i;

const INTERPOLATION = /\$\{[^{}]*\}/g;

const MIN_CREDENTIAL_LENGTH = 8;

/** True if the header is public, or all words of its value are too short for a credential. */
export const isPlainHeader = (name: string, value: string): boolean =>
  PUBLIC_HEADER.test(name) ||
  value
    .replace(INTERPOLATION, " ")
    .split(/\s+/)
    .every((word) => word.length < MIN_CREDENTIAL_LENGTH);
