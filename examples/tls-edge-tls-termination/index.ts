import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Manages only the TLS termination of an edge. The edge is usually managed elsewhere; here it completes the example.
const domain = new edge.ReservedDomain("termination", { domain: "legacy.example.com" });
const existingEdge = new edge.TlsEdge("termination", {
  hostports: [pulumi.interpolate`${domain.domain}:443`],
});
new edge.TlsEdgeTlsTermination("floor", { edgeId: existingEdge.id, terminateAt: "edge", minVersion: "1.2" });
