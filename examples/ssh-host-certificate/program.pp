resource fleet "tunnel-edge:index:SshCertificateAuthority" {
  description = "Signs hosts"
}

# Proves the host's identity to clients, so that they don't have to confirm a fingerprint.
resource bastion "tunnel-edge:index:SshHostCertificate" {
  sshCertificateAuthorityId = fleet.id
  publicKey                 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHVubxU1Fxw06Bl4mG9BcvXuEQ3rFoNWHXaZTDOdKL9U bastion"
  principals                = ["bastion.example.com"]
  description               = "Bastion"
  renewBefore               = 720
}

output certificate {
  value = bastion.certificate
}
