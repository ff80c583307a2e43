import { readUrl, type UrlParts } from "../../traffic-policy/evaluate/question";
import type { Account } from "../account/account";
import { textOf, textsOf } from "../json";
import type { StoredObject } from "../store/storage";

/** What serves a URL. */
export interface Target {
  readonly kind: "endpoint" | "tls" | "tcp" | "https";
  /** `ep_…`, or the path of the edge. */
  readonly at: string;
  readonly object: StoredObject;
  /** Where it listens; the host may begin with `*.`. */
  readonly url: UrlParts;
}

/** What serves a public URL: several of them where endpoints share it. Only the most specific ones are served. */
export function publicTargets(account: Account, url: UrlParts): Target[] {
  return mostSpecific([...endpoints(account, "public"), ...edges(account)], url);
}

/** Internal endpoints of a URL. */
export function internalTargets(account: Account, url: UrlParts): Target[] {
  return mostSpecific(endpoints(account, "internal"), url);
}

function endpoints(account: Account, binding: string): Target[] {
  return account.storage.all("/endpoints").flatMap((object) => {
    const url = readUrl(textOf(object.fields.url));
    // Those of edges show what the edges serve: the edges themselves are asked.
    if (!url || object.fields.type === "edge" || !textsOf(object.fields.bindings).includes(binding))
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
      textsOf(object.fields.hostports).flatMap((hostport) => {
        // An HTTPS edge on port 80 takes plain HTTP: assumed by convention.
        const scheme = kind === "https" && hostport.endsWith(":80") ? "http" : kind;
        const url = readUrl(`${scheme}://${hostport}`);
        return url ? { kind, at: `${collection}/${object.id}`, object, url } : [];
      }),
    ),
  );
}

/** What a client of a scheme can talk to: a connection is TCP, and that of HTTPS is TLS as well. */
const TALKS_TO: ReadonlyMap<string, readonly string[]> = new Map([
  ["http", ["http", "tcp"]],
  ["https", ["https", "tls", "tcp"]],
  ["tls", ["tls", "tcp"]],
  ["tcp", ["tcp"]],
]);

function mostSpecific(all: readonly Target[], url: UrlParts): Target[] {
  const schemes = TALKS_TO.get(url.scheme) ?? [];
  const fitting = all
    .filter((target) => schemes.includes(target.url.scheme) && target.url.port === url.port)
    .map((target) => ({ target, rank: specificity(target.url.host, url.host) }))
    .filter(({ rank }) => rank >= 0);
  const best = Math.max(...fitting.map(({ rank }) => rank));
  const closest = fitting.filter(({ rank }) => rank === best).map(({ target }) => target);
  const [scheme] = schemes.filter((name) => closest.some((target) => target.url.scheme === name));
  return closest.filter((target) => target.url.scheme === scheme);
}

/** How well a host fits: -1 not at all; a wildcard takes any number of labels, the longest one is the closest. */
export function specificity(pattern: string, host: string): number {
  if (pattern === host) return Number.POSITIVE_INFINITY;
  return pattern.startsWith("*.") && host.endsWith(pattern.slice(1)) ? pattern.length : -1;
}
