import * as edge from "pulumi-tunnel-edge";

// Restricts access to the dashboard. Until it is enforced, it only warns: check the warnings first.
const staff = new edge.IpPolicy("restriction-staff", { description: "Staff" });
new edge.IpPolicyRule("restriction-staff", { ipPolicyId: staff.id, cidr: "203.0.113.0/24", action: "allow" });
new edge.IpRestriction("dashboard", { type: "dashboard", enforced: false, ipPolicyIds: [staff.id] });
