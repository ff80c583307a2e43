import { z } from "zod";
import * as edge from "../../sdk";
import {
  type AttachedPolicy,
  allGuards,
  endpointCase,
  isCheckedLater,
  modulePolicy,
} from "../attached-policy";
import { BLOCKING_GUARDS, type GuardModule, isApplied, ROUTE_GUARDS } from "../guards";
import { findingsAbout, reference, resourceRule, SOURCES, stackRule, stringList } from "../rule";
import { matchPath, StackAccess } from "../stack-access";

type GuardModules = { [Name in GuardModule]?: { enabled?: boolean } };

const disabledIn = (modules: GuardModules) =>
  BLOCKING_GUARDS.filter((guard) => modules[guard]?.enabled === false);

const checkModules = (modules: GuardModules) => [
  ...disabledIn(modules).map(
    (guard) => `${guard}.enabled is false: the module is declared but allows everyone.`,
  ),
  ...disabledGuards(modulePolicy(modules)),
];

/** The results that tell whether a guard would allow a request. */
const VERDICT = /\b.*\b(?:action|matched_cidr|authorized|verified)\b/;

/** Finds actions with `enforce: false`, unless later rules decide by their result. */
function disabledGuards(policy: AttachedPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const guards = allGuards(policy);
  if (policy.isOn === false && guards.length > 0)
    return ["trafficPolicy.enabled is false: the policy is declared, but its guards allow everyone."];
  return guards
    .filter((guard) => !guard.action.isEnforced && !isCheckedLater(policy, guard, VERDICT))
    .map(
      ({ action, path }) =>
        `${path}.config.enforce is false: ${action.type} allows everyone, and no later rule uses its result.`,
    );
}

function enableModules(modules: GuardModules): boolean {
  const disabled = disabledIn(modules).map((guard) => modules[guard] ?? {});
  disabled.forEach(enable);
  return disabled.length > 0;
}

const checkModule = ({ enabled }: { enabled?: boolean }) =>
  enabled === false ? "enabled is false: the module is declared but allows everyone." : undefined;

function enable(module: { enabled?: boolean }): undefined {
  module.enabled = true;
}

export const edgeGuardDisabled = resourceRule({
  id: "edge-guard-disabled",
  severity: "high",
  title: "A module or action that guards an endpoint, edge, or route must be enabled.",
  reason:
    "A module with enabled: false, or an action with enforce: false, looks like a guard in the program, but isn't one.",
  source: [reference("Create HTTPS Edge Route"), reference("TLS edge")],
  advice: "Set enabled or enforce to true, or remove the module or action.",
  fix: "Sets enabled of modules to true. Doesn't change traffic policies.",
  cases: (on) => [
    endpointCase(on, disabledGuards),
    on(edge.TlsEdge, checkModules, enableModules),
    on(edge.TcpEdge, checkModules, enableModules),
    on(edge.HttpsEdge, checkModules, enableModules),
    on(edge.HttpsEdgeRoute, checkModules, enableModules),
    on(edge.TcpEdgeIpRestriction, checkModule, enable),
    on(edge.TlsEdgeMutualTls, checkModule, enable),
  ],
});

export const edgeRouteHasGuard = stackRule({
  id: "edge-route-has-guard",
  severity: "high",
  title: "A route must not allow everyone.",
  reason: "A route without a guard, or with one that allows everyone, is open to the whole internet.",
  source: [reference("HTTPS edge route"), SOURCES.guide],
  advice: `Add one of ${ROUTE_GUARDS.join(", ")}, or mutualTls to the edge, or add the route to publicRoutes.`,
  config: z.object({
    publicRoutes: stringList("Names of resources that are public on purpose."),
  }),
  check: (account, { publicRoutes }) => {
    const stack = new StackAccess(account);
    return findingsAbout(account, edge.HttpsEdgeRoute, (route) => {
      const { resource, props } = route;
      if (publicRoutes.includes(resource.name)) return undefined;
      const access = stack.route(route);
      const request = access.findAnyRequest(matchPath(props.match), props.matchType === "exact_path");
      if (request === undefined) return undefined;
      const guards = ROUTE_GUARDS.filter((guard) => isApplied(props, guard) !== false);
      return guards.length === 0
        ? `no guard is applied: add one of ${ROUTE_GUARDS.join(", ")}.`
        : `${guards.join(" and ")} allow everyone to send ${access.describe(request)}.`;
    });
  },
});
