# A hostname and port that stay yours. Protected: once released, someone else could get it.
resource database "tunnel-edge:index:ReservedAddr" {
  description       = "Database tunnel"
  region            = "eu"
  releaseProtection = true
}

output address {
  value = database.addr
}
