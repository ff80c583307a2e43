import { id } from "../family/fields";
import { defineModule } from "../family/module";
import { referredObjects, singleModule } from "./common";
import { ipRestriction } from "./modules/ip-restriction";

export const tcpEdgeIpRestriction = defineModule({
  name: "TcpEdgeIpRestriction",
  ...singleModule("IP restriction module of a TCP edge"),
  path: "/edges/tcp/{edgeId}/ip_restriction",
  pathInputs: { edgeId: id("Id of the TcpEdge.", { refersTo: ["TcpEdge"] }) },
  module: ipRestriction,
  response: {
    ipPolicies: referredObjects("The applied policies.", "ipPolicyIds"),
  },
  insteadOf: { family: "TcpEdge", input: "ipRestriction" },
});
