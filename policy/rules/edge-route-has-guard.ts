import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied, ROUTE_GUARDS } from "../guards";
import { stackRule } from "../rule";
import { reference, SOURCES } from "../sources";

export const edgeRouteHasGuard = stackRule({
  id: "edge-route-has-guard",
  severity: "high",
  title: "A route must not admit everybody.",
  reason: "A route without a guard is open to the whole internet.",
  source: [reference("HTTPS edge route"), SOURCES.guide],
  advice: `Add one of ${ROUTE_GUARDS.join(", ")}, or mutualTls to the edge; or name the route as public in the settings.`,
  config: z.object({
    publicRoutes: z.array(z.string()).default([]).describe("Names of resources that are meant to be open."),
  }),
  check: (account, { publicRoutes }) => {
    // A guard that is unknown yet is judged when it is known.
    const guarded = account.of(edge.HttpsEdge).filter(({ props }) => isApplied(props, "mutualTls") !== false);
    return account
      .of(edge.HttpsEdgeRoute)
      .filter(
        ({ resource, props }) =>
          !publicRoutes.includes(resource.name) &&
          ROUTE_GUARDS.every((guard) => isApplied(props, guard) === false) &&
          !guarded.some((parent) => account.refers(resource, parent.resource, "edgeId")),
      )
      .map(({ resource }) => ({
        at: resource,
        message: `no guard is applied: add one of ${ROUTE_GUARDS.join(", ")}.`,
      }));
  },
});
