resource vpn "tunnel-edge:index:IpPolicy" {
  description = "VPN egress"
}

# The addresses of a policy, one rule for each range.
resource v4 "tunnel-edge:index:IpPolicyRule" {
  __logicalName = "vpn-v4"
  ipPolicyId    = vpn.id
  cidr          = "198.51.100.0/24"
  action        = "allow"
  description   = "Data center"
}

resource v6 "tunnel-edge:index:IpPolicyRule" {
  __logicalName = "vpn-v6"
  ipPolicyId    = vpn.id
  cidr          = "2001:db8:7::/48"
  action        = "allow"
  description   = "Data center"
}
