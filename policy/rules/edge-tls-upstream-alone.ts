import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied, isSwitchedOn } from "../guards";
import { reference, stackRule } from "../rule";

const MODULES = ["backend", "ipRestriction", "mutualTls", "trafficPolicy"] as const;

type Modules = { [K in (typeof MODULES)[number]]?: { enabled?: boolean } };

export const edgeTlsUpstreamAlone = stackRule({
  id: "edge-tls-upstream-alone",
  severity: "high",
  title: "An edge that leaves TLS to the upstream must have no module except its backend.",
  reason: "The service rejects most other modules there, since they would only see encrypted traffic.",
  source: [reference("TLS edge")],
  advice: 'Remove the module, set terminateAt to "edge", or add the module to allowedModules.',
  config: z.object({
    allowedModules: z
      .array(z.enum(MODULES))
      .default(["backend"])
      .describe("Allowed modules. The service is assumed to accept ipRestriction and trafficPolicy."),
  }),
  check: (account, { allowedModules }) => {
    const terminations = account.of(edge.TlsEdgeTlsTermination);
    const mutualTls = account.of(edge.TlsEdgeMutualTls);
    return account.of(edge.TlsEdge).flatMap(({ resource, props }) => {
      const isOfEdge = (module: (typeof terminations | typeof mutualTls)[number]) =>
        account.refers(module.resource, resource, "edgeId");
      const termination = [props.tlsTermination, ...terminations.filter(isOfEdge).map((own) => own.props)];
      if (
        !termination.some(
          (settings) => settings && isSwitchedOn(settings) && settings.terminateAt === "upstream",
        )
      )
        return [];
      // Modules may be separate resources; both forms count.
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
          message: `terminateAt is "upstream", but ${name} is declared too: the edge can't see the traffic.`,
        }));
    });
  },
});
