# Lets the holder of an SSH key start tunnels with a plain ssh client.
resource laptop "tunnel-edge:index:SshCredential" {
  description = "Laptop of the operator"
  publicKey   = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILM+rvN+ot98qgEN796jTiQfZfG1KaT0PtFDJ/XFSqti operator"
  acl         = ["bind:demo.example.com"]
}

output credentialId {
  value = laptop.id
}
