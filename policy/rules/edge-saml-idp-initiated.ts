import * as edge from "../../sdk";
import { resourceRule, SOURCES } from "../rule";

export const edgeSamlIdpInitiated = resourceRule({
  id: "edge-saml-idp-initiated",
  severity: "medium",
  title: "SAML logins should start at the edge.",
  reason:
    "A login that the identity provider starts has no matching request, so a stolen response can be used.",
  source: [SOURCES.owaspSaml, SOURCES.idpInitiated],
  advice: "Remove saml.allowIdpInitiated, or set it to false.",
  fix: "Sets saml.allowIdpInitiated to false.",
  cases: (on) => [
    on(
      edge.HttpsEdgeRoute,
      ({ saml }) =>
        saml?.allowIdpInitiated === true ? "saml.allowIdpInitiated is true: set it to false." : undefined,
      ({ saml }) => {
        if (saml) saml.allowIdpInitiated = false;
      },
    ),
  ],
});
