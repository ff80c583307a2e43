resource domain "tunnel-edge:index:ReservedDomain" {
  __logicalName = "web"
  domain        = "www.example.com"
}

# Terminates HTTPS for its hostports; each HttpsEdgeRoute handles a path.
resource web "tunnel-edge:index:HttpsEdge" {
  description = "Public web"
  hostports   = ["${domain.domain}:443"]
  tlsTermination = {
    minVersion = "1.2"
  }
}

output edgeId {
  value = web.id
}
