import { isIP } from "node:net";
import { type ReadQuestion, readUrl, Undecided } from "../../traffic-policy/run/policy-outcome";
import { CommandError, EXIT } from "../common";

/** The request while its clauses are parsed. */
interface Draft {
  readonly headers: Map<string, string[]>;
  readonly identity: { email?: string; provider?: string; issuer?: string; webhook?: string };
  readonly variables: Record<string, string | boolean | string[]>;
  tlsVersion?: ReadQuestion["tls_version"];
}

interface Clause {
  /** Matches the clause without the separator after it. */
  readonly pattern: RegExp;
  readonly apply: (draft: Draft, values: readonly (string | undefined)[]) => unknown;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const VALUE = String.raw`(${STRING}|[^\s,]*)`;

function addHeader({ headers }: Draft, name: string, value: string): void {
  const lower = name.toLowerCase();
  headers.set(lower, [...(headers.get(lower) ?? []), value]);
}

const CLAUSES: readonly Clause[] = [
  {
    pattern: /over TLS (1\.[0-3])/,
    apply: (draft, [tlsVersion = ""]) => {
      Object.assign(draft, { tlsVersion });
      draft.variables["conn.tls.version"] = tlsVersion;
    },
  },
  { pattern: /as ([^\s,]+@[^\s,]+)/, apply: ({ identity }, [email]) => Object.assign(identity, { email }) },
  {
    pattern: /signed by ([^\s,]+)/,
    apply: ({ identity }, [webhook]) => Object.assign(identity, { webhook }),
  },
  {
    pattern: /signed in with ([^\s,]+)/,
    apply: ({ identity }, [source = ""]) =>
      Object.assign(identity, { [/^https?:/.test(source) ? "issuer" : "provider"]: source }),
  },
  {
    pattern: new RegExp(`user-agent ${VALUE}`),
    apply: (draft, [value]) => addHeader(draft, "user-agent", unquoted(value)),
  },
  {
    pattern: new RegExp(`header ([\\w!#$%&'*+.^|~-]+)=${VALUE}`),
    apply: (draft, [name = "", value]) => addHeader(draft, name, unquoted(value)),
  },
  {
    pattern: new RegExp(`cookie ([^\\s,=]+)=${VALUE}`),
    apply: (draft, [name, value]) => addHeader(draft, "cookie", `${name}=${unquoted(value)}`),
  },
  {
    pattern: new RegExp(
      `((?:conn|req|endpoint)(?:\\.\\w{1,64}){1,8})=(?:(\\[(?:${STRING}(?:, ?)?)*\\])|${VALUE})`,
    ),
    apply: ({ variables }, [name = "", list, value]) => {
      const text = unquoted(value);
      if (list !== undefined) variables[name] = list.match(new RegExp(STRING, "g"))?.map(unquoted) ?? [];
      else variables[name] = text === "true" || (text === "false" ? false : text);
    },
  },
];

const SYNTAX =
  "write GET https://host/path from ADDRESS, then any of: header NAME=VALUE, cookie NAME=VALUE, user-agent VALUE, over TLS 1.2, as E-MAIL, signed in with PROVIDER, conn.geo.country_code=DE";

const requestError = (reason: string) => new CommandError(`--request: ${reason}: ${SYNTAX}`, EXIT.usage);

const MAX_CHARACTERS = 16_384;

/**
 * Parses the request that a line describes, such as `GET https://app.example.com/admin from 198.51.100.7 header
 * x-key=1`.
 *
 * @throws CommandError for a line that can't be parsed.
 */
export function readRequestLine(line: string): ReadQuestion {
  if (line.length > MAX_CHARACTERS)
    throw requestError(`the line is longer than ${MAX_CHARACTERS} characters`);
  const [, method = "GET", address = "", rest = ""] =
    /^\s*(?:([A-Za-z-]+)\s+)?(\w+:\/\/\S*)(.*)$/s.exec(line) ?? [];
  if (address === "") throw requestError("there is no URL");
  const url = readUrl(address);
  if (url === undefined || url.host.includes("*"))
    throw requestError(
      `${JSON.stringify(address.slice(0, 200))} is not a URL that a client can request (a tcp URL needs a port)`,
    );
  const [, ip, country, clauses = ""] = /^\s+from ([^\s,]+)(?: \(([A-Za-z]{2})\))?(.*)$/s.exec(rest) ?? [
    undefined,
    undefined,
    undefined,
    rest,
  ];
  if (ip !== undefined && isIP(ip) === 0) throw requestError(`${JSON.stringify(ip)} is not an IP address`);
  const draft: Draft = {
    headers: new Map(),
    identity: {},
    variables: country === undefined ? {} : { "conn.geo.country_code": country.toUpperCase() },
  };
  readClauses(clauses, draft);
  const { headers, identity, variables, tlsVersion } = draft;
  return {
    url,
    method: method.toUpperCase(),
    // A rule that needs an unspecified value is undecided.
    get ip() {
      if (ip === undefined) throw new Undecided("the client's address, which --request does not specify");
      return ip;
    },
    cert: undefined,
    headers,
    identity,
    variables,
    tls_version: tlsVersion,
    secrets: {},
    unknownVariables: new Set(ip === undefined ? ["conn.client_ip"] : []),
  };
}

function readClauses(text: string, draft: Draft): void {
  let remaining = text.replace(/^[\s,]+/, "");
  while (remaining !== "") {
    const [clause] = CLAUSES.flatMap(({ pattern, apply }) => {
      const match = new RegExp(`^(?:${pattern.source})(?=[\\s,]|$)`, "s").exec(remaining);
      return match ? [{ match, apply }] : [];
    });
    if (clause === undefined) throw requestError(`cannot read ${JSON.stringify(remaining.slice(0, 60))}`);
    clause.apply(draft, clause.match.slice(1));
    remaining = remaining.slice(clause.match[0].length).replace(/^[\s,]+/, "");
  }
}

function unquoted(value = ""): string {
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    throw requestError(`${value} is not a quoted string`);
  }
}
