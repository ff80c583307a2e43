import { TransportError } from "./errors";

/** Headers that undici and the transport set for each request. */
const RESERVED =
  /^(connection|content-length|content-type|expect|host|keep-alive|transfer-encoding|upgrade)$/;

type Headers = Readonly<Record<string, string>>;

/** Returns headers with lower-case names. Throws a TransportError that doesn't quote values. */
export function checkedHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const [name, value] of entries) {
    const problem = findProblem(name, value);
    if (problem !== undefined)
      throw new TransportError(
        "configuration",
        `header ${JSON.stringify(name.slice(0, 80))} ${problem}: check tunnel-edge:headers and TUNNEL_EDGE_HEADERS`,
      );
  }
  return Object.fromEntries(entries);
}

/** Validates a token. Throws a TransportError that doesn't quote it. */
export function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const problem =
    token.trim() === ""
      ? "is not set"
      : "contains white space or other characters that a header cannot carry";
  throw new TransportError(
    "configuration",
    `the API token ${problem}: set tunnel-edge:apiToken, tunnel-edge:apiTokenCommand or TUNNEL_EDGE_API_TOKEN`,
  );
}

function findProblem(name: string, value: string): string | undefined {
  if (name === "authorization")
    return "comes from the API token (tunnel-edge:apiToken) and cannot be configured";
  if (RESERVED.test(name)) return "is set for each request and cannot be configured";
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) return "is not a valid header name";
  // Visible characters, spaces, tabs, and obs-text (RFC 9110).
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    return "has a value with line breaks or other characters that a header cannot carry";
  return undefined;
}

/** Returns header values to redact, and their words: `abc…` of `Bearer abc…`. Versions are not secret. */
export function secretHeaderParts(headers: Headers): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => !/version$/i.test(name) && !/^v?\d{1,4}([.-]\d{1,4}){0,3}$/.test(value.trim()))
    .flatMap(([, value]) => [value, ...value.split(/[\s,;]+/).filter((word) => word.length >= 8)]);
}
