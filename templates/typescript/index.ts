import * as edge from "pulumi-tunnel-edge";

// Who may come in: the office, and nobody else.
const office = new edge.IpPolicy("office", { description: "Office egress" });
new edge.IpPolicyRule("berlin", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });

export const policyId = office.id;
