import { type AccountObject, servesHost } from "../../provider/inspect";
import { kebabCase } from "../common";
import { UniqueTexts } from "../export/names";
import { toText } from "./account";
import { celText, type Rule } from "./policy";

/** A route as one hostport serves it. */
export interface Route {
  readonly object: AccountObject;
  /** Value of the variable that identifies the route of a request. */
  readonly name: string;
  /** Conditions under which requests match it; empty if all do. */
  readonly conditions: readonly string[];
  /** The reason it is undecided which requests it serves. */
  readonly undecidedReason: string | undefined;
}

interface Match {
  readonly object: AccountObject;
  /** Empty for any host. */
  readonly host: string;
  readonly path: string;
  readonly exact: boolean;
  /** The reason it is undecided what it matches. */
  readonly undecidedReason: string | undefined;
}

const PORT = /:\d*$/;

/** Parses the match of a route: a path, a host, or both. */
export function matchOf(object: AccountObject): Match {
  const match = toText(object.inputs.match);
  const slash = match.indexOf("/");
  const isExact = object.inputs.matchType === "exact_path";
  const host = (slash < 0 ? match : match.slice(0, slash)).toLowerCase();
  const doubts = [
    ...(isExact && slash < 0
      ? ["the API reference doesn't say whether an exact match without a path matches every path"]
      : []),
    ...(PORT.test(host)
      ? ["the API reference doesn't say whether a host with a port matches what clients request"]
      : []),
  ];
  return {
    object,
    host: host.replace(PORT, ""),
    path: slash < 0 ? "" : match.slice(slash),
    exact: isExact && slash >= 0,
    undecidedReason: doubts[0],
  };
}

/**
 * The routes that requests for a host may take, from the least to the most specific: no host, a wildcard, a host; a
 * shorter prefix, a longer prefix, an exact path.
 */
export function routesOf(objects: readonly AccountObject[], host: string): Route[] {
  const names = new UniqueTexts(["none"]);
  const matches = objects.map(matchOf).filter((match) => mayServe(match, host));
  const sameSelection = Map.groupBy(matches, selectionKey);
  return matches
    .map((match, age) => ({ match, age }))
    .sort((a, b) => byRank(a.match, b.match) || b.age - a.age)
    .map(({ match }) => ({
      object: match.object,
      name: names.add(kebabCase(`${match.host} ${match.path}`).slice(0, 48) || "root", "-"),
      conditions: conditionsOf(match, host),
      undecidedReason:
        match.undecidedReason ??
        ((sameSelection.get(selectionKey(match)) ?? []).length > 1
          ? "another route has the same match, and the API reference doesn't say which one gets the requests"
          : undefined),
    }));
}

/** True if a route can get requests for a host, which may be a wildcard. */
export const mayServe = ({ host }: Match, served: string): boolean =>
  host === "" || servesHost(served, host) || servesHost(host, served);

/** Equal for routes that select the same requests. */
const selectionKey = ({ host, path, exact }: Match): string => JSON.stringify([host, path || "/", exact]);

const byRank = (a: Match, b: Match): number =>
  compare(hostRank(a), hostRank(b)) || compare(pathRank(a), pathRank(b));

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const hostRank = ({ host }: Match) => (isWildcard(host) || host === "" ? host.length : Infinity);
const pathRank = ({ path, exact }: Match) => (exact ? Infinity : path.length);
const isWildcard = (host: string) => host.startsWith("*.");

function conditionsOf({ host, path, exact }: Match, served: string): string[] {
  const name = "req.url.host.lowerAscii()";
  const named = isWildcard(host)
    ? `${name}.endsWith(${celText(host.slice(1))})`
    : `${name} == ${celText(host)}`;
  // A host condition is unnecessary if the route serves every host of the hostport.
  const hostCondition = host === "" || servesHost(host, served) ? [] : [named];
  if (exact) return [...hostCondition, `req.url.path == ${celText(path)}`];
  const isAny = path === "" || path === "/";
  return isAny ? hostCondition : [...hostCondition, `req.url.path.startsWith(${celText(path)})`];
}

/**
 * Rules that set a variable to the name of the route that a request takes. The most specific route comes last, because
 * the last rule that applies wins; later actions may change the request without affecting the variable.
 */
export function routeVariableRules(routes: readonly Route[], variable: string): Rule[] {
  const setTo = (name: string) => [{ type: "set-vars", config: { vars: [{ [variable]: name }] } }];
  return [
    { name: "which route", actions: setTo("none") },
    ...routes.map(({ name, conditions }) => ({
      ...(conditions.length === 0 ? {} : { expressions: conditions }),
      actions: setTo(name),
    })),
  ];
}
