config clientCaPem string {
  description = "The certificate of the authority, in PEM."
}

# The authority whose client certificates an endpoint or an edge accepts. What is read out of the PEM is known at the
# first preview.
resource clients "tunnel-edge:index:CertificateAuthority" {
  caPem       = clientCaPem
  description = "Issues the certificates of internal clients"
}

output expiresAt {
  value = clients.notAfter
}
