import * as edge from "pulumi-tunnel-edge";

// A service user's key, so pipelines don't use a person's token. The service returns the token once; it is a secret in the state.
const pipeline = new edge.ServiceUser("api-key-owner", { name: "pipeline" });
const key = new edge.ApiKey("pipeline", {
  ownerId: pipeline.id,
  description: "CI of the infra repo",
  metadata: JSON.stringify({ consumer: "github-actions" }),
});

export const token = key.token;
