import * as edge from "pulumi-tunnel-edge";

// What an agent starts its tunnels with. It may only bind the hostnames in acl. The token is shown once and kept secret.
const shopAgent = new edge.Credential("shop-agent", {
  description: "Agent beside the shop",
  acl: ["bind:shop.example.com"],
});

export const agentToken = shopAgent.token;
