import * as edge from "../../sdk";
import { isGiven } from "../known";
import { resourceRule } from "../rule";
import { reference } from "../sources";

export const edgeDomRegion = resourceRule({
  id: "edge-dom-region",
  severity: "low",
  title: "A reserved domain should name no region.",
  reason: "The field is deprecated: traffic is handled globally.",
  source: [reference("Reserved domain")],
  advice: "Remove region. That alone neither changes nor replaces the domain.",
  cases: (on) => [
    on(edge.ReservedDomain, (domain) =>
      isGiven(domain, "region") ? "region is set but deprecated: remove it." : undefined,
    ),
  ],
});
