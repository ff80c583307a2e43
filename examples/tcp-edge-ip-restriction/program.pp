config edgeId string {
  description = "The id of an edge that something else manages."
}

resource partners "tunnel-edge:index:IpPolicy" {
  description = "Partners"
}

resource partner "tunnel-edge:index:IpPolicyRule" {
  ipPolicyId = partners.id
  cidr       = "198.51.100.0/24"
  action     = "allow"
}

# Only the IP restriction of an edge that is managed elsewhere. It waits for the rule: a policy without rules would
# deny all clients.
resource restriction "tunnel-edge:index:TcpEdgeIpRestriction" {
  __logicalName = "partners"
  edgeId        = edgeId
  ipPolicyIds   = [partners.id]
  enabled       = true
  options {
    dependsOn = [partner]
  }
}
