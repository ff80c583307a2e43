import * as edge from "pulumi-tunnel-edge";

// A hostname and port that stay yours. Protected: once released, someone else could get it.
const database = new edge.ReservedAddr("database", {
  description: "Database tunnel",
  region: "eu",
  releaseProtection: true,
});

export const address = database.addr;
