import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge/native";

// One path of an HTTPS edge goes to the agents with a label. The circuit breaker pauses requests to a failing backend.
const domain = new edge.ReservedDomain("api", { domain: "api.example.com" });
const api = new edge.HttpsEdge("api", { hostports: [pulumi.interpolate`${domain.domain}:443`] });
const agents = new edge.TunnelGroupBackend("agents", { labels: { app: "api" } });
const route = new edge.HttpsEdgeRoute("v1", {
  edgeId: api.id,
  matchType: "path_prefix",
  match: "/v1",
  backend: { backendId: agents.id },
  circuitBreaker: { errorThresholdPercentage: 0.5, trippedDuration: 10 },
  responseHeaders: { add: { "Strict-Transport-Security": "max-age=31536000" } },
});

export const routeId = route.id;
