import { isServiceHost, wrongDomain } from "../../traffic-policy/language/hosts";
import { hostname, object, oneOf, out, refusing } from "../family/fields";
import { defineResource } from "../family/resource";
import { certificateStatus, KEY_TYPES, limitedDescription, limitedMetadata, stamps } from "./common";

/** Service only: the API reference does not have it. */
export const agentIngress = defineResource({
  name: "AgentIngress",
  plural: "AgentIngresses",
  summary:
    "A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the service with NS records to `nsTargets`.",
  serviceOnly: true,
  path: "/agent_ingresses",
  listKey: "ingresses",
  filtered: ["description", "metadata"],
  inputs: {
    domain: hostname("The domain, of which the service makes one subdomain for each region.", {
      refuses: refusing((text) =>
        text.includes("*")
          ? "must be a domain of its own, without a wildcard"
          : isServiceHost(`.${text}`)
            ? "must be a domain of yours, not one of the service"
            : wrongDomain(text),
      ),
    }),
    certificateManagementPolicy: object(
      {
        authority: oneOf(
          { letsencrypt: "Let's Encrypt issues the certificates." },
          "Certificate authority that certificates are requested from.",
          {
            unset: { sends: "letsencrypt" },
          },
        ).optional(),
        privateKeyType: oneOf(KEY_TYPES, "Type of the private key of the certificates.", {
          unset: { sends: "rsa" },
        }).optional(),
      },
      "The service issues and renews the certificates of the domain.",
      { significantWhenEmpty: true, shapeName: "AgentIngressCertificatePolicy" },
    ).optional(),
    description: limitedDescription("What the ingress is for."),
    metadata: limitedMetadata,
  },
  update: ["description", "metadata", "certificateManagementPolicy"],
  outputs: {
    ...stamps,
    nsTargets: out.strings("Values of the NS records that delegate the domain to the service."),
    regionDomains: out.strings("Domains of the regions, which may become more over time.", {
      volatile: true,
      madeOf: ["domain"],
    }),
    certificateManagementStatus: certificateStatus(["certificateManagementPolicy"]),
  },
  naturalKey: ["domain"],
});
