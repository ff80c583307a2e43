# An origin with a public address needs no agent.
resource origin "tunnel-edge:index:StaticBackend" {
  address = "origin.example.com:443"
  tls = {
    enabled = true
  }
}

output backendId {
  value = origin.id
}
