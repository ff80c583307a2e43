# Whoever is not a person acts as a service user. Set active to false to take all its keys out of use at once.
resource deploy "tunnel-edge:index:ServiceUser" {
  name   = "deploy"
  active = true
}

# The key belongs to the service, so that it outlives the people who set it up.
resource key "tunnel-edge:index:ApiKey" {
  __logicalName = "deploy"
  ownerId       = deploy.id
  description   = "Deploys the shop"
}

output token {
  value = key.token
}
