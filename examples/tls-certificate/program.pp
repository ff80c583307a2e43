config certificatePem string {
  description = "The certificate and its chain, in PEM."
}

config privateKeyPem string {
  description = "Its private key, in PEM."
  secret      = true
}

# A certificate of your own. A new PEM creates a new object, moves the domains to it, and then deletes the old one.
resource wildcard "tunnel-edge:index:TlsCertificate" {
  description    = "Renewed by the platform team"
  certificatePem = certificatePem
  privateKeyPem  = privateKeyPem
  renewBefore    = 336
}

output expiresAt {
  value = wildcard.notAfter
}
