import { domainProblem, isServiceHost } from "../../traffic-policy/language/hosts";
import { hostname, out, rejectText } from "../family/fields";
import { defineResource } from "../family/resource";
import { certificatePolicy, certificateStatus, limitedNotes, stamps } from "./common";

export const agentIngress = defineResource({
  name: "AgentIngress",
  plural: "AgentIngresses",
  summary:
    "A custom domain that agents connect to, such as `connect.example.com`. Delegate it to the service with NS records that point to `nsTargets`.",
  serviceOnly: true,
  path: "/agent_ingresses",
  listKey: "ingresses",
  filterableBy: ["description", "metadata"],
  inputs: {
    domain: hostname("The domain. The service creates a subdomain of it for each region.", {
      rejects: rejectText((text) =>
        text.includes("*")
          ? "must be a domain without a wildcard"
          : // With a dot in front, the service's own domains match as well as hosts below them.
            isServiceHost(`.${text}`)
            ? "must be your own domain, not one of the service's"
            : domainProblem(text),
      ),
    }),
    certificateManagementPolicy: certificatePolicy(
      "The service issues and renews the certificates of the domain.",
      "rsa",
      "AgentIngressCertificatePolicy",
    ).optional(),
    ...limitedNotes("What the ingress is for."),
  },
  update: ["description", "metadata", "certificateManagementPolicy"],
  outputs: {
    ...stamps,
    nsTargets: out.strings("Values of the NS records that delegate the domain to the service."),
    regionDomains: out.strings("Regional domains. The service may add more over time.", {
      volatile: true,
      reveals: ["domain"],
    }),
    certificateManagementStatus: certificateStatus(["certificateManagementPolicy"]),
  },
  naturalKey: ["domain"],
});
