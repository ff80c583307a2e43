import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";

export const edgeSamlGroups = resourceRule({
  id: "edge-saml-groups",
  severity: "medium",
  title: "SAML should allow only members of specific groups.",
  reason: "Otherwise every user of the identity provider gets access.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Set saml.authorizedGroups.",
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ saml }) =>
      saml && (saml.authorizedGroups?.length ?? 0) === 0
        ? "saml.authorizedGroups is empty: set it to the allowed groups."
        : undefined,
    ),
  ],
});
