resource address "tunnel-edge:index:ReservedAddr" {
  __logicalName = "postgres"
  description   = "Postgres"
}

resource office "tunnel-edge:index:IpPolicy" {
  description = "Office"
}

resource berlin "tunnel-edge:index:IpPolicyRule" {
  ipPolicyId = office.id
  cidr       = "192.0.2.0/24"
  action     = "allow"
}

resource database "tunnel-edge:index:TunnelGroupBackend" {
  __logicalName = "postgres"
  labels = {
    app = "postgres"
  }
}

# Accepts plain TCP, here for a database that only the office may reach. The edge waits for the rule: a policy
# without rules would deny all clients.
resource postgres "tunnel-edge:index:TcpEdge" {
  description = "Postgres for the office"
  hostports   = [address.addr]
  backend = {
    backendId = database.id
  }
  ipRestriction = {
    ipPolicyIds = [office.id]
  }
  options {
    dependsOn = [berlin]
  }
}
