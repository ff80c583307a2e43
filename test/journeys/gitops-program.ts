import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

/** The pull request's change; undefined on the main branch. */
const change = process.env.DEMO_CHANGE;
const metadata = JSON.stringify({ owner: "platform", repo: "acme/infra" });

const office = new edge.IpPolicy("office", { description: "Office egress", metadata });
new edge.IpPolicyRule("office-berlin", {
  ipPolicyId: office.id,
  cidr: "203.0.113.0/24",
  action: "allow",
  metadata,
});
if (change === "fixed")
  new edge.IpPolicyRule("office-lisbon", {
    ipPolicyId: office.id,
    cidr: "198.51.100.0/25",
    action: "allow",
    metadata,
  });
const blocked = new edge.IpPolicy("blocked", { description: "Unattended machines", metadata });
new edge.IpPolicyRule("blocked-kiosks", {
  ipPolicyId: blocked.id,
  cidr: "203.0.113.240/28",
  action: "deny",
  metadata,
});

const tunnels = new edge.TunnelGroupBackend("app-tunnels", { labels: { app: "web" }, metadata });
const app = new edge.ReservedDomain("app", {
  domain: "app.example.com",
  releaseProtection: true,
  metadata,
});
const web = new edge.HttpsEdge("web", {
  hostports: [pulumi.interpolate`${app.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
  metadata,
});
new edge.HttpsEdgeRoute("admin", {
  edgeId: web.id,
  matchType: "path_prefix",
  match: "/admin",
  backend: { backendId: tunnels.id },
  // The risky change lets the team at the new site in by lifting the restriction.
  ipRestriction: { enabled: change !== "risky", ipPolicyIds: [office.id, blocked.id] },
  metadata,
});
