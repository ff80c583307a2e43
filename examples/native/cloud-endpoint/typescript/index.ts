import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge/native";

// A cloud endpoint has no agent: its traffic policy tells the service how to respond.
// The domain of its URL must be reserved first.
const domain = new edge.ReservedDomain("status", { domain: "status.example.com" });
const status = new edge.Endpoint("status", {
  url: pulumi.interpolate`https://${domain.domain}`,
  description: "Status page",
  trafficPolicy: {
    on_http_request: [{ actions: [{ type: "custom-response", config: { status_code: 200, body: "up" } }] }],
  },
});

export const statusHost = status.host;
