import * as edge from "../../sdk";
import { isSet } from "../known-values";
import { reference, resourceRule } from "../rule";

export const edgeDomRegion = resourceRule({
  id: "edge-dom-region",
  severity: "low",
  title: "A reserved domain should have no region.",
  reason: "The field is deprecated: traffic is handled globally.",
  source: [reference("Reserved domain")],
  advice: "Remove region. That alone neither changes nor replaces the domain.",
  cases: (on) => [
    on(edge.ReservedDomain, (domain) =>
      isSet(domain, "region") ? "region is set but deprecated: remove it." : undefined,
    ),
  ],
});
