import * as edge from "pulumi-tunnel-edge/native";

// A credential for an agent, which may bind one hostname. The token is returned once and kept secret.
const agent = new edge.Credential("agent", {
  description: "Agent next to the shop",
  acl: ["bind:shop.example.com"],
});

export const agentToken = agent.token;
