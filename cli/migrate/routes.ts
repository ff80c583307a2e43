import { type AccountObject, servesHost } from "../../provider/inspect";
import { kebabCase } from "../common";
import { UniqueTexts } from "../export/names";
import { text } from "./account";
import { celText, type Rule } from "./policy";

/** A route as one hostport serves it. */
export interface Route {
  readonly object: AccountObject;
  /** Value of the variable that says which route a request takes. */
  readonly name: string;
  /** Conditions under which requests match it; none for all of them. */
  readonly conditions: readonly string[];
  /** Why nobody can tell which requests it serves. */
  readonly unclear: string | undefined;
}

interface Match {
  readonly object: AccountObject;
  /** Empty: any. */
  readonly host: string;
  readonly path: string;
  readonly exact: boolean;
  /** Why nobody can tell what it matches. */
  readonly doubt: string | undefined;
}

const PORT = /:\d*$/;

/** The match of a route: a path, a host, or host and path. */
export function matchOf(object: AccountObject): Match {
  const match = text(object.inputs.match);
  const slash = match.indexOf("/");
  const isExact = object.inputs.matchType === "exact_path";
  const host = (slash < 0 ? match : match.slice(0, slash)).toLowerCase();
  const doubts = [
    ...(isExact && slash < 0 ? ["whether an exact path that is not named is every path is not told"] : []),
    ...(PORT.test(host) ? ["whether a host with a port is one that clients ask for is not told"] : []),
  ];
  return {
    object,
    host: host.replace(PORT, ""),
    path: slash < 0 ? "" : match.slice(slash),
    exact: isExact && slash >= 0,
    doubt: doubts[0],
  };
}

/**
 * The routes that requests for a host can take, the least specific first: a host goes before a wildcard and that before no
 * host, an exact path before prefixes, and a longer prefix before a shorter one.
 */
export function routesOf(objects: readonly AccountObject[], host: string): Route[] {
  const names = new UniqueTexts(["none"]);
  const found = objects.map(matchOf).filter((match) => mayServe(match, host));
  const alike = Map.groupBy(found, selected);
  return found
    .map((match, age) => ({ match, age }))
    .sort((a, b) => byRank(a.match, b.match) || b.age - a.age)
    .map(({ match }) => ({
      object: match.object,
      name: names.add(kebabCase(`${match.host} ${match.path}`).slice(0, 48) || "root", "-"),
      conditions: conditionsOf(match, host),
      unclear:
        match.doubt ??
        ((alike.get(selected(match)) ?? []).length > 1
          ? "another route has the same match, and which of them gets the requests is not told"
          : undefined),
    }));
}

/** Whether a route can get requests for a host, which may be a wildcard. */
export const mayServe = ({ host }: Match, served: string): boolean =>
  host === "" || servesHost(served, host) || servesHost(host, served);

/** What a route selects: equal for routes that select the same. */
const selected = ({ host, path, exact }: Match): string => JSON.stringify([host, path || "/", exact]);

const byRank = (one: Match, other: Match): number =>
  compare(ofHost(one), ofHost(other)) || compare(ofPath(one), ofPath(other));

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
const ofHost = ({ host }: Match) => (isWildcard(host) || host === "" ? host.length : Infinity);
const ofPath = ({ path, exact }: Match) => (exact ? Infinity : path.length);
const isWildcard = (host: string) => host.startsWith("*.");

function conditionsOf({ host, path, exact }: Match, served: string): string[] {
  const name = "req.url.host.lowerAscii()";
  const named = isWildcard(host)
    ? `${name}.endsWith(${celText(host.slice(1))})`
    : `${name} == ${celText(host)}`;
  // Where all that the hostport serves is meant, nothing is asked.
  const ofHost = host === "" || servesHost(host, served) ? [] : [named];
  if (exact) return [...ofHost, `req.url.path == ${celText(path)}`];
  const isAny = path === "" || path === "/";
  return isAny ? ofHost : [...ofHost, `req.url.path.startsWith(${celText(path)})`];
}

/**
 * Rules that set a variable to the name of the route that a request takes. The most specific route comes last: the last
 * rule that applies decides, whatever later actions make of the request.
 */
export function choice(routes: readonly Route[], variable: string): Rule[] {
  const setTo = (name: string) => [{ type: "set-vars", config: { vars: [{ [variable]: name }] } }];
  return [
    { name: "which route", actions: setTo("none") },
    ...routes.map(({ name, conditions }) => ({
      ...(conditions.length === 0 ? {} : { expressions: conditions }),
      actions: setTo(name),
    })),
  ];
}
