import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

const config = new pulumi.Config();
const greenShare = config.getNumber("greenShare") ?? 0;

// Agents of each version start their tunnels with that version's label.
const blue = new edge.TunnelGroupBackend("checkout-blue", { labels: { app: "checkout", version: "blue" } });
const green = new edge.TunnelGroupBackend("checkout-green", {
  labels: { app: "checkout", version: "green" },
});

// Weights are shares of their sum, each from 0 to 10000. Zero keeps a version ready without any traffic.
const checkout = new edge.WeightedBackend("checkout", {
  description: "Blue and green",
  backends: pulumi
    .all([blue.id, green.id])
    .apply(([blueId, greenId]) => ({ [blueId]: 100 - greenShare, [greenId]: greenShare })),
});

const domain = new edge.ReservedDomain("checkout", {
  domain: "checkout.example.com",
  certificateManagementPolicy: { authority: "letsencrypt" },
});
const web = new edge.HttpsEdge("checkout", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});
new edge.HttpsEdgeRoute("checkout", {
  edgeId: web.id,
  matchType: "path_prefix",
  match: "/",
  backend: { backendId: checkout.id },
});

export const checkoutWeights = checkout.backends;
