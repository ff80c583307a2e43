import { z } from "zod";
import type { TextQuestion } from "../../access";
import * as edge from "../../sdk";
import type { Declared } from "../account";
import type { AnonymousAccess } from "../anonymous-access";
import {
  type AttachedPolicy,
  allGuards,
  endpointCase,
  endpointPolicy,
  isCheckedLater,
  modulePolicy,
} from "../attached-policy";
import { BLOCKING_GUARDS, type GuardModule, isApplied, ROUTE_GUARDS } from "../guards";
import { reference, resourceRule, SOURCES, type StackFinding, stackRule, stringList } from "../rule";
import { matchPath, StackAccess } from "../stack-access";

export const edgeAdminPath = stackRule({
  id: "edge-admin-path",
  severity: "high",
  level: {
    enforcement: "advisory",
    reason: "the rule knows paths only by their names, and they may be public.",
  },
  title: "A traffic policy should guard the administration paths that it mentions, and all paths below them.",
  reason:
    "A condition that compares the path with == excludes the paths below it, and one on the method excludes other methods.",
  source: [reference("Endpoint"), reference("HTTPS edge route"), SOURCES.trafficPolicies],
  advice:
    "Guard the path with startsWith for all methods, before the rule that forwards, or remove the path from the setting `paths`.",
  config: z.object({
    paths: stringList("Prefixes of administration paths.", [
      ...["/admin", "/administrator", "/wp-admin", "/wp-login.php", "/phpmyadmin"],
      ...["/actuator", "/console", "/manager", "/debug", "/metrics"],
    ]),
    ignoresCase: z
      .boolean()
      .default(false)
      .describe("Whether upstreams ignore case in paths, as those on Windows often do."),
  }),
  check: (account, { paths, ignoresCase }) => {
    const adminPaths = { paths: paths.map((path) => path.toLowerCase()), ignoresCase };
    const stack = new StackAccess(account);
    const endpoints = account.of(edge.Endpoint).flatMap((endpoint) => {
      const policy = endpointPolicy(endpoint.props);
      const access = stack.endpoint(endpoint);
      return policy && access
        ? unguardedPaths(endpoint, policy, access, pathsToTry(access.textQuestions, adminPaths))
        : [];
    });
    const routes = account.of(edge.HttpsEdgeRoute).flatMap((route) => {
      const policy = modulePolicy(route.props);
      if (policy?.isOn !== true) return [];
      const { match, matchType } = route.props;
      const base = matchPath(match);
      const access = stack.route(route);
      const served = pathsToTry(access.textQuestions, adminPaths).filter((path) =>
        matchType === "exact_path" ? path === base : path.startsWith(base),
      );
      return unguardedPaths(route, policy, access, served);
    });
    return [...endpoints, ...routes];
  },
});

function unguardedPaths(
  { resource }: Declared,
  { path }: AttachedPolicy,
  access: AnonymousAccess,
  paths: readonly string[],
): StackFinding[] {
  const request = access.findRequest(paths);
  if (!request) return [];
  const message = `${path} allows everyone to send ${access.describe(request)}: no rule guards the request before it is served.`;
  return [{ at: resource, message }];
}

/** Administration paths that a policy mentions, with paths below them. */
function pathsToTry(
  tests: readonly TextQuestion[],
  { paths, ignoresCase }: { paths: readonly string[]; ignoresCase: boolean },
): string[] {
  const named = [...new Set(tests.flatMap((test) => pathsInTest(test, paths)))].slice(0, 50);
  const readsRawUrl = tests.some(({ subject }) => subject.startsWith("req.url.raw"));
  return named
    .flatMap((path) => [
      path,
      ...(readsRawUrl ? alternativeSpellings(path) : []),
      ...(ignoresCase ? [path.toUpperCase()] : []),
    ])
    .flatMap((path) => [path, `${path}/`, `${path}/users`]);
}

/** Other spellings of a path, which a condition on the raw URL doesn't match. */
const alternativeSpellings = (path: string): readonly string[] => [
  path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `/${path}`,
];

const PATH_VARIABLE = /^req\.url(?:\.(?:raw_path|path|uri|raw))?$/;

function pathsInTest({ subject, is, value }: TextQuestion, paths: readonly string[]): string[] {
  if (!PATH_VARIABLE.test(subject)) return [];
  const [, path = value] = /^\w+:\/\/[^/]*(.*)$/.exec(value) ?? [];
  if (is !== "equal" && is !== "start") return paths.filter((parent) => value.toLowerCase().includes(parent));
  return paths.some((parent) => isBelow(path.toLowerCase(), parent)) ? [path.replace(/\/$/, "")] : [];
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);

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
    return account
      .of(edge.HttpsEdgeRoute)
      .filter(({ resource }) => !publicRoutes.includes(resource.name))
      .flatMap((route) => {
        const { resource: at, props } = route;
        const access = stack.route(route);
        const request = access.findAnyRequest(matchPath(props.match), props.matchType === "exact_path");
        if (request === undefined) return [];
        const guards = ROUTE_GUARDS.filter((guard) => isApplied(props, guard) !== false);
        const message =
          guards.length === 0
            ? `no guard is applied: add one of ${ROUTE_GUARDS.join(", ")}.`
            : `${guards.join(" and ")} allow everyone to send ${access.describe(request)}.`;
        return [{ at, message }];
      });
  },
});
