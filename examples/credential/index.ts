import * as edge from "pulumi-tunnel-edge";

// A credential for an agent, which may only bind the hostnames in acl. The token is returned once and kept secret.
const shopAgent = new edge.Credential("shop-agent", {
  description: "Agent next to the shop",
  acl: ["bind:shop.example.com"],
});

export const agentToken = shopAgent.token;
