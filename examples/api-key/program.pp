# A service user's key, so pipelines don't use a person's token. The service returns the token once; it is a secret in the state.
resource pipeline "tunnel-edge:index:ServiceUser" {
  name = "pipeline"
}

resource key "tunnel-edge:index:ApiKey" {
  __logicalName = "pipeline"
  ownerId       = pipeline.id
  description   = "CI of the infra repo"
  metadata = toJSON({
    consumer = "github-actions"
  })
}

output token {
  value = key.token
}
