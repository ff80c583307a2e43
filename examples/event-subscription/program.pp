resource logs "tunnel-edge:index:EventDestination" {
  target = {
    kinesis = {
      auth = {
        role = {
          roleArn = "arn:aws:iam::123456789012:role/edge-events"
        }
      }
      streamArn = "arn:aws:kinesis:eu-central-1:123456789012:stream/edge-events"
    }
  }
}

# Sends an event for each change of an IP policy.
resource policies "tunnel-edge:index:EventSubscription" {
  description = "Changes of IP policies"
  sources = [
    { type = "ip_policy_created.v0" },
    { type = "ip_policy_updated.v0" }
  ]
  destinationIds = [logs.id]
}

output subscriptionId {
  value = policies.id
}
