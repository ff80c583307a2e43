import { credentialHeader } from "../../provider/family/credentials/likely";
import { pathText, secretPaths } from "../../traffic-policy/symbolic/policy-reader";
import { policyCases } from "../attached-policy";
import { resourceRule, SOURCES } from "../rule";

export const edgePolicyCredential = resourceRule({
  id: "edge-policy-credential",
  severity: "medium",
  title: "Traffic policies should take credentials from a vault.",
  reason:
    "The service returns the policy in plain text to everyone who can read the endpoint, edge, or route.",
  source: [SOURCES.trafficPolicies],
  advice:
    "Move the credential to a vault, and read it with secrets.get('vault', 'name') in an interpolation.",
  cases: (on) =>
    policyCases(on, ({ path, value }) => {
      const [first, ...others] = secretPaths(value, credentialHeader);
      if (first === undefined) return undefined;
      const rest = others.length === 0 ? "" : ` (and ${others.length} more)`;
      return `${path}.${pathText(first)} contains a credential in plain text${rest}.`;
    }),
});
