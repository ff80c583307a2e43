# All tunnels that carry these labels, whichever agents start them.
resource shop "tunnel-edge:index:TunnelGroupBackend" {
  description = "Shop, all zones"
  labels = {
    app = "shop"
  }
}

output backendId {
  value = shop.id
}
