import { isIP } from "node:net";
import { type ReadQuestion, readUrl, Undecided } from "../../traffic-policy/run/policy-outcome";
import { CommandError, EXIT } from "../common";

/** The request while its clauses are parsed. */
interface Draft {
  readonly headers: Map<string, string[]>;
  readonly hiddenHeaders: string[];
  readonly identity: { email?: string; provider?: string; issuer?: string; webhook?: string };
  readonly variables: Record<string, string | boolean | string[]>;
  /** Clauses of a review's example that are ignored because they depend on more than the policy. */
  readonly disregarded: string[];
  tls_version?: ReadQuestion["tls_version"];
  hasCertificate?: true;
}

interface Clause {
  /** Matches the clause without the separator after it. */
  readonly pattern: RegExp;
  readonly apply: (draft: Draft, values: readonly (string | undefined)[]) => unknown;
}

/** Matches everything up to the next clause of a review's example, or to the end. */
const REST = String.raw`.+?(?=, (?:with|without|as|over|of|for|not|signed|allowed|blocked|denied|forwarded|if|unless|that|by|perhaps|whose)\b|$)`;
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const VALUE = String.raw`(${STRING}|[^\s,]*)`;

const setHeader = (draft: Draft, name: string, value: string | undefined): void => {
  const lower = name.toLowerCase();
  // A review hides values that may be keys, and truncates long ones.
  if (value === undefined || value.endsWith("…")) draft.hiddenHeaders.push(lower);
  else draft.headers.set(lower, [...(draft.headers.get(lower) ?? []), value]);
};

/** The clauses that a review prints, and shorter forms, in the order in which they are matched. */
const CLAUSES: readonly Clause[] = [
  {
    pattern: /over TLS (1\.[0-3])(?: only)?/,
    apply: (draft, [version = ""]) => {
      Object.assign(draft, { tls_version: version });
      draft.variables["conn.tls.version"] = version;
    },
  },
  { pattern: /as ([^\s,]+@[^\s,]+)/, apply: ({ identity }, [email]) => Object.assign(identity, { email }) },
  {
    pattern: /signed by ([^\s,]+)(?: with the secret of the (?:policy|module))?/,
    apply: ({ identity }, [webhook]) => Object.assign(identity, { webhook }),
  },
  {
    pattern: /signed (?:on|in) (?:by|with) ([^\s,]+)/,
    apply: ({ identity }, [source = ""]) =>
      Object.assign(identity, { [/^https?:/.test(source) ? "issuer" : "provider"]: source }),
  },
  {
    pattern: new RegExp(`(?:with )?(?:the )?user[ -]agent[ =]${VALUE}`),
    apply: (draft, [value]) => setHeader(draft, "user-agent", unquoted(value)),
  },
  {
    pattern: new RegExp(`(?:with )?(?:the )?header ([\\w!#$%&'*+.^|~-]+…?)(?:(?:=|: ?| (?="))${VALUE})?`),
    apply: (draft, [name = "", value]) => setHeader(draft, name, unquoted(value)),
  },
  {
    pattern: new RegExp(`(?:with )?(?:the )?cookie ([^\\s,=]+)(?:=${VALUE})?`),
    apply: (draft, [name, value]) =>
      setHeader(draft, "cookie", value === undefined ? undefined : `${name}=${unquoted(value)}`),
  },
  {
    pattern: new RegExp(
      `(?:with )?((?:conn|req|endpoint)(?:\\.\\w{1,64}){1,8})[ =](?:(\\[(?:${STRING}(?:, ?)?)*\\])|${VALUE})`,
    ),
    apply: ({ variables }, [name = "", list, value]) => {
      const text = unquoted(value) ?? "";
      if (list !== undefined)
        variables[name] = list.match(new RegExp(STRING, "g"))?.map((item) => unquoted(item) ?? "") ?? [];
      else variables[name] = text === "true" ? true : text === "false" ? false : text;
    },
  },
  {
    pattern: /of CORS preflights/,
    apply: (draft) => {
      setHeader(draft, "origin", "https://origin.example");
      setHeader(draft, "access-control-request-method", "GET");
    },
  },
  {
    pattern: /for a WebSocket/,
    apply: (draft) => {
      setHeader(draft, "connection", "Upgrade");
      setHeader(draft, "upgrade", "websocket");
    },
  },
  {
    pattern: new RegExp(`with a client certificate\\b(?:${REST})?`),
    apply: (draft) => Object.assign(draft, { hasCertificate: true }),
  },
  {
    pattern: new RegExp(`with a (?:valid )?(?:user name and password|token)\\b(?:${REST})?`),
    apply: (draft) => setHeader(draft, "authorization", undefined),
  },
  // A clause about a missing value sets nothing.
  { pattern: new RegExp(`(?:without|not|blocked|unless|that no)\\b${REST}`), apply: () => undefined },
  {
    pattern: new RegExp(`((?:with|for|of|allowed|denied|forwarded|if|that|by|perhaps|whose)\\b${REST})`),
    apply: ({ disregarded }, [text = ""]) => disregarded.push(text),
  },
];

const SYNTAX =
  "write GET https://host/path from ADDRESS, then any of: header NAME=VALUE, cookie NAME=VALUE, user-agent VALUE, over TLS 1.2, as EMAIL, signed in with PROVIDER, conn.geo.country_code=DE; or paste an example from a review";

const requestError = (reason: string) => new CommandError(`--request: ${reason}; ${SYNTAX}`, EXIT.usage);

/** Maximum length of a line. A review truncates its examples at a few hundred characters. */
const MAX_CHARACTERS = 16_384;

/**
 * Parses the request that a line describes, such as `GET https://app.example.com/admin from 198.51.100.7 header
 * x-key=1`. Also accepts the examples that a review prints.
 *
 * @throws CommandError for a line that can't be parsed.
 */
export function readRequestLine(line: string) {
  if (line.length > MAX_CHARACTERS)
    throw requestError(`the line is longer than ${MAX_CHARACTERS} characters`);
  const [, method = "GET", urlText = "", rest = ""] =
    /^\s*(?:([A-Za-z-]+)\s+)?((?:\w+:\/)?\/\S*)(.*)$/s.exec(line) ?? [];
  if (urlText === "") throw requestError("there is no URL");
  // Without `from`, everything after the URL is clauses.
  const [, from, country, clauses = ""] = /^\s+from (an address|[^\s,]+)(?: \(([A-Za-z]{2})\))?(.*)$/s.exec(
    rest,
  ) ?? [undefined, undefined, undefined, rest];
  const ip = from === "an address" ? undefined : from;
  if (ip !== undefined && isIP(ip) === 0) throw requestError(`${JSON.stringify(ip)} is not an IP address`);
  const draft: Draft = {
    headers: new Map(),
    hiddenHeaders: [],
    identity: {},
    variables: country === undefined ? {} : { "conn.geo.country_code": country.toUpperCase() },
    disregarded: [],
  };
  readClauses(clauses, draft);
  const { hasCertificate, disregarded, ...known } = draft;
  const target = parseTarget(urlText);
  if (ip === undefined) target.unknownVariables.add("conn.client_ip");
  const request: ReadQuestion = {
    ...known,
    ...target,
    method: method.toUpperCase(),
    // A rule that needs an unspecified value is undecided.
    get ip() {
      if (ip === undefined) throw new Undecided("the client's address, which --request does not specify");
      return ip;
    },
    get cert() {
      if (hasCertificate) throw new Undecided("the client certificate, which --request does not specify");
      return undefined;
    },
    secrets: {},
  };
  return { request, disregarded };
}

function readClauses(text: string, draft: Draft): void {
  let remaining = text.replace(/^[\s,]+/, "");
  while (remaining !== "") {
    const [clause] = CLAUSES.flatMap(({ pattern, apply }) => {
      const match = new RegExp(`^(?:${pattern.source})${SIDE_SUFFIX}(?=[\\s,]|$)`, "s").exec(remaining);
      return match ? [{ match, apply }] : [];
    });
    if (clause === undefined) throw requestError(`cannot read ${JSON.stringify(remaining.slice(0, 60))}`);
    clause.apply(draft, clause.match.slice(1));
    remaining = remaining.slice(clause.match[0].length).replace(/^[\s,]+/, "");
  }
}

/** The suffix that a review adds to a clause that refers to different values before and after the change. */
const SIDE_SUFFIX =
  "(?: that (?:was not accepted before|is no longer accepted)|, unlike (?:before|after the change))?";

function unquoted(value: string | undefined): string | undefined {
  if (!value?.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    throw requestError(`${value} is not a quoted string`);
  }
}

const HOST_VARIABLES =
  "conn.tls.sni endpoint.url endpoint.host req.host req.url req.url.raw req.url.host req.url.authority".split(
    " ",
  );
const QUERY_VARIABLES = ["req.url", "req.url.raw", "req.url.uri", "req.url.query", "req.url.query_params"];

/** Parses a URL. A review omits an unknown host, truncates a URL with `…`, and hides the values of a query. */
function parseTarget(text: string) {
  const isTruncated = text.endsWith("…");
  const isPathUnknown = isTruncated && !text.includes("?");
  const visible = text.replace(/…$/, "").replace(/=…/g, "=");
  const isQueryUnknown = text.includes("=…") || (isTruncated && !isPathUnknown);
  const isHostUnknown = visible.startsWith("/");
  const url = readUrl(isHostUnknown ? `https://unknown.invalid${visible}` : visible);
  if (url === undefined || url.host.includes("*"))
    throw requestError(
      `${JSON.stringify(text.slice(0, 200))} is not a URL that a client can request (a tcp URL needs a port)`,
    );
  const unknownVariables = new Set([
    ...(isQueryUnknown ? QUERY_VARIABLES : []),
    ...(isHostUnknown ? HOST_VARIABLES : []),
  ]);
  return { url, unknownVariables, isPathUnknown };
}
