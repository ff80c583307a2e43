import { servesHost } from "../../../provider/inspect";
import { compareText } from "../../common";
import { type AccountObject, type AccountView, isHidden } from "../account";

/** The requests that a route selects. */
export interface PathSelector {
  readonly route: AccountObject;
  readonly isExact: boolean;
  /** True for an exact match without a path: which paths it selects is undefined by the API reference. */
  readonly isBare: boolean;
  /** Undefined while unknown. */
  readonly match: { readonly host: Host | undefined; readonly path: string } | undefined;
}

export const selectorOf = (route: AccountObject): PathSelector => {
  const { match, matchType } = route.props;
  if (isHidden(match) || isHidden(matchType))
    return { route, isExact: false, isBare: false, match: undefined };
  const [, host = "", path = ""] = /^([^/]*)(.*)$/s.exec(String(match ?? "/")) ?? [];
  const isExact = matchType === "exact_path";
  return {
    route,
    // Without a path, an exact match is treated as a prefix.
    isExact: isExact && path !== "",
    isBare: isExact && path === "",
    match: { host: host === "" ? undefined : hostOf(host), path: path === "" ? "/" : path },
  };
};

export const routesOf = (view: AccountView, edge: AccountObject | undefined): PathSelector[] =>
  edge ? view.referrersThrough("HttpsEdgeRoute", "edgeId", edge).map(selectorOf) : [];

export interface RankedSelector extends PathSelector {
  readonly path: string;
  /** The precedence of the route, compared number by number. */
  readonly rank: readonly number[];
  /** True if a later route of the same rank may serve the same requests. */
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
  const paths = selectors.flatMap(({ isExact, match }) =>
    match && isForHost(match, host) ? [{ path: match.path, isPrefix: !isExact }] : [],
  );
  return [...new Map(paths.map((selection) => [samplePath(selection), selection])).values()].sort((a, b) =>
    pathLabel(a) < pathLabel(b) ? -1 : 1,
  );
}

/**
 * The routes that may serve a request. There are several if their matches are equal or an exact match has no path, because
 * the API reference doesn't say which route wins.
 */
export function servingRoutes(
  selectors: readonly PathSelector[],
  path: string,
  host: Host,
): readonly RankedSelector[] {
  const matching = rankRoutes(selectors, host).filter((selector) =>
    selector.isExact ? path === selector.path : path.startsWith(selector.path),
  );
  const definite = matching.find(({ isBare }) => !isBare) ?? matching.at(-1);
  return definite ? matching.filter(({ rank }) => compareRanks(rank, definite.rank) >= 0) : [];
}

/**
 * The routes that apply to a host, in order of precedence. The API reference doesn't define the order. It is assumed that
 * routes with a host come before routes without one, hosts before wildcards, longer wildcards before shorter ones, exact
 * paths before prefixes, and longer prefixes before shorter ones.
 */
export function rankRoutes(selectors: readonly PathSelector[], host: Host): RankedSelector[] {
  const matching = selectors.flatMap((selector) => {
    const { match, isExact } = selector;
    if (match === undefined || !isForHost(match, host)) return [];
    const { path, host: { name } = {} } = match;
    const [isNamed, isItself] = [name !== undefined, name === host.name];
    const rank = [Number(isNamed), Number(isItself), name?.length ?? 0, Number(isExact), path.length];
    return [{ ...selector, path, rank }];
  });
  const sorted = matching.sort(
    (a, b) => compareRanks(b.rank, a.rank) || compareText(a.route.urn, b.route.urn),
  );
  return sorted.map((route, index) => ({
    ...route,
    mayYield: sorted
      .slice(index + 1)
      .some(({ rank, path }) => path === route.path && compareRanks(rank, route.rank) === 0),
  }));
}

const compareRanks = (a: readonly number[], b: readonly number[]) =>
  a.map((value, n) => value - (b[n] ?? 0)).find((difference) => difference !== 0) ?? 0;

export function hostsIn(selectors: readonly PathSelector[]): Host[] {
  const hosts = selectors.flatMap(({ match }) => match?.host ?? []);
  return [...new Map(hosts.map((host) => [JSON.stringify(host), host])).values()];
}

export function hostOf(text: string): Host {
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { name, port };
}

const isForHost = ({ host: named }: { readonly host: Host | undefined }, host: Host): boolean =>
  named === undefined || covers(named, host);

export function covers(host: Host, other: Host): boolean {
  if (host.port !== undefined && other.port !== undefined && host.port !== other.port) return false;
  return servesHost(host.name, other.name);
}
