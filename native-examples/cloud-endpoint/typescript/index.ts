import * as edge from "pulumi-tunnel-edge/native";

// A cloud endpoint answers at the service itself, by its traffic policy.
const status = new edge.Endpoint("status", {
  url: "https://status.example.com",
  description: "Status page",
  trafficPolicy: {
    on_http_request: [{ actions: [{ type: "custom-response", config: { status_code: 200, body: "up" } }] }],
  },
});

export const statusHost = status.host;
