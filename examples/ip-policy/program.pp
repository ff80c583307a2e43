# A named group of source addresses. It applies once a traffic policy, a restriction, an edge or a route refers to it.
resource office "tunnel-edge:index:IpPolicy" {
  description = "Office egress"
  metadata = toJSON({
    owner = "platform"
  })
}

output policyId {
  value = office.id
}
