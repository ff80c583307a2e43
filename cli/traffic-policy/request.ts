import { isIP } from "node:net";
import {
  type ReadQuestion,
  readUrl,
  type TriedRequest,
  Undecided,
} from "../../traffic-policy/evaluate/policy-outcome";
import { CommandError, EXIT } from "../common";

export interface RequestLine {
  readonly request: TriedRequest;
  /** Parts of a review's example that don't depend on the policy alone. */
  readonly disregarded: readonly string[];
}

/** The request while its clauses are read. */
interface Draft {
  readonly headers: Map<string, string[]>;
  readonly hiddenHeaders: Set<string>;
  readonly identity: { email?: string; provider?: string; issuer?: string; webhook?: string };
  readonly variables: Record<string, string | boolean>;
  readonly disregarded: string[];
  tlsVersion?: ReadQuestion["tls_version"];
  hasCertificate?: true;
}

/** The syntax of a clause, without the separator before the next one. */
interface Clause {
  readonly pattern: RegExp;
  readonly apply: (draft: Draft, values: readonly (string | undefined)[]) => unknown;
}

/** Everything up to the next clause of a review's example, or to the end. */
const REST = String.raw`.+?(?=, (?:with|without|as|over|of|for|not|signed|let|kept|forwarded|if|unless|that|by)\b|$)`;
const VALUE = String.raw`("(?:[^"\\]|\\.)*"|[^\s,]*)`;

const setHeader = (draft: Draft, name: string, value: string | undefined): void => {
  const lower = name.toLowerCase();
  // A review hides values that may be keys and truncates long ones.
  if (value === undefined || value.endsWith("…")) draft.hiddenHeaders.add(lower);
  else draft.headers.set(lower, [...(draft.headers.get(lower) ?? []), value]);
};

/** Clauses in the order in which they are tried: those that a review prints, and shorter forms. */
const CLAUSES: readonly Clause[] = [
  {
    pattern: /over TLS (1\.[0-3])(?: only)?/,
    apply: (draft, [tlsVersion]) => Object.assign(draft, { tlsVersion }),
  },
  { pattern: /as ([^\s,]+@[^\s,]+)/, apply: ({ identity }, [email]) => Object.assign(identity, { email }) },
  {
    pattern: /signed by ([^\s,]+)(?: with the secret of the (?:policy|module))?/,
    apply: ({ identity }, [webhook]) => Object.assign(identity, { webhook }),
  },
  {
    pattern: /signed (?:on|in) (?:by|with) ([^\s,]+)/,
    apply: ({ identity }, [by = ""]) =>
      Object.assign(identity, { [/^https?:/.test(by) ? "issuer" : "provider"]: by }),
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
    pattern: new RegExp(`(?:with )?((?:conn|req|endpoint)(?:\\.\\w{1,64}){1,8})[ =]${VALUE}`),
    apply: ({ variables }, [name = "", value]) => {
      const text = unquoted(value) ?? "";
      variables[name] = text === "true" || (text === "false" ? false : text);
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
  // What a client lacks doesn't need to be set.
  { pattern: new RegExp(`(?:without|not|kept out|unless|that no)\\b${REST}`), apply: () => undefined },
  {
    pattern: new RegExp(`((?:with|for|of|let in|forwarded|if|that|by)\\b${REST})`),
    apply: ({ disregarded }, [text = ""]) => disregarded.push(text),
  },
];

const FORMS =
  "write GET https://host/path from ADDRESS, then any of: header NAME=VALUE, cookie NAME=VALUE, user-agent VALUE, over TLS 1.2, as E-MAIL, signed in with PROVIDER, conn.geo.country_code=DE; or paste an example of a review";

const requestError = (why: string) => new CommandError(`--request: ${why}: ${FORMS}`, EXIT.usage);

/** Maximum characters of a line; a review truncates its own at a few hundred characters. */
const MAX_CHARACTERS = 16_384;

/**
 * Parses the request that a line describes, such as `GET https://app.example.com/admin from 198.51.100.7 header
 * x-key=1`. Also accepts the examples of a review as they are printed.
 *
 * @throws CommandError for a line that can't be parsed.
 */
export function readRequestLine(line: string): RequestLine {
  if (line.length > MAX_CHARACTERS)
    throw requestError(`the line is longer than ${MAX_CHARACTERS} characters`);
  const [, method = "GET", address = "", rest = ""] =
    /^\s*(?:([A-Za-z-]+)\s+)?((?:\w+:\/)?\/\S*)(.*)$/s.exec(line) ?? [];
  if (address === "") throw requestError("there is no URL");
  const [, from, country, clauses = ""] = /^\s+from (an address|[^\s,]+)(?: \(([A-Za-z]{2})\))?(.*)$/s.exec(
    rest,
  ) ?? [undefined, undefined, undefined, rest];
  const ip = from === "an address" ? undefined : from;
  if (ip !== undefined && isIP(ip) === 0) throw requestError(`${JSON.stringify(ip)} is not an IP address`);
  const draft: Draft = {
    headers: new Map(),
    hiddenHeaders: new Set(),
    identity: {},
    variables: country === undefined ? {} : { "conn.geo.country_code": country.toUpperCase() },
    disregarded: [],
  };
  readClauses(clauses, draft);
  const { headers, identity, variables, tlsVersion, hasCertificate, hiddenHeaders, disregarded } = draft;
  const { url, open, isPathOpen } = urlOf(address);
  if (ip === undefined) open.add("conn.client_ip");
  const request: TriedRequest = {
    url,
    method: method.toUpperCase(),
    // Anything that needs a value that the line doesn't set is undecided.
    get ip() {
      if (ip === undefined) throw new Undecided("the client's address, which --request does not give");
      return ip;
    },
    get cert() {
      if (hasCertificate) throw new Undecided("the client certificate, which --request does not give");
      return undefined;
    },
    headers,
    identity,
    variables,
    tls_version: tlsVersion,
    secrets: {},
    open,
    hiddenHeaders: [...hiddenHeaders],
    isPathOpen,
  };
  return { request, disregarded };
}

function readClauses(text: string, draft: Draft): void {
  for (let left = text; ; ) {
    left = left.replace(/^[\s,]+/, "");
    if (left === "") return;
    const found = CLAUSES.flatMap(({ pattern, apply }) => {
      const match = new RegExp(`^(?:${pattern.source})${SIDE_SUFFIX}(?=[\\s,]|$)`, "s").exec(left);
      return match ? [{ match, apply }] : [];
    })[0];
    if (found === undefined) throw requestError(`cannot read ${JSON.stringify(left.slice(0, 60))}`);
    found.apply(draft, found.match.slice(1));
    left = left.slice(found.match[0].length);
  }
}

/** A review's suffix where both sides of a change have something of the same name. */
const SIDE_SUFFIX = "(?: that (?:was|is) not accepted (?:before|any more)| as it (?:is now|was before))?";

function unquoted(value: string | undefined): string | undefined {
  if (!value?.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    throw requestError(`${value} is not a quoted string`);
  }
}

const HOST_VARIABLES = [
  ...["conn.tls.sni", "endpoint.url", "endpoint.host", "req.host", "req.url", "req.url.raw"],
  ...["req.url.host", "req.url.authority"],
];
const QUERY_VARIABLES = ["req.url", "req.url.raw", "req.url.uri", "req.url.query", "req.url.query_params"];

/** The URL of a line. A review omits an unknown host, truncates a URL with `…`, and hides the values of a query. */
function urlOf(given: string): {
  readonly url: ReadQuestion["url"];
  readonly open: Set<string>;
  readonly isPathOpen: boolean;
} {
  const open = new Set<string>();
  const isPathOpen = given.endsWith("…") && !given.includes("?");
  const bare = given.replace(/…$/, "").replace(/=…/g, "=");
  if (given.includes("=…") || (given.endsWith("…") && !isPathOpen))
    for (const name of QUERY_VARIABLES) open.add(name);
  if (bare.startsWith("/")) for (const name of HOST_VARIABLES) open.add(name);
  const url = readUrl(bare.startsWith("/") ? `https://unknown.invalid${bare}` : bare);
  if (url === undefined || url.host.includes("*"))
    throw requestError(
      `${JSON.stringify(given.slice(0, 200))} is not a URL that a client can request (a tcp URL needs a port)`,
    );
  return { url, open, isPathOpen };
}
