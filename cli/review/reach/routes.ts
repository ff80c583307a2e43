import { servesHost } from "../../../provider/inspect";
import { compareText } from "../../common";
import { type AccountObject, isHidden } from "../account";

/** A route and its match. */
export interface PathSelector {
  readonly route: AccountObject;
  readonly isExact: boolean;
  /** A path, a host, or host plus path; undefined while the match is not known. */
  readonly match: string | undefined;
}

export const selectorOf = (route: AccountObject): PathSelector => {
  const { match, matchType } = route.props;
  return {
    route,
    // Which paths an exact path has that is not named is not told: all of them are looked at.
    isExact: matchType === "exact_path" && String(match ?? "/").includes("/"),
    match: isHidden(match) || isHidden(matchType) ? undefined : String(match ?? "/"),
  };
};

export interface RankedSelector extends PathSelector {
  readonly path: string;
  readonly rank: readonly number[];
  /** Which paths it selects is not told. */
  readonly isBareExact: boolean;
  /** It may leave what it selects to a route after it of the same rank. */
  readonly mayYield: boolean;
}

/** A host that clients request. */
export interface Host {
  /** Its name; a wildcard for all hosts below it that are not named. */
  readonly name: string;
  /** Undefined while not known: any. */
  readonly port?: string;
}

/** A path with the same candidate routes as all paths that it represents. */
export interface SamplePath {
  readonly path: string;
  /** As users write it; `*` at the end for all paths with that prefix. */
  readonly label: string;
  readonly selects: Selected;
}

/** The paths that a route selects: one, or all that start with it. */
export interface Selected {
  readonly path: string;
  readonly isPrefix: boolean;
}

/** A path that no route names, so that only the prefixes before it match. */
const BEYOND = "\u0000";

/** A host that no route names. */
export const ANY_OTHER_HOST: Host = { name: BEYOND };

/**
 * One path for each set of paths that no route tells apart. Every other path is routed like one of these.
 */
export function pathsOf(selectors: readonly PathSelector[], host: Host): SamplePath[] {
  const samples = selectors.flatMap(({ isExact, match }): SamplePath[] => {
    if (match === undefined || !isForHost(match, host)) return [];
    const path = pathOf(match);
    const selects = { path, isPrefix: !isExact };
    return [
      isExact ? { path, label: path, selects } : { path: `${path}${BEYOND}`, label: `${path}*`, selects },
    ];
  });
  return [...new Map(samples.map((sample) => [sample.path, sample])).values()].sort((one, other) =>
    one.label < other.label ? -1 : 1,
  );
}

/**
 * The routes of which one serves a request. Where there are several, the reference does not say which: their matches are
 * alike, or an exact match without a path goes before others.
 */
export function winners(
  selectors: readonly PathSelector[],
  path: string,
  host: Host,
): readonly RankedSelector[] {
  const fitting = inOrder(selectors, host).filter(({ isExact, path: wanted }) =>
    isExact ? path === wanted : path.startsWith(wanted),
  );
  const [first] = fitting;
  if (first === undefined) return [];
  const sure = fitting.find(({ isBareExact }) => !isBareExact) ?? fitting.at(-1) ?? first;
  return fitting.filter(({ rank }) => compare(rank, sure.rank) >= 0);
}

/**
 * The routes for a host with their paths, the one that wins first. Assumed, since the reference does not say: one that
 * names the host before one that does not, the host itself before a wildcard, a longer wildcard before a shorter one, an
 * exact path before a prefix, a longer prefix before a shorter one.
 */
export function inOrder(selectors: readonly PathSelector[], host: Host): RankedSelector[] {
  const matching = selectors.flatMap((selector) => {
    const { match, isExact } = selector;
    if (match === undefined || !isForHost(match, host)) return [];
    const named = hostIn(match)?.name;
    const path = pathOf(match);
    const [isNamed, isItself] = [named !== undefined, named === host.name];
    const rank = [Number(isNamed), Number(isItself), named?.length ?? 0, Number(isExact), path.length];
    const isBareExact = !isExact && selector.route.props.matchType === "exact_path";
    return [{ ...selector, path, rank, isBareExact }];
  });
  const sorted = matching.sort(
    (one, other) => compare(other.rank, one.rank) || compareText(one.route.urn, other.route.urn),
  );
  return sorted.map((one, at) => ({
    ...one,
    mayYield: sorted
      .slice(at + 1)
      .some(({ rank, path }) => path === one.path && compare(rank, one.rank) === 0),
  }));
}

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((value, n) => value - (other[n] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** The hosts that routes name, each once. */
export function hostsIn(selectors: readonly PathSelector[]): Host[] {
  const hosts = selectors.flatMap(({ match }) => (match === undefined ? [] : (hostIn(match) ?? [])));
  return [...new Map(hosts.map((host) => [JSON.stringify(host), host])).values()];
}

/** The host that a route names. */
function hostIn(match: string): Host | undefined {
  if (match === "" || match.startsWith("/")) return undefined;
  return hostOf(match.split("/")[0] ?? "");
}

/** A host with its port, if it has one. */
export function hostOf(text: string): Host {
  const [, name = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.toLowerCase()) ?? [];
  return { name, ...(port !== undefined && { port }) };
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

/** Whether a host, which may be a wildcard, covers another one: a wildcard covers every host below it. */
export function covers(one: Host, other: Host): boolean {
  if (one.port !== undefined && other.port !== undefined && one.port !== other.port) return false;
  return servesHost(one.name, other.name);
}
