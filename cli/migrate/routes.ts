import { type AccountObject, servesHost } from "../../provider/inspect";
import { kebabCase } from "../common";
import { UniqueTexts } from "../export/names";
import { compareMatches, parseMatch } from "../review/reach/routes";
import { toText } from "./account";
import { celText, type Rule } from "./policy";

/** A route as one hostport serves it. */
export type Route = ReturnType<typeof routesOf>[number];

type Match = ReturnType<typeof matchOf>;

export function matchOf(object: AccountObject) {
  const match = parseMatch(toText(object.inputs.match), object.inputs.matchType);
  /** The reason it is undecided which requests it matches. */
  const undecidedReason = match.isBare
    ? "the API reference doesn't say whether an exact match without a path matches every path"
    : match.host?.port !== undefined
      ? "the API reference doesn't say whether a host with a port matches what clients request"
      : undefined;
  return { ...match, object, undecidedReason };
}

/**
 * Returns the routes that requests for a host may take, the most specific last: routes without a host, with a wildcard,
 * with a host; among these, with a shorter prefix, with a longer prefix, with an exact path.
 */
export function routesOf(objects: readonly AccountObject[], host: string) {
  const names = new UniqueTexts(["none"]);
  const matches = objects.map(matchOf).filter((match) => mayServe(match, host));
  const bySelection = Map.groupBy(matches, selectionKey);
  const conflict =
    "another route has the same match, and the API reference doesn't say which one gets the requests";
  // Reversed, so that the older of two equal routes comes last.
  const sorted = matches.toReversed().sort(compareMatches);
  return sorted.map((match) => ({
    object: match.object,
    /** Value of the variable that identifies the route of a request. */
    name: names.add(kebabCase(`${match.host?.name ?? ""} ${match.path}`).slice(0, 48) || "root", "-"),
    /** Conditions under which requests match it; empty if all do. */
    conditions: conditionsOf(match, host),
    undecidedReason:
      match.undecidedReason ?? (bySelection.get(selectionKey(match))?.length === 1 ? undefined : conflict),
  }));
}

/** True if a route can get requests for a host, which may be a wildcard. */
export const mayServe = ({ host }: Match, servedHost: string): boolean =>
  host === undefined || servesHost(servedHost, host.name) || servesHost(host.name, servedHost);

/** Equal for routes that select the same requests. */
const selectionKey = ({ host, path, isExact }: Match): string => JSON.stringify([host?.name, path, isExact]);

function conditionsOf({ host, path, isExact }: Match, servedHost: string): string[] {
  const requested = "req.url.host.lowerAscii()";
  // A host condition is unnecessary if the route serves every host of the hostport.
  const hostCondition =
    host === undefined || servesHost(host.name, servedHost)
      ? []
      : host.name.startsWith("*.")
        ? [`${requested}.endsWith(${celText(host.name.slice(1))})`]
        : [`${requested} == ${celText(host.name)}`];
  if (isExact) return [...hostCondition, `req.url.path == ${celText(path)}`];
  return path === "/" ? hostCondition : [...hostCondition, `req.url.path.startsWith(${celText(path)})`];
}

/**
 * Returns rules that set a variable to the name of the route that a request takes: each rule that applies overwrites it,
 * so the most specific route wins. Later actions may change the request without affecting the variable.
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
