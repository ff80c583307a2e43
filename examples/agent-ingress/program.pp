# Agents behind a strict firewall reach the service under a domain of yours, which the firewall allows. Create the NS
# records that the output names.
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
