# A user for pipelines and other machines. Set active to false to disable all its keys at once.
resource deploy "tunnel-edge:index:ServiceUser" {
  name   = "deploy"
  active = true
}

# The key belongs to the service, so it keeps working when the people who set it up leave.
resource key "tunnel-edge:index:ApiKey" {
  __logicalName = "deploy"
  ownerId       = deploy.id
  description   = "Deploys the shop"
}

output token {
  value = key.token
}
