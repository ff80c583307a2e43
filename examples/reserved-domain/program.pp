# A hostname whose certificate the service obtains and renews. Create the DNS records that the outputs name.
resource shop "tunnel-edge:index:ReservedDomain" {
  domain      = "shop.example.com"
  description = "Web shop"
  certificateManagementPolicy = {
    authority      = "letsencrypt"
    privateKeyType = "ecdsa"
  }
}

output dnsRecords {
  value = shop.dnsRecords
}
