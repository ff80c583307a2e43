import * as edge from "pulumi-tunnel-edge";

// Who may reach the dashboard. Not enforced, it only warns: look at the warnings first.
const staff = new edge.IpPolicy("restriction-staff", { description: "Staff" });
new edge.IpPolicyRule("restriction-staff", { ipPolicyId: staff.id, cidr: "203.0.113.0/24", action: "allow" });
new edge.IpRestriction("dashboard", { type: "dashboard", enforced: false, ipPolicyIds: [staff.id] });
