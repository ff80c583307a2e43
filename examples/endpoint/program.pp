resource office "tunnel-edge:index:IpPolicy" {
  description = "Office egress"
}

resource berlin "tunnel-edge:index:IpPolicyRule" {
  ipPolicyId = office.id
  cidr       = "192.0.2.0/24"
  action     = "allow"
}

# The domain of a public URL must be reserved.
resource domain "tunnel-edge:index:ReservedDomain" {
  __logicalName = "wiki"
  domain        = "wiki.example.com"
}

# A cloud endpoint has no agent: its traffic policy tells the service how to respond. Only the office has access.
# The endpoint waits for the rule: a policy without rules would deny all clients.
resource wiki "tunnel-edge:index:Endpoint" {
  url         = "https://${domain.domain}"
  description = "Wiki, for the office"
  trafficPolicy = toJSON({
    on_http_request = [
      {
        actions = [
          {
            type   = "restrict-ips"
            config = { ip_policies = [office.id] }
          },
          {
            type   = "forward-internal"
            config = { url = "https://wiki.internal" }
          }
        ]
      }
    ]
  })
  options {
    dependsOn = [berlin]
  }
}

output wikiUrl {
  value = wiki.url
}
