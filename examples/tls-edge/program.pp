resource office "tunnel-edge:index:IpPolicy" {
  description = "Office"
}

resource berlin "tunnel-edge:index:IpPolicyRule" {
  ipPolicyId = office.id
  cidr       = "192.0.2.0/24"
  action     = "allow"
}

resource domain "tunnel-edge:index:ReservedDomain" {
  __logicalName = "internal"
  domain        = "internal.example.com"
}

resource app "tunnel-edge:index:TunnelGroupBackend" {
  labels = {
    app = "internal"
  }
}

# Terminates TLS for its hostports. A module that is removed from the program is deleted on the server. The edge
# waits for the rule: a policy without rules would deny all clients.
resource services "tunnel-edge:index:TlsEdge" {
  __logicalName = "internal"
  description   = "Internal services"
  hostports     = ["${domain.domain}:443"]
  backend = {
    backendId = app.id
  }
  ipRestriction = {
    ipPolicyIds = [office.id]
  }
  tlsTermination = {
    terminateAt = "edge"
    minVersion  = "1.2"
  }
  options {
    dependsOn = [berlin]
  }
}

output edgeId {
  value = services.id
}
