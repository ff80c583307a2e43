import * as edge from "../../sdk";
import { resourceRule, SOURCES } from "../rule";

const check = ({ ipPolicyIds }: { ipPolicyIds?: readonly string[] }) =>
  ipPolicyIds && ipPolicyIds.length > 0
    ? undefined
    : "ipPolicyIds is empty, so no address matches: set at least one IpPolicy.";

const checkModule = ({ ipRestriction }: { ipRestriction?: { ipPolicyIds?: readonly string[] } }) => {
  const problem = ipRestriction && check(ipRestriction);
  return problem && `ipRestriction.${problem}`;
};

export const edgeIprHasPolicy = resourceRule({
  id: "edge-ipr-has-policy",
  severity: "high",
  title: "An IP restriction must refer to IP policies.",
  reason: "The service rejects a restriction without policies, and no address could match it.",
  source: [SOURCES.errors],
  advice: "Set ipPolicyIds to at least one IpPolicy.",
  cases: (on) => [
    on(edge.IpRestriction, check),
    on(edge.TcpEdgeIpRestriction, check),
    on(edge.TlsEdge, checkModule),
    on(edge.TcpEdge, checkModule),
    on(edge.HttpsEdgeRoute, checkModule),
  ],
});
