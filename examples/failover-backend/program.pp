resource primary "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app  = "shop"
    zone = "a"
  }
}

resource standby "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app  = "shop"
    zone = "b"
  }
}

# Traffic goes to the first backend that is alive, in this order.
resource shop "tunnel-edge:index:FailoverBackend" {
  description = "Zone a, then zone b"
  backends    = [primary.id, standby.id]
}

output backendId {
  value = shop.id
}
