config clientCaPem string {
  description = "The certificate of the authority, in PEM."
}

# An authority whose client certificates an endpoint or an edge accepts. Outputs that are read from the PEM are known at
# the first preview.
resource clients "tunnel-edge:index:CertificateAuthority" {
  caPem       = clientCaPem
  description = "Issues the certificates of internal clients"
}

output expiresAt {
  value = clients.notAfter
}
