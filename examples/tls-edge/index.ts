import * as edge from "pulumi-tunnel-edge";

// Ends TLS for its hostports. A module that is taken out of the program is deleted on the server.
const office = new edge.IpPolicy("tls-office", { description: "Office" });
const app = new edge.TunnelGroupBackend("tls-internal", { labels: { app: "internal" } });
const internal = new edge.TlsEdge("internal", {
  description: "Internal services",
  hostports: ["internal.example.com:443"],
  backend: { backendId: app.id },
  ipRestriction: { ipPolicyIds: [office.id] },
  tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
});

export const edgeId = internal.id;
