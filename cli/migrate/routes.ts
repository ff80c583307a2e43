import { kebabCase } from "es-toolkit/string";
import type { AccountObject } from "../../provider/account";
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
}

interface Match {
  readonly object: AccountObject;
  /** Empty: any. */
  readonly host: string;
  readonly path: string;
  readonly exact: boolean;
}

/** The match of a route: a path, a host, or host and path. */
export function matchOf(object: AccountObject): Match {
  const match = text(object.inputs.match);
  const slash = match.indexOf("/");
  return {
    object,
    host: (slash < 0 ? match : match.slice(0, slash)).toLowerCase(),
    path: slash < 0 ? "" : match.slice(slash),
    exact: object.inputs.matchType === "exact_path" && slash >= 0,
  };
}

/**
 * The routes that requests for a host can take, the least specific first: a host goes before no host, an exact path
 * before prefixes, and a longer prefix before a shorter one.
 */
export function routesOf(objects: readonly AccountObject[], host: string): Route[] {
  const names = new UniqueTexts(["none"]);
  return objects
    .map(matchOf)
    .filter((match) => match.host === "" || covers(host, match.host))
    .map((match, age) => ({ match, age }))
    .sort((a, b) => rank(a.match) - rank(b.match) || b.age - a.age)
    .map(({ match }) => ({
      object: match.object,
      name: names.add(kebabCase(`${match.host} ${match.path}`).slice(0, 48) || "root", "-"),
      conditions: conditionsOf(match, host),
    }));
}

/** Whether a hostport's host, which may be a wildcard, stands for a host. */
const covers = (pattern: string, host: string): boolean =>
  pattern === host || (pattern.startsWith("*.") && host.endsWith(pattern.slice(1)));

const rank = ({ host, path, exact }: Match): number =>
  (exact ? 1_000_000 : path.length) + (host === "" ? 0 : 2_000_000);

function conditionsOf({ host, path, exact }: Match, served: string): string[] {
  // A hostport without a wildcard has no other host.
  const ofHost = host === "" || host === served ? [] : [`req.url.host.lowerAscii() == ${celText(host)}`];
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
