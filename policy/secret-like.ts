/** What a text that is stored in the clear looks like, when it looks like a credential. */
const SHAPES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["a JSON Web Token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ["an access token of a known service", /\b(?:gh[pousr]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{20,})/],
  ["an access token of a known service", /\b(?:xox[abprs]-[\w-]{10,}|[sr]k_live_\w{16,}|npm_\w{30,})/],
  ["a cloud access key", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b/],
  ["a token of this API", /\bapi_[A-Za-z0-9]{20,}\b/],
  ["an authorization header", /\b(?:basic|bearer)\s+[\w+/=.~-]{8,}/i],
  ["a URL with a password", /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/:@]{3,}@/i],
  [
    "a named secret",
    /(?:password|passwd|passphrase|secret|token|api[-_ ]?key|private[-_ ]?key|credential)s?["']?\s*[:=]\s*["']?[^\s"'{[]{6,}/i,
  ],
];

/**
 * What a text seems to hold that should not be stored in the clear, such as "a private key"; undefined when it seems
 * harmless. Says nothing about where: neither the text nor a part of it may reach a message.
 */
export function secretLike(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  return (
    SHAPES.find(([, pattern]) => pattern.test(text))?.[0] ??
    (hasRandomWord(text) ? "a random token" : undefined)
  );
}

/** Ids of the service: a prefix that says what it is, and 27 characters. */
const OBJECT_ID = /^[a-z]+_[A-Za-z0-9]{27}$/;

/** Long words of upper case, lower case and digits: neither a commit hash or UUID (one case) nor an id of an object. */
function hasRandomWord(text: string): boolean {
  const words = text.match(/[A-Za-z0-9+/_-]{32,}={0,2}/g) ?? [];
  return words.some(
    (word) =>
      !OBJECT_ID.test(word) &&
      /[a-z]/.test(word) &&
      /[A-Z]/.test(word) &&
      (word.match(/\d/g) ?? []).length >= 3,
  );
}

const CREDENTIAL_HEADER = /(?:^|-)(?:authorization|cookie|token|secret|password|credentials?|api-?key)$/i;

/** Whether a header carries a credential, by its name or its value. A value with a variable is filled in by the edge. */
export function credentialHeader(name: string, value: string): boolean {
  if (/\$\{|\{\{/.test(value) || value.trim() === "") return false;
  return CREDENTIAL_HEADER.test(name) || secretLike(value) !== undefined;
}
