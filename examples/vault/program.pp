# Secrets of traffic policies are kept in a vault. Secret puts one into it.
resource shop "tunnel-edge:index:Vault" {
  name        = "shop"
  description = "Secrets of the shop"
}

output vaultId {
  value = shop.id
}
