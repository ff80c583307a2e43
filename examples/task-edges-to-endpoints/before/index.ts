import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();

const office = new edge.IpPolicy("market-office", { description: "Office" });
new edge.IpPolicyRule("market-office", { ipPolicyId: office.id, cidr: "192.0.2.0/24", action: "allow" });

const domain = new edge.ReservedDomain("market", {
  domain: "market.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const shop = new edge.TunnelGroupBackend("market-shop", { labels: { app: "shop" } });
const admin = new edge.TunnelGroupBackend("market-admin", { labels: { app: "admin" } });

const market = new edge.HttpsEdge("market", {
  description: "Market",
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.3" },
});
new edge.HttpsEdgeRoute("market-shop", {
  edgeId: market.id,
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: shop.id },
  compression: {},
});
new edge.HttpsEdgeRoute("market-admin", {
  edgeId: market.id,
  matchType: "path_prefix",
  match: "/admin",
  backend: { backendId: admin.id },
  ipRestriction: { ipPolicyIds: [office.id] },
  oauth: {
    provider: {
      google: {
        clientId: config.require("googleClientId"),
        clientSecret: config.requireSecret("googleClientSecret"),
        emailDomains: ["example.com"],
      },
    },
    maximumDuration: 12 * 60 * 60,
  },
});
