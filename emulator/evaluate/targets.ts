import { readUrl, type UrlParts } from "../../traffic-policy/evaluate/question";
import { servesHost } from "../../traffic-policy/language/hosts";
import type { Account } from "../account/account";
import { asText, textsIn } from "../json";
import type { StoredObject } from "../store/storage";

/** An endpoint or edge that serves a URL. */
export interface Target {
  readonly kind: "endpoint" | "tls" | "tcp" | "https";
  /** `ep_…`, or the path of the edge. */
  readonly at: string;
  readonly object: StoredObject;
  /** The URL that it serves; the host may begin with `*.`. */
  readonly url: UrlParts;
}

/** Returns the most specific targets of a public URL; more than one if endpoints share it. */
export const publicTargets = (account: Account, url: UrlParts): Target[] =>
  mostSpecific([...endpoints(account, "public"), ...edges(account)], url);

/** Returns the most specific internal endpoints of a URL. */
export const internalTargets = (account: Account, url: UrlParts): Target[] =>
  mostSpecific(endpoints(account, "internal"), url);

function endpoints(account: Account, binding: string): Target[] {
  return account.storage.all("/endpoints").flatMap((object) => {
    const url = readUrl(asText(object.fields.url));
    // Endpoints of edges are skipped: the edges themselves are evaluated.
    if (!url || object.fields.type === "edge" || !textsIn(object.fields.bindings).includes(binding))
      return [];
    return { kind: "endpoint" as const, at: object.id, object, url };
  });
}

const EDGES = [
  ["/edges/https", "https"],
  ["/edges/tls", "tls"],
  ["/edges/tcp", "tcp"],
] as const;

function edges(account: Account): Target[] {
  return EDGES.flatMap(([collection, kind]) =>
    account.storage.all(collection).flatMap((object) =>
      textsIn(object.fields.hostports).flatMap((hostport) => {
        // An HTTPS edge on port 80 takes plain HTTP (an assumption).
        const scheme = kind === "https" && hostport.endsWith(":80") ? "http" : kind;
        const url = readUrl(`${scheme}://${hostport}`);
        return url ? { kind, at: `${collection}/${object.id}`, object, url } : [];
      }),
    ),
  );
}

/** The schemes of targets that serve a client's scheme, best first: HTTPS is also TLS, and everything is also TCP. */
const SERVING_SCHEMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["http", ["http", "tcp"]],
  ["https", ["https", "tls", "tcp"]],
  ["tls", ["tls", "tcp"]],
  ["tcp", ["tcp"]],
]);

function mostSpecific(all: readonly Target[], url: UrlParts): Target[] {
  const schemes = SERVING_SCHEMES.get(url.scheme) ?? [];
  const candidates = all
    .filter((target) => schemes.includes(target.url.scheme) && target.url.port === url.port)
    .map((target) => ({ target, rank: specificity(target.url.host, url.host) }))
    .filter(({ rank }) => rank >= 0);
  const best = Math.max(...candidates.map(({ rank }) => rank));
  const closest = candidates.filter(({ rank }) => rank === best).map(({ target }) => target);
  const [scheme] = schemes.filter((name) => closest.some((target) => target.url.scheme === name));
  return closest.filter((target) => target.url.scheme === scheme);
}

/** Returns how specific a pattern is for a host, -1 if it does not match. A wildcard matches any number of labels. */
export function specificity(pattern: string, host: string): number {
  if (!servesHost(pattern, host)) return -1;
  return pattern === host ? Number.POSITIVE_INFINITY : pattern.length;
}
