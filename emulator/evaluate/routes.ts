import type { Run } from "../../traffic-policy/run/run";
import { asText } from "../json";
import type { StoredObject } from "../store/storage";
import { specificity } from "./targets";

/** A route that matches or may match a request. */
interface Candidate {
  readonly route: StoredObject;
  /** How specific the match is: first for the host, then for the path. */
  readonly rank: readonly [host: number, path: number];
  readonly isCertain: boolean;
}

const EXACT = Number.POSITIVE_INFINITY;

/** True if a route only matches some paths. */
export const matchesByPath = (route: StoredObject): boolean => {
  const { path } = parseMatch(route);
  return isExact(route) || path.length > 1;
};

/**
 * Chooses the route that handles a request. A host precedes a wildcard, which precedes any host; an exact path precedes
 * prefixes, and a longer prefix a shorter one. The reference doesn't define the order of equal matches.
 */
export function chooseRoute(
  run: Run,
  routes: readonly StoredObject[],
  address: { readonly host: string; readonly port: number },
  path: string,
): StoredObject | undefined {
  return chooseCandidate(run, routes.flatMap((route) => matchRoute(route, address, path) ?? []).sort(byRank));
}

function chooseCandidate(run: Run, [first, ...others]: readonly Candidate[]): StoredObject | undefined {
  if (!first) return undefined;
  const equals = [first, ...others.filter((candidate) => byRank(first, candidate) === 0)];
  const index =
    equals.length === 1
      ? 0
      : run.fork("which of the routes with equal matches gets the request", equals.length);
  const chosen = equals[index] ?? first;
  if (chosen.isCertain || run.fork("whether an exact match without a path matches every path", 2) === 0)
    return chosen.route;
  return chooseCandidate(
    run,
    [first, ...others].filter((candidate) => candidate !== chosen),
  );
}

const byRank = ({ rank: [host, path] }: Candidate, { rank: [otherHost, otherPath] }: Candidate): number =>
  host === otherHost ? compare(otherPath, path) : compare(otherHost, host);

/** Ranks may be infinite, so their difference could be NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Compares a request with a route's match: a path, a host, or both. Undefined if they differ. */
function matchRoute(
  route: StoredObject,
  { host, port }: { readonly host: string; readonly port: number },
  path: string,
): Candidate | undefined {
  const match = parseMatch(route);
  if (match.port !== undefined && match.port !== port) return undefined;
  const hostRank = match.host === "" ? 0 : specificity(match.host, host);
  if (hostRank < 0) return undefined;
  if (match.path === "") return { route, rank: [hostRank, 1], isCertain: !isExact(route) || path === "/" };
  if (isExact(route))
    return path === match.path ? { route, rank: [hostRank, EXACT], isCertain: true } : undefined;
  return path.startsWith(match.path)
    ? { route, rank: [hostRank, match.path.length], isCertain: true }
    : undefined;
}

const isExact = ({ fields }: StoredObject): boolean => fields.match_type === "exact_path";

/** The parts of a match. A host with a port is assumed to match requests to that port only. */
function parseMatch({ fields }: StoredObject): {
  readonly host: string;
  readonly port: number | undefined;
  readonly path: string;
} {
  const [, host = "", port, path = ""] = /^([^/]*?)(?::(\d+))?(\/.*)?$/s.exec(asText(fields.match)) ?? [];
  return { host: host.toLowerCase(), port: port === undefined ? undefined : Number(port), path };
}
