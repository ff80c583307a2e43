import { id } from "../family/fields";
import { defineModule } from "../family/module";
import { deprecatedEdges, referredObjects } from "./common";
import { ipRestriction } from "./modules/ip-restriction";

export const tcpEdgeIpRestriction = defineModule({
  name: "TcpEdgeIpRestriction",
  summary:
    "The IP restriction module of a TCP edge that is managed elsewhere. Creating it overwrites the module's previous settings.",
  deprecated: deprecatedEdges,
  section: "Edge module operations",
  path: "/edges/tcp/{edgeId}/ip_restriction",
  pathInputs: { edgeId: id("Id of the TcpEdge.", { refersTo: ["TcpEdge"] }) },
  module: ipRestriction,
  response: {
    ipPolicies: referredObjects("The applied policies.", "ipPolicyIds"),
  },
  insteadOf: { family: "TcpEdge", input: "ipRestriction" },
});
