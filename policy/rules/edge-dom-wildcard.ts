import * as edge from "../../sdk";
import { missingKeys } from "../properties";
import { reference, resourceRule } from "../rule";

export const edgeDomWildcard = resourceRule({
  id: "edge-dom-wildcard",
  severity: "medium",
  title: "A wildcard domain should name its owner in its metadata.",
  reason: "It serves all names below it, and needs a DNS record that someone has to maintain.",
  source: [reference("Reserved domain")],
  advice: "Set metadata to JSON with a string `owner`.",
  cases: (on) => [
    on(edge.ReservedDomain, ({ domain, metadata }) =>
      domain.startsWith("*.") && missingKeys(metadata, ["owner"]).length > 0
        ? 'metadata of a wildcard domain is not JSON with an owner, such as {"owner":"platform"}.'
        : undefined,
    ),
  ],
});
