import type { AccountObject } from "../account";

/** A route with what it selects. */
export interface PathSelector {
  readonly route: AccountObject;
  readonly isExact: boolean;
  /** A path, a host, or host plus path. */
  readonly match: string;
}

/** A path for which the same routes are candidates as for all paths that it stands for. */
export interface SamplePath {
  readonly path: string;
  /** As users write it; `*` at the end for all paths that begin like it. */
  readonly label: string;
}

/** What no route selects by name, so that only the prefixes before it match. */
const BEYOND = "\u0000";

/**
 * One path for each set of paths that no route tells apart. Requests for the others are answered like one of these.
 */
export function pathsOf(selectors: readonly PathSelector[], host?: string): SamplePath[] {
  const samples = selectors
    .filter(({ match }) => isForHost(match, host))
    .map(({ isExact, match }): SamplePath => {
      const path = pathOf(match);
      return isExact ? { path, label: path } : { path: `${path}${BEYOND}`, label: `${path}*` };
    });
  return [...new Map(samples.map((sample) => [sample.label, sample])).values()].sort((one, other) =>
    one.label < other.label ? -1 : 1,
  );
}

/**
 * The route that answers a request. Assumed, since the reference does not say: one that names the host before one that
 * does not, an exact path before a prefix, a longer prefix before a shorter one.
 */
export function winner(
  selectors: readonly PathSelector[],
  path: string,
  host?: string,
): PathSelector | undefined {
  const matching = selectors.filter(({ match, isExact }) => {
    if (!isForHost(match, host)) return false;
    return isExact ? path === pathOf(match) : path.startsWith(pathOf(match));
  });
  const rank = ({ match, isExact }: PathSelector) => [
    Number(namesHost(match)),
    Number(isExact),
    pathOf(match).length,
  ];
  return matching.sort((one, other) => compare(rank(other), rank(one)))[0];
}

const compare = (one: readonly number[], other: readonly number[]) =>
  one.map((value, n) => value - (other[n] ?? 0)).find((difference) => difference !== 0) ?? 0;

const namesHost = (match: string) => match !== "" && !match.startsWith("/");

const pathOf = (match: string) => {
  if (!namesHost(match)) return match || "/";
  const slash = match.indexOf("/");
  return slash < 0 ? "/" : match.slice(slash);
};

/** Where the host is not known, a route may be for any. */
const isForHost = (match: string, host: string | undefined) =>
  host === undefined || !namesHost(match) || match.split("/")[0]?.toLowerCase() === host.toLowerCase();
