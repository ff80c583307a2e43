import { type AccountObject, isHidden } from "../account";

/** A route with what it selects. */
export interface PathSelector {
  readonly route: AccountObject;
  readonly isExact: boolean;
  /** A path, a host, or host plus path; undefined while nobody can tell what it selects. */
  readonly match: string | undefined;
}

export const selectorOf = (route: AccountObject): PathSelector => {
  const { match, matchType } = route.props;
  return {
    route,
    isExact: matchType === "exact_path",
    match: isHidden(match) || isHidden(matchType) ? undefined : String(match ?? "/"),
  };
};

/** A host that clients ask for. */
export interface Host {
  /** Its name; a wildcard for all hosts below it that nothing names. */
  readonly name: string;
  /** Undefined where nobody can tell: any. */
  readonly port?: string;
}

/** A path for which the same routes are candidates as for all paths that it stands for. */
export interface SamplePath {
  readonly path: string;
  /** As users write it; `*` at the end for all paths that begin like it. */
  readonly label: string;
}

/** What no route selects by name, so that only the prefixes before it match. */
const BEYOND = "\u0000";

/** A host that no route names. */
export const ANY_OTHER_HOST: Host = { name: BEYOND };

/**
 * One path for each set of paths that no route tells apart. Requests for the others are answered like one of these.
 */
export function pathsOf(selectors: readonly PathSelector[], host: Host): SamplePath[] {
  const samples = selectors.flatMap(({ isExact, match }): SamplePath[] => {
    if (match === undefined || !isForHost(match, host)) return [];
    const path = pathOf(match);
    return [isExact ? { path, label: path } : { path: `${path}${BEYOND}`, label: `${path}*` }];
  });
  return [...new Map(samples.map((sample) => [sample.label, sample])).values()].sort((one, other) =>
    one.label < other.label ? -1 : 1,
  );
}

/**
 * The route that answers a request. Assumed, since the reference does not say: one that names the host before one that
 * does not, the host itself before a wildcard, an exact path before a prefix, a longer prefix before a shorter one.
 */
export function winner(
  selectors: readonly PathSelector[],
  path: string,
  host: Host,
): PathSelector | undefined {
  const matching = selectors.flatMap((selector) => {
    const { match, isExact } = selector;
    if (match === undefined || !isForHost(match, host)) return [];
    const wanted = pathOf(match);
    if (isExact ? path !== wanted : !path.startsWith(wanted)) return [];
    const named = hostIn(match)?.name;
    const rank = [Number(named !== undefined), Number(named === host.name), Number(isExact), wanted.length];
    return [{ selector, rank }];
  });
  return matching.sort((one, other) => compare(other.rank, one.rank))[0]?.selector;
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

/** Whether a host, which may be a wildcard, stands for another one: a wildcard stands for every host below it. */
export function covers(one: Host, other: Host): boolean {
  if (one.port !== undefined && other.port !== undefined && one.port !== other.port) return false;
  return one.name === other.name || (one.name.startsWith("*.") && other.name.endsWith(one.name.slice(1)));
}
