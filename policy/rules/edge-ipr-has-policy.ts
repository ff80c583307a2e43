import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { SOURCES } from "../sources";

const check = ({ ipPolicyIds }: { ipPolicyIds?: readonly string[] }) =>
  ipPolicyIds && ipPolicyIds.length > 0
    ? undefined
    : "ipPolicyIds is empty, so that no address matches: name at least one IpPolicy.";

const checkModule = ({ ipRestriction }: { ipRestriction?: { ipPolicyIds?: readonly string[] } }) => {
  const found = ipRestriction && check(ipRestriction);
  return found && `ipRestriction.${found}`;
};

export const edgeIprHasPolicy = resourceRule({
  id: "edge-ipr-has-policy",
  severity: "high",
  title: "An IP restriction must name IP policies.",
  reason: "The service rejects a restriction without policies, and nothing could match it.",
  source: [SOURCES.errors],
  advice: "Name at least one IpPolicy in ipPolicyIds.",
  cases: (on) => [
    on(edge.IpRestriction, check),
    on(edge.TcpEdgeIpRestriction, check),
    on(edge.TlsEdge, checkModule),
    on(edge.TcpEdge, checkModule),
    on(edge.HttpsEdgeRoute, checkModule),
  ],
});
