import * as edge from "pulumi-tunnel-edge";

// Manages only the IP restriction of an edge. The edge is usually managed elsewhere; here it completes the example.
const existingEdge = new edge.TcpEdge("restricted", { description: "Managed elsewhere" });
const partners = new edge.IpPolicy("restricted-partners", { description: "Partners" });
const partner = new edge.IpPolicyRule("restricted-partner", {
  ipPolicyId: partners.id,
  cidr: "198.51.100.0/24",
  action: "allow",
});
new edge.TcpEdgeIpRestriction(
  "partners",
  { edgeId: existingEdge.id, ipPolicyIds: [partners.id], enabled: true },
  { dependsOn: partner }, // a policy without rules would deny all clients
);
