import { z } from "zod";
import type { Client, TextQuestion } from "../../access";
import * as edge from "../../sdk";
import type { Account } from "../account";
import type { AnonymousAccess } from "../anonymous-access";
import { type HeldPolicy, policyOfEndpoint, policyOfModule } from "../held-policy";
import { type StackFinding, stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { pathOf, StackAccess } from "../stack-access";

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
    ignoresCase: z
      .boolean()
      .default(false)
      .describe("Whether upstreams serve /ADMIN as /admin, as those on Windows often do."),
  }),
  check: (account, { paths, ignoresCase }) => {
    const wanted = { paths: paths.map((path) => path.toLowerCase()), ignoresCase };
    return [...endpoints(account, wanted), ...routes(account, wanted)];
  },
});

/** Which paths are for administration. */
interface Wanted {
  readonly paths: readonly string[];
  readonly ignoresCase: boolean;
}

function endpoints(account: Account, wanted: Wanted): StackFinding[] {
  const stack = new StackAccess(account);
  return account.of(edge.Endpoint).flatMap((endpoint) => {
    const policy = policyOfEndpoint(endpoint.props);
    const access = stack.endpoint(endpoint);
    const open = access?.openTo(pathsOf(access.texts, wanted));
    return policy && access && open
      ? [{ at: endpoint.resource, message: message(policy, access, open) }]
      : [];
  });
}

function routes(account: Account, wanted: Wanted): StackFinding[] {
  const stack = new StackAccess(account);
  return account.of(edge.HttpsEdgeRoute).flatMap((route) => {
    const { match, matchType } = route.props;
    const policy = policyOfModule(route.props);
    if (policy?.isOn !== true) return [];
    const base = pathOf(match);
    const access = stack.route(route);
    const served = pathsOf(access.texts, wanted).filter((path) =>
      matchType === "exact_path" ? path === base : path.startsWith(base),
    );
    const open = access.openTo(served);
    return open ? [{ at: route.resource, message: message(policy, access, open) }] : [];
  });
}

const message = ({ at }: HeldPolicy, access: AnonymousAccess, open: Client) =>
  `${at} lets everybody ${access.describe(open)}: no rule that guards it applies before it is served.`;

/** The administration paths that a policy names, and some below them. */
function pathsOf(tests: readonly TextQuestion[], { paths, ignoresCase }: Wanted): string[] {
  const named = [...new Set(tests.flatMap((test) => pathsIn(test, paths)))].slice(0, 50);
  const isReadRaw = tests.some(({ subject }) => subject.startsWith("req.url.raw"));
  return named
    .flatMap((path) => [
      path,
      ...(isReadRaw ? spellingsOf(path) : []),
      ...(ignoresCase ? [path.toUpperCase()] : []),
    ])
    .flatMap((path) => [path, `${path}/`, `${path}/users`]);
}

/** A path as it may come as well: a condition on how it came takes these for other paths. */
const spellingsOf = (path: string): readonly string[] => [
  path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  `/${path}`,
];

/** Variables that hold the path of a request, alone or within its URL. */
const HOLDS_PATH = /^req\.url(?:\.(?:raw_path|path|uri|raw))?$/;

/** The administration paths that a test compares a request with. */
function pathsIn({ subject, is, value }: TextQuestion, paths: readonly string[]): string[] {
  if (!HOLDS_PATH.test(subject)) return [];
  const [, path = value] = /^\w+:\/\/[^/]*(.*)$/.exec(value) ?? [];
  if (is !== "equal" && is !== "start") return paths.filter((parent) => value.toLowerCase().includes(parent));
  return paths.some((parent) => isBelow(path.toLowerCase(), parent)) ? [path.replace(/\/$/, "")] : [];
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
