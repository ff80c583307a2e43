# A credential for an agent, which may only bind the hostnames in acl. The token is returned once and kept secret.
resource agent "tunnel-edge:index:Credential" {
  __logicalName = "shop-agent"
  description   = "Agent next to the shop"
  acl           = ["bind:shop.example.com"]
}

output agentToken {
  value = agent.token
}
