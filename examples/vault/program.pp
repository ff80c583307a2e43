# Holds secrets that traffic policies use. A Secret adds one.
resource shop "tunnel-edge:index:Vault" {
  name        = "shop"
  description = "Secrets of the shop"
}

output vaultId {
  value = shop.id
}
