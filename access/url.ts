import type { Constant, Rewrite } from "../traffic-policy/symbolic/guards";
import { replaced } from "./pattern";

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
export function urlText(subject: string, { scheme, host, path, query }: UrlParts): string | undefined {
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

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, tls: 443 };

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
function partsOf(url: string): UrlParts | undefined {
  const [, scheme, host, path = "/", query = ""] =
    /^(?:(\w+):\/\/([^/?#@]+))?(\/[^?#]*)?(?:\?([^#]*))?$/.exec(url) ?? [];
  return url === "" || UNSETTLED.test(path) ? undefined : { scheme, host, path, query };
}

/** How the service normalizes dots, empty segments, escapes and backslashes is not in the reference. */
export const UNSETTLED = /%|\/\/|\/\.{1,2}(?:\/|$)|\\|;/;

/** Whether it is told what a rewrite puts in: no values that are filled in, and no groups of other names than digits. */
export const isTold = ({ to }: Rewrite): boolean => !/\$(?!\d(?!\w)|\{\d{1,2}\})/.test(to);

/** What a URL becomes; undefined where that is not told. */
export function rewrittenUrl(rewrite: Rewrite, url: string): string | undefined {
  const { from, to } = rewrite;
  const parts = partsOf(url);
  if (parts?.host === undefined || !isTold(rewrite)) return undefined;
  const template = to.replace(/\\/g, "\\\\").replace(/\$\{(\d{1,2})\}/g, "$$$1");
  const given = from === undefined ? to : replaced(url, from, template);
  const made = given?.startsWith("/") ? `${parts.scheme}://${parts.host}${given}` : given;
  return made !== undefined && partsOf(made)?.host !== undefined ? made : undefined;
}

/** What a URL becomes by several rewrites, one after the other. */
export const rewrittenBy = (rewrites: readonly Rewrite[], url: string): string | undefined =>
  rewrites.reduce<string | undefined>((at, rewrite) => at && rewrittenUrl(rewrite, at), url);

/** A variable that is read from what rewrites make of a URL. */
export interface UrlText {
  readonly subject: string;
  readonly rewrites: readonly Rewrite[];
}

export function textOfUrl({ subject, rewrites }: UrlText, url: string): string | undefined {
  const made = rewrittenBy(rewrites, url);
  const parts = made === undefined ? undefined : partsOf(made);
  return parts && urlText(subject, parts);
}
