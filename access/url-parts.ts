import {
  AMBIGUOUS_PATH,
  type Constant,
  DEFAULT_PORTS,
  type Rewrite,
} from "../traffic-policy/symbolic/policy-reader";

/** The parts of a URL; undefined if unknown. */
export interface UrlParts {
  readonly scheme: string | undefined;
  /** With the port. */
  readonly host: string | undefined;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** `host`: the Host header. `authority`: the same in lowercase. `name`: in lowercase, without the port. `whole`: the URL. */
export type UrlPart = "host" | "authority" | "name" | "path" | "query" | "uri" | "whole" | "scheme";

/** Variables that depend on the URL only. */
export const URL_PARTS: Readonly<Record<string, UrlPart>> = {
  "req.host": "host",
  "req.url.authority": "authority",
  "req.url.host": "name",
  "conn.tls.sni": "name",
  "req.url.path": "path",
  "req.url.raw_path": "path",
  "req.url.query": "query",
  "req.url.uri": "uri",
  "req.url": "whole",
  "req.url.raw": "whole",
  "req.url.scheme": "scheme",
};

/** The value of a variable for a URL; undefined if unknown, and for other variables. */
export function urlPartText(subject: string, { scheme, host, path, query }: UrlParts): string | undefined {
  const uri = query === "" ? path : `${path}?${query}`;
  switch (URL_PARTS[subject]) {
    case "host":
      return host;
    case "authority":
      return host?.toLowerCase();
    case "name":
      return host?.toLowerCase().replace(/:\d+$/, "");
    case "path":
      return path;
    case "query":
      return query;
    case "uri":
      return uri;
    case "whole":
      return scheme === undefined || host === undefined ? undefined : `${scheme}://${host}${uri}`;
    case "scheme":
      return scheme;
    default:
      return undefined;
  }
}

/** The values of `endpoint.*`; empty for an unknown URL, and for a wildcard. */
export function endpointValues(url = ""): ReadonlyMap<string, Constant> {
  const [, protocol = "", host = "", port = DEFAULT_PORTS[protocol]] =
    /^(\w+):\/\/([a-z0-9.-]+)(?::(\d+))?$/.exec(url) ?? [];
  if (port === undefined) return new Map();
  return new Map<string, Constant>([
    ["endpoint.protocol", protocol],
    ["endpoint.host", host],
    ["endpoint.port", Number(port)],
    ["endpoint.url", url],
  ]);
}

/** A pattern that consists of a literal and, optionally, the group `(.*)` for the rest of the URL. */
const LITERAL_PATTERN = /^((?:[^\\.*+?()[\]{}|^$]|\\[./\-_])+)(\(\.\*\))?$/;

/** True if a redirect or rewrite definitely changes every URL that it matches. */
export function alwaysChanges({ from = "", to }: Rewrite): boolean {
  const [, literal, rest] = LITERAL_PATTERN.exec(from) ?? [];
  const [, text, group] = /^([^$]*)(\$1|\$\{1\})?$/.exec(to) ?? [];
  if (literal === undefined || text === undefined || (group !== undefined && rest === undefined))
    return false;
  const matched = literal.replace(/\\/g, "");
  // If the group is dropped, a match may already equal the replacement.
  return rest !== undefined && group === undefined ? !text.startsWith(matched) : matched !== text;
}

/** Like `urlPartText`, for a URL or its path and query, without normalization. Undefined if the path is ambiguous. */
export function urlValue(subject: string, url: string): string | undefined {
  const [, scheme, host, path = "/", query = ""] =
    /^(?:(\w+):\/\/([^/?#@]+))?(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url) ?? [];
  if (url === "" || AMBIGUOUS_PATH.test(path)) return undefined;
  return urlPartText(subject, { scheme, host, path, query });
}
