import { credentialHeader } from "../../provider/family/credentials/likely";
import * as edge from "../../sdk";
import { pathText, secretPaths } from "../../traffic-policy/symbolic/policy-reader";
import { type AttachedPolicy, modulePolicy, trafficCases } from "../attached-policy";
import { resourceRule, SOURCES } from "../rule";

function check(policy: AttachedPolicy | undefined): readonly string[] {
  if (policy === undefined || policy.isOn === false) return [];
  const [first, ...others] = secretPaths(policy.value, credentialHeader);
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return [`${policy.path}.${pathText(first)} contains a credential in plain text${more}.`];
}

export const edgePolicyCredential = resourceRule({
  id: "edge-policy-credential",
  severity: "medium",
  title: "Traffic policies should take credentials from a vault.",
  reason:
    "The service returns the policy in plain text to everyone who can read the endpoint, edge, or route.",
  source: [SOURCES.trafficPolicies],
  advice:
    "Move the credential to a vault, and read it with secrets.get('vault', 'name') in an interpolation.",
  cases: (on) => [
    ...trafficCases(on, check),
    on(edge.TcpEdge, (props) => check(modulePolicy(props))),
    on(edge.TlsEdge, (props) => check(modulePolicy(props))),
  ],
});
