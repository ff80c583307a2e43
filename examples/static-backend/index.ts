import * as edge from "pulumi-tunnel-edge";

// An origin with a public address needs no agent.
const origin = new edge.StaticBackend("origin", {
  address: "origin.example.com:443",
  tls: { enabled: true },
});

export const backendId = origin.id;
