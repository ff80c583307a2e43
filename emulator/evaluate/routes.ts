import type { Run } from "../../traffic-policy/evaluate/run";
import { textOf } from "../json";
import type { StoredObject } from "../store/storage";
import { specificity } from "./targets";

/** A route that may handle a request. */
interface Candidate {
  readonly route: StoredObject;
  /** The specificity of its match for the host, then for the path. */
  readonly rank: readonly [host: number, path: number];
  readonly isSure: boolean;
}

const EXACT = Number.POSITIVE_INFINITY;

/** True if a route matches by the path of a request. */
export const isByPath = (route: StoredObject): boolean => {
  const { path } = parseMatch(route);
  return isExact(route) || path.length > 1;
};

/**
 * The route that handles a request. A host precedes a wildcard, which precedes any host; an exact path precedes prefixes,
 * and a longer prefix a shorter one. The reference doesn't define the order of equal matches.
 */
export function chosenRoute(
  run: Run,
  routes: readonly StoredObject[],
  at: { readonly host: string; readonly port: number },
  path: string,
): StoredObject | undefined {
  const fitting = routes.flatMap((route) => candidate(route, at, path) ?? []).sort(byRank);
  for (let [best] = fitting; best; [best] = fitting) {
    const first = best;
    const equal = fitting.filter((other) => byRank(first, other) === 0);
    const chosen = equal.length === 1 ? 0 : run.fork("which of the routes that match alike", equal.length);
    const [taken = first] = fitting.splice(chosen, 1);
    if (taken.isSure || run.fork("whether an exact path that is not named is any", 2) === 0)
      return taken.route;
  }
  return undefined;
}

const byRank = ({ rank: [host, path] }: Candidate, { rank: [otherHost, otherPath] }: Candidate): number =>
  host === otherHost ? compare(otherPath, path) : compare(otherHost, host);

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Its match is a path, a host, or host and path. */
function candidate(
  route: StoredObject,
  { host, port }: { readonly host: string; readonly port: number },
  path: string,
): Candidate | undefined {
  const match = parseMatch(route);
  if (match.port !== undefined && match.port !== port) return undefined;
  const close = match.host === "" ? 0 : specificity(match.host, host);
  if (close < 0) return undefined;
  if (match.path === "") return { route, rank: [close, 1], isSure: !isExact(route) || path === "/" };
  if (isExact(route)) return path === match.path ? { route, rank: [close, EXACT], isSure: true } : undefined;
  return path.startsWith(match.path) ? { route, rank: [close, match.path.length], isSure: true } : undefined;
}

const isExact = ({ fields }: StoredObject): boolean => fields.match_type === "exact_path";

/** The parts of a match. A host with a port is assumed to match requests to that port only. */
function parseMatch({ fields }: StoredObject): {
  readonly host: string;
  readonly port: number | undefined;
  readonly path: string;
} {
  const [, host = "", port, path = ""] = /^([^/]*?)(?::(\d+))?(\/.*)?$/s.exec(textOf(fields.match)) ?? [];
  return { host: host.toLowerCase(), port: port === undefined ? undefined : Number(port), path };
}
