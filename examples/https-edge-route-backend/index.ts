import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Manages only the backend of a route. Its edge and route are usually managed elsewhere; here they complete the example.
const domain = new edge.ReservedDomain("route-backend", { domain: "api.example.com" });
const existingEdge = new edge.HttpsEdge("route-backend", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});
const existingRoute = new edge.HttpsEdgeRoute("route-backend", {
  edgeId: existingEdge.id,
  matchType: "path_prefix",
  match: "/",
});
const app = new edge.TunnelGroupBackend("route-backend", { labels: { app: "api" } });
new edge.HttpsEdgeRouteBackend("api", {
  edgeId: existingEdge.id,
  routeId: existingRoute.id,
  backendId: app.id,
});
