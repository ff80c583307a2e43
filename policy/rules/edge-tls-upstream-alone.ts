import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied, isSwitchedOn } from "../guards";
import { stackRule } from "../rule";
import { reference } from "../sources";

const MODULES = ["backend", "ipRestriction", "mutualTls", "trafficPolicy"] as const;

type Modules = { [K in (typeof MODULES)[number]]?: { enabled?: boolean } };

export const edgeTlsUpstreamAlone = stackRule({
  id: "edge-tls-upstream-alone",
  severity: "high",
  title: "An edge that leaves TLS to the upstream must have no module except its backend.",
  reason: "The service disallows most modules there, since they would only see encrypted traffic.",
  source: [reference("TLS edge")],
  advice: 'Remove the module, set terminateAt to "edge", or name the module in the settings.',
  config: z.object({
    allowedModules: z
      .array(z.enum(MODULES))
      .default(["backend"])
      .describe(
        "Modules that may be there all the same; ipRestriction and trafficPolicy are assumed to be accepted by the service.",
      ),
  }),
  check: (account, { allowedModules }) => {
    const terminations = account.of(edge.TlsEdgeTlsTermination);
    const mutualTls = account.of(edge.TlsEdgeMutualTls);
    return account.of(edge.TlsEdge).flatMap(({ resource, props }) => {
      const isOfEdge = (module: (typeof terminations | typeof mutualTls)[number]) =>
        account.refers(module.resource, resource, "edgeId");
      const termination = [props.tlsTermination, ...terminations.filter(isOfEdge).map((own) => own.props)];
      if (!termination.some((one) => one && isSwitchedOn(one) && one.terminateAt === "upstream")) return [];
      // Modules may be resources of their own; both ways count.
      const modules: Modules = props;
      const applied = MODULES.filter(
        (name) =>
          isApplied(modules, name) ||
          (name === "mutualTls" && mutualTls.some((own) => isOfEdge(own) && isSwitchedOn(own.props))),
      );
      return applied
        .filter((name) => !allowedModules.includes(name))
        .map((name) => ({
          at: resource,
          message: `terminateAt is "upstream", but ${name} is there too: the edge cannot see the traffic.`,
        }));
    });
  },
});
