import { z } from "zod";
import type { Condition } from "../../provider/traffic-policy/guards";
import * as edge from "../../sdk";
import type { Account } from "../account";
import { type HeldPolicy, policyOfEndpoint, policyOfModule } from "../held-policy";
import { type StackFinding, stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { PATH, pathOf, type Request, Strangers, shown } from "../strangers";

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
  const strangers = new Strangers(account);
  return account.of(edge.Endpoint).flatMap((endpoint) => {
    const policy = policyOfEndpoint(endpoint.props);
    const entrance = strangers.endpoint(endpoint);
    const open = entrance?.openTo(pathsOf(entrance.conditions(), paths));
    return policy && open ? [{ at: endpoint.resource, message: said(policy, open) }] : [];
  });
}

function routes(account: Account, paths: readonly string[]): StackFinding[] {
  const strangers = new Strangers(account);
  return account.of(edge.HttpsEdgeRoute).flatMap((route) => {
    const { match, matchType } = route.props;
    const policy = policyOfModule(route.props);
    if (policy?.isOn !== true) return [];
    const base = pathOf(match);
    const entrance = strangers.route(route);
    const served = pathsOf(entrance.conditions(), paths).filter((path) =>
      matchType === "exact_path" ? path === base : path.startsWith(base),
    );
    const open = entrance.openTo(served);
    return open ? [{ at: route.resource, message: said(policy, open) }] : [];
  });
}

const said = ({ at }: HeldPolicy, open: Request) =>
  `${at} lets everybody ${shown(open)}: no rule that guards it applies before it is served.`;

/** The administration paths that conditions name, and some below them. */
function pathsOf(conditions: readonly Condition[], paths: readonly string[]): string[] {
  const named = new Set(conditions.flatMap((condition) => pathsIn(condition, paths)));
  return [...named].slice(0, 50).flatMap((path) => [path, `${path}/`, `${path}/users`]);
}

/** The administration paths that a condition compares a request with. */
function pathsIn(condition: Condition, paths: readonly string[]): string[] {
  if (condition.kind === "not") return pathsIn(condition.of, paths);
  if (condition.kind === "all" || condition.kind === "any")
    return condition.of.flatMap((one) => pathsIn(one, paths));
  if (condition.kind !== "test" || !PATH.test(condition.subject)) return [];
  const value = condition.value.toLowerCase();
  if (condition.is === "equal" || condition.is === "start")
    return paths.some((path) => isBelow(value, path)) ? [condition.value.replace(/\/$/, "")] : [];
  return paths.filter((path) => value.includes(path));
}

const isBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`);
