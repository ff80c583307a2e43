resource staff "tunnel-edge:index:IpPolicy" {
  description = "Staff"
}

resource staffNetwork "tunnel-edge:index:IpPolicyRule" {
  __logicalName = "staff-network"
  ipPolicyId    = staff.id
  cidr          = "203.0.113.0/24"
  action        = "allow"
}

# Who may reach the dashboard. Not enforced, it only warns: look at the warnings first.
resource dashboard "tunnel-edge:index:IpRestriction" {
  type        = "dashboard"
  enforced    = false
  ipPolicyIds = [staff.id]
}
