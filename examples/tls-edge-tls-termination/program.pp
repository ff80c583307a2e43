config edgeId string {
  description = "The id of an edge that something else manages."
}

# Only the TLS termination of an edge that is managed elsewhere.
resource floor "tunnel-edge:index:TlsEdgeTlsTermination" {
  edgeId      = edgeId
  terminateAt = "edge"
  minVersion  = "1.2"
}
