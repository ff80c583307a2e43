import { id, out } from "../family/fields";
import { defineModule } from "../family/module";
import { deprecatedEdges } from "./common";
import { ipRestrictionShape, someIpPolicy } from "./modules/ip-restriction";

/** API reference, section "Edge module operations". */
export const tcpEdgeIpRestriction = defineModule({
  name: "TcpEdgeIpRestriction",
  summary:
    "The IP restriction module of a TCP edge that is managed elsewhere. Its creation sets the module, whatever was there before.",
  deprecated: deprecatedEdges,
  section: "Edge module operations",
  path: "/edges/tcp/{edgeId}/ip_restriction",
  at: { edgeId: id("Id of the TcpEdge.", { refersTo: ["TcpEdge"] }) },
  parameters: ipRestrictionShape,
  rules: [someIpPolicy],
  response: {
    ipPolicies: out.refs("The policies that decide.", {
      volatile: true,
      changesWith: ["ipPolicyIds"],
      madeOf: ["ipPolicyIds"],
    }),
  },
  insteadOf: { family: "TcpEdge", input: "ipRestriction" },
});
