import * as edge from "pulumi-tunnel-edge";

// The addresses of a policy, one rule for each range.
const vpn = new edge.IpPolicy("rule-vpn", { description: "VPN egress" });
const ranges = { "vpn-v4": "198.51.100.0/24", "vpn-v6": "2001:db8:7::/48" };
for (const [name, cidr] of Object.entries(ranges)) {
  new edge.IpPolicyRule(name, { ipPolicyId: vpn.id, cidr, action: "allow", description: "Data center" });
}
