import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const staff = new edge.IpPolicy("allow-list-staff", { description: "Offices and VPN" });
const ranges = {
  berlin: "192.0.2.0/24",
  paris: "198.51.100.0/24",
  vpn: "2001:db8:7::/48",
};
const rules = Object.entries(ranges).map(
  ([name, cidr]) =>
    new edge.IpPolicyRule(`allow-list-${name}`, {
      ipPolicyId: staff.id,
      cidr,
      action: "allow",
      description: name,
    }),
);

// Stage 1 only warns; stage 2 blocks everyone else. It waits for the rules: an empty policy would block everyone.
new edge.IpRestriction(
  "allow-list-dashboard",
  {
    type: "dashboard",
    description: "Dashboard for staff",
    enforced: config.getBoolean("enforceAllowList") ?? false,
    ipPolicyIds: [staff.id],
  },
  { dependsOn: rules },
);
