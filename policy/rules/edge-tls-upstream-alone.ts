import { z } from "zod";
import * as edge from "../../sdk";
import { isApplied } from "../guards";
import { stackRule } from "../rule";
import { reference } from "../sources";

const MODULES = ["backend", "ipRestriction", "mutualTls", "trafficPolicy"] as const;

type Modules = { [K in (typeof MODULES)[number]]?: { enabled?: boolean } };

export const edgeTlsUpstreamAlone = stackRule({
  id: "edge-tls-upstream-alone",
  severity: "high",
  title: "An edge that leaves TLS to the upstream must have no module that needs to see the traffic.",
  reason: "The service disallows most modules there: they would see encrypted traffic only.",
  source: [reference("TLS edge")],
  advice: 'Remove the module, or set terminateAt to "edge".',
  config: z.object({
    allowedModules: z
      .array(z.enum(MODULES))
      .default(["backend", "ipRestriction"])
      .describe("Modules that work on encrypted traffic."),
  }),
  check: (account, { allowedModules }) => {
    const terminations = account.of(edge.TlsEdgeTlsTermination);
    const mutualTls = account.of(edge.TlsEdgeMutualTls);
    return [...account.of(edge.TlsEdge), ...account.of(edge.HttpsEdge)].flatMap(({ resource, props }) => {
      const isOfEdge = (module: (typeof terminations | typeof mutualTls)[number]) =>
        account.refers(module.resource, resource, "edgeId");
      const termination = [props.tlsTermination, ...terminations.filter(isOfEdge).map((own) => own.props)];
      if (!termination.some((one) => isApplied(one) && one?.terminateAt === "upstream")) return [];
      // Modules may be resources of their own; both ways count.
      const modules: Modules = props;
      const applied = MODULES.filter(
        (name) =>
          isApplied(modules[name]) ||
          (name === "mutualTls" && mutualTls.some((own) => isOfEdge(own) && isApplied(own.props))),
      );
      return applied
        .filter((name) => !allowedModules.includes(name))
        .map((name) => ({
          at: resource,
          message: `terminateAt is "upstream", but ${name} needs to see the traffic.`,
        }));
    });
  },
});
