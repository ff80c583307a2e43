import * as edge from "pulumi-tunnel-edge/native";

// Accepts traffic only from the networks of two offices.
const offices = new edge.IpPolicy("offices", { description: "The offices" });
for (const [name, cidr] of Object.entries({ berlin: "198.51.100.0/24", lisbon: "203.0.113.0/24" }))
  new edge.IpPolicyRule(name, { ipPolicyId: offices.id, cidr, action: "allow" });

export const policyId = offices.id;
