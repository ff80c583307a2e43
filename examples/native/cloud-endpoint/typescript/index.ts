import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge/native";

// The service itself answers for a cloud endpoint, according to its traffic policy.
// The account has to reserve its domain.
const domain = new edge.ReservedDomain("status", { domain: "status.example.com" });
const status = new edge.Endpoint("status", {
  url: pulumi.interpolate`https://${domain.domain}`,
  description: "Status page",
  trafficPolicy: {
    on_http_request: [{ actions: [{ type: "custom-response", config: { status_code: 200, body: "up" } }] }],
  },
});

export const statusHost = status.host;
