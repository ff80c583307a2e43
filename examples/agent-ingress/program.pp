# Agents behind a strict firewall connect to a custom domain that the firewall allows. Create the NS records that the
# output names.
resource factories "tunnel-edge:index:AgentIngress" {
  domain      = "connect.example.com"
  description = "Agents of the factories"
  certificateManagementPolicy = {
    privateKeyType = "ecdsa"
  }
}

output nameServers {
  value = factories.nsTargets
}
