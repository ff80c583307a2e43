import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// One path of an HTTPS edge: who has access, and where traffic goes.
const config = new pulumi.Config();
const domain = new edge.ReservedDomain("route-admin", { domain: "admin.example.com" });
const admin = new edge.HttpsEdge("route-admin", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});
const app = new edge.TunnelGroupBackend("route-admin", { labels: { app: "admin" } });
const route = new edge.HttpsEdgeRoute("admin", {
  edgeId: admin.id,
  matchType: "path_prefix",
  match: "/",
  description: "Admin, for the staff",
  backend: { backendId: app.id },
  oauth: {
    provider: {
      github: {
        clientId: "Iv1.example",
        clientSecret: config.requireSecret("githubClientSecret"),
        organizations: ["example"],
      },
    },
    maximumDuration: 28_800,
    inactivityTimeout: 3_600,
  },
  responseHeaders: { add: { "Strict-Transport-Security": "max-age=31536000" } },
  compression: {},
});

export const routeId = route.id;
