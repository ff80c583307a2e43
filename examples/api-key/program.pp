# A key of a service user, so that no pipeline runs on a person's token. The token comes back once and is a secret in the state.
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
