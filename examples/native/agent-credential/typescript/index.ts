import * as edge from "pulumi-tunnel-edge/native";

// What an agent starts its tunnels with. It may bind one hostname. The token is shown once and stays a secret.
const agent = new edge.Credential("agent", {
  description: "Agent beside the shop",
  acl: ["bind:shop.example.com"],
});

export const agentToken = agent.token;
