import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const owner = JSON.stringify({ owner: "platform", repo: "infra" });

const office = new edge.IpPolicy("reports-office", { description: "Office egress", metadata: owner });
new edge.IpPolicyRule("reports-office", {
  ipPolicyId: office.id,
  cidr: "192.0.2.0/24",
  action: "allow",
  description: "Berlin",
  metadata: owner,
});
const reports = new edge.TunnelGroupBackend("reports", {
  description: "Reports",
  metadata: owner,
  labels: { app: "reports" },
});
const domain = new edge.ReservedDomain("reports", {
  domain: "reports.example.com",
  description: "Reports",
  metadata: owner,
  certificateManagementPolicy: { authority: "letsencrypt" },
  releaseProtection: true,
});
const web = new edge.HttpsEdge("reports", {
  description: "Reports",
  metadata: owner,
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});

// Take ipRestriction and oauth away, and the policy edge-route-has-guard stops the preview.
new edge.HttpsEdgeRoute("reports", {
  edgeId: web.id,
  matchType: "path_prefix",
  match: "/",
  description: "Reports, for the finance team in the office",
  metadata: owner,
  backend: { backendId: reports.id },
  ipRestriction: { ipPolicyIds: [office.id] },
  oauth: {
    provider: {
      github: {
        clientId: "Iv1.example",
        clientSecret: config.requireSecret("reportsClientSecret"),
        organizations: ["example"],
        teams: ["example/finance"],
      },
    },
    maximumDuration: 8 * 60 * 60,
    inactivityTimeout: 30 * 60,
    authCheckInterval: 10 * 60,
  },
});
