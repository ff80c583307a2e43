import { servesHost } from "../../../provider/inspect";
import { compareText } from "../../common";
import { type AccountObject, isHidden } from "../account";

export interface PathSelector {
  readonly route: AccountObject;
  readonly isExact: boolean;
  /** A path, a host, or a host followed by a path; undefined while unknown. */
  readonly match: string | undefined;
}

export const selectorOf = (route: AccountObject): PathSelector => {
  const { match, matchType } = route.props;
  return {
    route,
    // Without a path, an exact match is treated as a prefix, because the API reference doesn't say which paths it selects.
    isExact: matchType === "exact_path" && String(match ?? "/").includes("/"),
    match: isHidden(match) || isHidden(matchType) ? undefined : String(match ?? "/"),
  };
};

export interface RankedSelector extends PathSelector {
  readonly path: string;
  /** The precedence of the route, compared number by number. */
  readonly rank: readonly number[];
  /** True for an exact match without a path: which paths it selects is undefined by the API reference. */
  readonly isExactWithoutPath: boolean;
  /** True if a later route of the same rank may serve the same requests. */
  readonly mayYield: boolean;
}

export interface Host {
  /** A host name, or a wildcard for all subdomains that aren't named. */
  readonly name: string;
  /** Undefined while unknown; matches any port. */
  readonly port?: string;
}

/** A path that represents all paths for which the same routes are candidates. */
export interface SamplePath {
  readonly path: string;
  /** Displayed path; ends with `*` if it represents all paths with that prefix. */
  readonly label: string;
  readonly selects: PathSelection;
}

export interface PathSelection {
  readonly path: string;
  readonly isPrefix: boolean;
}

/** A path segment that no route names, so only prefixes match it. */
const UNNAMED = "\u0000";

/** A host that no route names. */
export const ANY_OTHER_HOST: Host = { name: UNNAMED };

/** Returns a sample path for each set of paths that the routes treat alike. */
export function pathsOf(selectors: readonly PathSelector[], host: Host): SamplePath[] {
  const samples = selectors.flatMap(({ isExact, match }): SamplePath[] => {
    if (match === undefined || !isForHost(match, host)) return [];
    const path = pathOf(match);
    const selects = { path, isPrefix: !isExact };
    return [
      isExact ? { path, label: path, selects } : { path: `${path}${UNNAMED}`, label: `${path}*`, selects },
    ];
  });
  return [...new Map(samples.map((sample) => [sample.path, sample])).values()].sort((a, b) =>
    a.label < b.label ? -1 : 1,
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
  const definite = matching.find(({ isExactWithoutPath }) => !isExactWithoutPath) ?? matching.at(-1);
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
    const matchedHost = hostIn(match)?.name;
    const path = pathOf(match);
    const [isNamed, isItself] = [matchedHost !== undefined, matchedHost === host.name];
    const rank = [Number(isNamed), Number(isItself), matchedHost?.length ?? 0, Number(isExact), path.length];
    const isExactWithoutPath = !isExact && selector.route.props.matchType === "exact_path";
    return [{ ...selector, path, rank, isExactWithoutPath }];
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
  const hosts = selectors.flatMap(({ match }) => (match === undefined ? [] : (hostIn(match) ?? [])));
  return [...new Map(hosts.map((host) => [JSON.stringify(host), host])).values()];
}

function hostIn(match: string): Host | undefined {
  if (match === "" || match.startsWith("/")) return undefined;
  return hostOf(match.split("/")[0] ?? "");
}

export function hostOf(text: string): Host {
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { name, port };
}

const pathOf = (match: string) => {
  if (match === "" || match.startsWith("/")) return match || "/";
  const slash = match.indexOf("/");
  return slash < 0 ? "/" : match.slice(slash);
};

function isForHost(match: string, host: Host): boolean {
  const named = hostIn(match);
  return named === undefined || covers(named, host);
}

export function covers(host: Host, other: Host): boolean {
  if (host.port !== undefined && other.port !== undefined && host.port !== other.port) return false;
  return servesHost(host.name, other.name);
}
