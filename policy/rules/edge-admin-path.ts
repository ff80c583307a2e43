import { z } from "zod";
import type { Condition } from "../../provider/traffic-policy/guards";
import * as edge from "../../sdk";
import type { Account } from "../account";
import { isApplied, ROUTE_GUARDS } from "../guards";
import { type HeldPolicy, policyOfEndpoint, policyOfModule } from "../held-policy";
import { type StackFinding, stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { fateOf, PATH_SUBJECTS, type Visit } from "../visitor";

/** Forwarding goes from endpoint to endpoint, and may go in a circle. */
const MOST_HOPS = 8;

export const edgeAdminPath = stackRule({
  id: "edge-admin-path",
  severity: "high",
  level: {
    is: "advisory",
    because: "the rule knows paths by their names, and what they serve may be public",
  },
  title: "A traffic policy should guard the administration paths that it names, and all below them.",
  reason:
    "A condition that compares the path with == leaves out what is below it, and one on the method leaves out the others.",
  source: [reference("Endpoint"), reference("HTTPS edge route"), SOURCES.trafficPolicies],
  advice:
    "Guard the path with startsWith for all methods, before the rule that forwards; or remove the path from the settings.",
  config: z.object({
    paths: z
      .array(z.string())
      .default([
        "/admin",
        "/administrator",
        "/wp-admin",
        "/wp-login.php",
        "/phpmyadmin",
        "/actuator",
        "/console",
        "/manager",
        "/debug",
        "/metrics",
      ])
      .describe("Beginnings of the paths that are for administration."),
  }),
  check: (account, { paths }) => {
    const wanted = paths.map((path) => path.toLowerCase());
    return [...endpoints(account, wanted), ...routes(account, wanted)];
  },
});

function endpoints(account: Account, paths: readonly string[]): StackFinding[] {
  return account.of(edge.Endpoint).flatMap(({ resource, props }) => {
    const policy = policyOfEndpoint(props);
    // Nobody gets to an internal endpoint but by another one.
    if (policy === undefined || isInternal(props.url)) return [];
    const open = firstOpen(account, policy, paths, hostOf(props.url), () => true);
    return open === undefined ? [] : [{ at: resource, message: said(policy, open) }];
  });
}

function routes(account: Account, paths: readonly string[]): StackFinding[] {
  const guarded = account.of(edge.HttpsEdge).filter(({ props }) => isApplied(props, "mutualTls") !== false);
  const others = ROUTE_GUARDS.filter((guard) => guard !== "trafficPolicy");
  return account.of(edge.HttpsEdgeRoute).flatMap(({ resource, props }) => {
    const policy = policyOfModule(props);
    const isGuarded =
      others.some((guard) => isApplied(props, guard) !== false) ||
      guarded.some((parent) => account.refers(resource, parent.resource, "edgeId"));
    if (policy === undefined || policy.isOn !== true || isGuarded) return [];
    const { match, matchType } = props;
    const isServed = (path: string) =>
      match === undefined || (matchType === "exact_path" ? path === match : path.startsWith(match));
    const open = firstOpen(account, policy, paths, undefined, isServed);
    return open === undefined ? [] : [{ at: resource, message: said(policy, open) }];
  });
}

const said = ({ at }: HeldPolicy, { method, path }: Visit) =>
  `${at} lets everybody ${method} ${JSON.stringify(path.slice(0, 80))}: no rule that guards it applies before it is served.`;

/** The first request for an administration path that the policy names, and that surely gets through. */
function firstOpen(
  account: Account,
  policy: HeldPolicy,
  paths: readonly string[],
  host: string | undefined,
  isServed: (path: string) => boolean,
): Visit | undefined {
  const conditions = policy.reading?.rules.flatMap((rule) => rule.conditions) ?? [];
  const named = new Set(conditions.flatMap((condition) => pathsIn(condition, paths)));
  const visits = [...named]
    .slice(0, 50)
    .flatMap((path) =>
      [path, `${path}/`, `${path}/users`].flatMap((one) =>
        ["GET", "POST"].map((method) => ({ method, host, path: one })),
      ),
    );
  return visits.find((visit) => isServed(visit.path) && getsIn(account, policy, visit, MOST_HOPS));
}

/** The administration paths that a condition compares a request with. */
function pathsIn(condition: Condition, paths: readonly string[]): string[] {
  if (condition.kind === "not") return pathsIn(condition.of, paths);
  if (condition.kind === "all" || condition.kind === "any")
    return condition.of.flatMap((one) => pathsIn(one, paths));
  if (condition.kind !== "test" || !PATH_SUBJECTS.includes(condition.subject)) return [];
  const value = condition.value.toLowerCase();
  if (condition.is === "equal" || condition.is === "start")
    return paths.some((path) => isBelow(value, path)) ? [condition.value.replace(/\/$/, "")] : [];
  return paths.filter((path) => value.includes(path));
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);

function getsIn(account: Account, { reading }: HeldPolicy, visit: Visit, hops: number): boolean {
  if (reading === undefined || hops === 0) return false;
  const fate = fateOf(reading, visit);
  if (fate.is !== "in") return false;
  if (fate.forwardsTo === undefined) return true;
  // The policy of the internal endpoint counts too; one that this stack does not hold may guard.
  const [target] = account.of(edge.Endpoint).filter(({ props }) => isSameUrl(props.url, fate.forwardsTo));
  const next = target && policyOfEndpoint(target.props);
  return next !== undefined && getsIn(account, next, { ...visit, host: hostOf(fate.forwardsTo) }, hops - 1);
}

function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

const hostOf = (text: string | undefined) => urlOf(text)?.hostname;

const isInternal = (text: string | undefined) => hostOf(text)?.endsWith(".internal") === true;

/** Ports of a scheme's own are left out of an URL's host. */
const isSameUrl = (one: string | undefined, other: string | undefined) =>
  one !== undefined &&
  urlOf(one)?.host === urlOf(other)?.host &&
  urlOf(one)?.protocol === urlOf(other)?.protocol;
