config edgeId string {
  description = "The id of an edge that something else manages."
}

config clientCaPem string {
  description = "The certificate of the authority, in PEM."
}

resource partners "tunnel-edge:index:CertificateAuthority" {
  caPem = clientCaPem
}

# Only the mutual TLS module of an edge that is managed elsewhere.
resource mutualTls "tunnel-edge:index:TlsEdgeMutualTls" {
  __logicalName           = "partners"
  edgeId                  = edgeId
  certificateAuthorityIds = [partners.id]
  enabled                 = true
}
