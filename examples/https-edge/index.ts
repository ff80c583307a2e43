import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-tunnel-edge";

// Terminates HTTPS for its hostports; each HttpsEdgeRoute handles a path.
const domain = new edge.ReservedDomain("web", { domain: "www.example.com" });
const web = new edge.HttpsEdge("web", {
  description: "Public web",
  hostports: [pulumi.interpolate`${domain.domain}:443`],
  tlsTermination: { minVersion: "1.2" },
});

export const edgeId = web.id;
