import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied, ROUTE_GUARDS } from "../guards";
import { stackRule } from "../rule";
import { reference, SOURCES } from "../sources";
import { pathOf, StackAccess } from "../stack-access";

export const edgeRouteHasGuard = stackRule({
  id: "edge-route-has-guard",
  severity: "high",
  title: "A route must not admit everybody.",
  reason:
    "A route without a guard is open to the whole internet, and so is one whose guard lets everybody in.",
  source: [reference("HTTPS edge route"), SOURCES.guide],
  advice: `Add one of ${ROUTE_GUARDS.join(", ")}, or mutualTls to the edge; or name the route as public in the settings.`,
  config: z.object({
    publicRoutes: z.array(z.string()).default([]).describe("Names of resources that are meant to be open."),
  }),
  check: (account, { publicRoutes }) => {
    const stack = new StackAccess(account);
    return account
      .of(edge.HttpsEdgeRoute)
      .filter(({ resource }) => !publicRoutes.includes(resource.name))
      .flatMap((route) => {
        const { resource: at, props } = route;
        const access = stack.route(route);
        const open = access.open(pathOf(props.match), props.matchType === "exact_path");
        if (open === undefined) return [];
        const guards = ROUTE_GUARDS.filter((guard) => isApplied(props, guard) !== false);
        const message =
          guards.length === 0
            ? `no guard is applied: add one of ${ROUTE_GUARDS.join(", ")}.`
            : `${guards.join(" and ")} let everybody ${access.describe(open)}.`;
        return [{ at, message }];
      });
  },
});
