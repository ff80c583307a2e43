import { z } from "zod";
import * as edge from "../../sdk";
import type { Condition, Test } from "../../traffic-policy/symbolic/guards";
import type { Account } from "../account";
import { type HeldPolicy, policyOfEndpoint, policyOfModule } from "../held-policy";
import { type StackFinding, stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { pathOf, type Request, Strangers, shown, testsIn } from "../strangers";

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
  const strangers = new Strangers(account);
  return account.of(edge.Endpoint).flatMap((endpoint) => {
    const policy = policyOfEndpoint(endpoint.props);
    const entrance = strangers.endpoint(endpoint);
    const open = entrance?.openTo(pathsOf(entrance.conditions(), wanted));
    return policy && open ? [{ at: endpoint.resource, message: said(policy, open) }] : [];
  });
}

function routes(account: Account, wanted: Wanted): StackFinding[] {
  const strangers = new Strangers(account);
  return account.of(edge.HttpsEdgeRoute).flatMap((route) => {
    const { match, matchType } = route.props;
    const policy = policyOfModule(route.props);
    if (policy?.isOn !== true) return [];
    const base = pathOf(match);
    const entrance = strangers.route(route);
    const served = pathsOf(entrance.conditions(), wanted).filter((path) =>
      matchType === "exact_path" ? path === base : path.startsWith(base),
    );
    const open = entrance.openTo(served);
    return open ? [{ at: route.resource, message: said(policy, open) }] : [];
  });
}

const said = ({ at }: HeldPolicy, open: Request) =>
  `${at} lets everybody ${shown(open)}: no rule that guards it applies before it is served.`;

/** The administration paths that conditions name, and some below them. */
function pathsOf(conditions: readonly Condition[], { paths, ignoresCase }: Wanted): string[] {
  const tests = testsIn(conditions);
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
function pathsIn({ subject, is, value }: Test, paths: readonly string[]): string[] {
  if (!HOLDS_PATH.test(subject)) return [];
  const [, path = value] = /^\w+:\/\/[^/]*(.*)$/.exec(value) ?? [];
  if (is !== "equal" && is !== "start") return paths.filter((parent) => value.toLowerCase().includes(parent));
  return paths.some((parent) => isBelow(path.toLowerCase(), parent)) ? [path.replace(/\/$/, "")] : [];
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
