import * as edge from "pulumi-tunnel-edge";

// A key of a service user, so that no pipeline runs on a person's token. The token comes back once and is a secret in the state.
const pipeline = new edge.ServiceUser("api-key-owner", { name: "pipeline" });
const key = new edge.ApiKey("pipeline", {
  ownerId: pipeline.id,
  description: "CI of the infra repo",
  metadata: JSON.stringify({ consumer: "github-actions" }),
});

export const token = key.token;
