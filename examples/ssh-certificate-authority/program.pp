# Signs the certificates of users and hosts. Servers trust its public key.
resource fleet "tunnel-edge:index:SshCertificateAuthority" {
  description    = "SSH authority of the fleet"
  privateKeyType = "ed25519"
}

output trustedUserCaKey {
  value = fleet.publicKey
}
