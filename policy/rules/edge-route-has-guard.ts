import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied, ROUTE_GUARDS } from "../guards";
import { nameList, reference, SOURCES, stackRule } from "../rule";
import { matchPath, StackAccess } from "../stack-access";

export const edgeRouteHasGuard = stackRule({
  id: "edge-route-has-guard",
  severity: "high",
  title: "A route must not allow everyone.",
  reason: "A route without a guard, or with one that allows everyone, is open to the whole internet.",
  source: [reference("HTTPS edge route"), SOURCES.guide],
  advice: `Add one of ${ROUTE_GUARDS.join(", ")}, or mutualTls to the edge, or add the route to publicRoutes.`,
  config: z.object({
    publicRoutes: nameList("Names of resources that are public on purpose."),
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
