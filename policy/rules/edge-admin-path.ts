import { z } from "zod";
import type { TextQuestion } from "../../access";
import * as edge from "../../sdk";
import type { Declared } from "../account";
import type { AnonymousAccess } from "../anonymous-access";
import { type AttachedPolicy, endpointPolicy, modulePolicy } from "../attached-policy";
import { reference, SOURCES, type StackFinding, stackRule } from "../rule";
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
      .describe("Prefixes of administration paths."),
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
        ? violations(endpoint, policy, access, pathsToTry(access.texts, adminPaths))
        : [];
    });
    const routes = account.of(edge.HttpsEdgeRoute).flatMap((route) => {
      const policy = modulePolicy(route.props);
      if (policy?.isOn !== true) return [];
      const { match, matchType } = route.props;
      const base = matchPath(match);
      const access = stack.route(route);
      const served = pathsToTry(access.texts, adminPaths).filter((path) =>
        matchType === "exact_path" ? path === base : path.startsWith(base),
      );
      return violations(route, policy, access, served);
    });
    return [...endpoints, ...routes];
  },
});

interface AdminPaths {
  readonly paths: readonly string[];
  readonly ignoresCase: boolean;
}

function violations(
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
function pathsToTry(tests: readonly TextQuestion[], { paths, ignoresCase }: AdminPaths): string[] {
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
