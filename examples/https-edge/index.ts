import * as edge from "pulumi-tunnel-edge";

// Ends HTTPS for its hostports; HttpsEdgeRoute says what happens to each path.
const web = new edge.HttpsEdge("web", {
  description: "Public web",
  hostports: ["www.example.com:443"],
  tlsTermination: { minVersion: "1.2" },
});

export const edgeId = web.id;
