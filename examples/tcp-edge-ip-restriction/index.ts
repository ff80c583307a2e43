import * as edge from "pulumi-tunnel-edge";

// Only the IP restriction of an edge that something else manages: here one that was made for the example.
const edgeOfOthers = new edge.TcpEdge("restricted", { description: "Made elsewhere" });
const partners = new edge.IpPolicy("restricted-partners", { description: "Partners" });
new edge.TcpEdgeIpRestriction("partners", {
  edgeId: edgeOfOthers.id,
  ipPolicyIds: [partners.id],
  enabled: true,
});
