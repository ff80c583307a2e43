import { servesHost } from "../../../provider/inspect";
import { compareText } from "../../common";
import { type AccountObject, type AccountView, isHidden } from "../account";

/** The match of a route: a path, a host, or both. */
export interface RouteMatch {
  /** Undefined for all hosts. */
  readonly host: Host | undefined;
  readonly path: string;
  readonly isExact: boolean;
  /** True for an exact match without a path: which paths it selects is undefined by the API reference. */
  readonly isBare: boolean;
}

export function parseMatch(match: unknown, matchType: unknown): RouteMatch {
  const [, host = "", path = ""] = /^([^/]*)(.*)$/s.exec(String(match ?? "/")) ?? [];
  const isExact = matchType === "exact_path";
  return {
    host: host === "" ? undefined : hostOf(host),
    path: path === "" ? "/" : path,
    // Without a path, an exact match is treated as a prefix.
    isExact: isExact && path !== "",
    isBare: isExact && path === "",
  };
}

/**
 * Positive if the first match takes precedence. The API reference doesn't define the order. It is assumed that hosts come
 * before wildcards, longer wildcards before shorter ones, and all of them before matches without a host; then exact paths
 * before prefixes, and longer prefixes before shorter ones.
 */
export const compareMatches = (a: RouteMatch, b: RouteMatch): number =>
  hostRank(a) - hostRank(b) || pathRank(a) - pathRank(b);

function hostRank({ host }: RouteMatch): number {
  if (host === undefined) return 0;
  return host.name.startsWith("*.") ? host.name.length : Number.MAX_VALUE;
}

const pathRank = ({ path, isExact }: RouteMatch) => (isExact ? Number.MAX_VALUE : path.length);

/** A route and the requests that it selects. */
export interface PathSelector {
  readonly route: AccountObject;
  /** Undefined while unknown. */
  readonly match: RouteMatch | undefined;
}

export const selectorOf = (route: AccountObject): PathSelector => {
  const { match, matchType } = route.props;
  const isUnknown = isHidden(match) || isHidden(matchType);
  return { route, match: isUnknown ? undefined : parseMatch(match, matchType) };
};

export const routesOf = (view: AccountView, edge: AccountObject | undefined): PathSelector[] =>
  edge ? view.referrersThrough("HttpsEdgeRoute", "edgeId", edge).map(selectorOf) : [];

/** A route that may serve a request. */
export interface CandidateRoute extends PathSelector {
  /** True if a later candidate may serve the same requests, because its match is equal or this one's is unknown. */
  readonly mayYield: boolean;
}

export interface Host {
  /** A host name, or a wildcard for all subdomains that aren't named. */
  readonly name: string;
  /** Undefined while unknown; matches any port. */
  readonly port?: string;
}

/** A path, or all paths with a prefix. */
export interface PathSelection {
  readonly path: string;
  readonly isPrefix: boolean;
}

/** A path segment that no route names, so only prefixes match it. */
const UNNAMED = "\u0000";

/** A host that no route names. */
export const ANY_OTHER_HOST: Host = { name: UNNAMED };

export const pathLabel = ({ path, isPrefix }: PathSelection): string => `${path}${isPrefix ? "*" : ""}`;

/** A path that represents all selected paths for which the same routes are candidates. */
export const samplePath = ({ path, isPrefix }: PathSelection): string => `${path}${isPrefix ? UNNAMED : ""}`;

/** Returns each set of paths that the routes treat alike. */
export function pathsOf(selectors: readonly PathSelector[], host: Host): PathSelection[] {
  const paths = selectors.flatMap(({ match }) =>
    match && isForHost(match, host) ? [{ path: match.path, isPrefix: !match.isExact }] : [],
  );
  return [...new Map(paths.map((selection) => [samplePath(selection), selection])).values()].sort((a, b) =>
    pathLabel(a) < pathLabel(b) ? -1 : 1,
  );
}

/**
 * The routes that may serve a request. There are several if their matches are equal or an exact match has no path, because
 * the API reference doesn't say which route wins.
 */
export function servingRoutes(selectors: readonly PathSelector[], path: string, host: Host) {
  const matching = rankRoutes(selectors, host).filter(({ match }) =>
    match.isExact ? path === match.path : path.startsWith(match.path),
  );
  const definite = matching.find(({ match }) => !match.isBare) ?? matching.at(-1);
  return definite ? matching.filter(({ match }) => compareMatches(match, definite.match) >= 0) : [];
}

/** The routes that apply to a host, in order of precedence. */
export function rankRoutes(
  selectors: readonly PathSelector[],
  host: Host,
): (CandidateRoute & { readonly match: RouteMatch })[] {
  const sorted = selectors
    .flatMap(({ route, match }) => (match && isForHost(match, host) ? [{ route, match }] : []))
    .sort((a, b) => compareMatches(b.match, a.match) || compareText(a.route.urn, b.route.urn));
  return sorted.map(({ route, match }, index) => ({
    route,
    match,
    mayYield: sorted
      .slice(index + 1)
      .some((later) => later.match.path === match.path && compareMatches(later.match, match) === 0),
  }));
}

export function hostsIn(selectors: readonly PathSelector[]): Host[] {
  const hosts = selectors.flatMap(({ match }) => match?.host ?? []);
  return [...new Map(hosts.map((host) => [JSON.stringify(host), host])).values()];
}

export function hostOf(text: string): Host {
  const [, name = "", port] = /^(.*?)(?::(\d*))?$/.exec(text.toLowerCase()) ?? [];
  return { name, port };
}

const isForHost = ({ host: named }: RouteMatch, host: Host): boolean =>
  named === undefined || covers(named, host);

export function covers(host: Host, other: Host): boolean {
  if (host.port !== undefined && other.port !== undefined && host.port !== other.port) return false;
  return servesHost(host.name, other.name);
}
