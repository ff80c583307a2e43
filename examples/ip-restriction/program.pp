resource staff "tunnel-edge:index:IpPolicy" {
  description = "Staff"
}

resource staffNetwork "tunnel-edge:index:IpPolicyRule" {
  __logicalName = "staff-network"
  ipPolicyId    = staff.id
  cidr          = "203.0.113.0/24"
  action        = "allow"
}

# Restricts access to the dashboard. Until it is enforced, it only warns: check the warnings first.
resource dashboard "tunnel-edge:index:IpRestriction" {
  type        = "dashboard"
  enforced    = false
  ipPolicyIds = [staff.id]
}
