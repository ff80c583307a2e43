import { type Constant, DEFAULT_PORTS, type Rewrite } from "../traffic-policy/symbolic/guards";

/** A URL taken apart; undefined for what is not known of it. */
export interface UrlParts {
  readonly scheme: string | undefined;
  /** With its port. */
  readonly host: string | undefined;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** `host`: with its port, as it is sent. `authority`: the same in lower case. `name`: the host alone, in lower case. */
export type UrlPart = "host" | "authority" | "name" | "path" | "query" | "uri" | "whole" | "scheme";

/** Variables that are read from the URL alone. */
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

/** The part of a URL that a variable is; undefined for any other variable, and for what is not known. */
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

/** What the variables of an endpoint are, as far as its URL tells; nothing of a wildcard, or without a URL. */
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

/** Takes a URL apart as it is, or its path and query alone; undefined for one that may be read in several ways. */
function splitUrl(url: string): UrlParts | undefined {
  const [, scheme, host, path = "/", query = ""] =
    /^(?:(\w+):\/\/([^/?#@]+))?(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url) ?? [];
  return url === "" || AMBIGUOUS_PATH.test(path) ? undefined : { scheme, host, path, query };
}

/** How the service normalizes dots, empty segments, escapes and backslashes is not in the reference. */
export const AMBIGUOUS_PATH = /%|\/\/|\/\.{1,2}(?:\/|$)|\\|;/;

/** A literal that a pattern looks for, and perhaps all that comes after it. */
const LITERAL_PATTERN = /^((?:[^\\.*+?()[\]{}|^$]|\\[./\-_])+)(\(\.\*\))?$/;

/** Whether a redirect or rewrite certainly makes another URL of each in which it finds something. */
export function alwaysChanges({ from = "", to }: Rewrite): boolean {
  const [, literal, rest] = LITERAL_PATTERN.exec(from) ?? [];
  const [, text, group] = /^([^$]*)(\$1|\$\{1\})?$/.exec(to) ?? [];
  if (literal === undefined || text === undefined || (group !== undefined && rest === undefined))
    return false;
  const found = literal.replace(/\\/g, "");
  // The rest that goes may be what takes its place.
  return rest !== undefined && group === undefined ? !text.startsWith(found) : found !== text;
}

/** What a variable is that is read from a URL; undefined where that is not known. */
export function urlValue(subject: string, url: string): string | undefined {
  const parts = splitUrl(url);
  return parts && urlPartText(subject, parts);
}
