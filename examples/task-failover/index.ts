import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// The order of failover backends is their meaning: the first that is available gets the traffic.
const sites = ["frankfurt", "dublin", "static-page"].map(
  (site) => new edge.TunnelGroupBackend(`portal-${site}`, { labels: { app: "portal", site } }),
);
const portal = new edge.FailoverBackend("portal", {
  description: "Frankfurt, then Dublin, then a static page",
  backends: sites.map(({ id }) => id),
});

const domain = new edge.ReservedDomain("portal", {
  domain: "portal.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const web = new edge.HttpsEdge("portal", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});
new edge.HttpsEdgeRoute("portal", {
  edgeId: web.id,
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: portal.id },
  // Half of ten requests failing within a minute trips the breaker for half a minute.
  circuitBreaker: {
    trippedDuration: 30,
    rollingWindow: 60,
    numBuckets: 6,
    volumeThreshold: 10,
    errorThresholdPercentage: 0.5,
  },
});

export const portalBackends = portal.backends;
