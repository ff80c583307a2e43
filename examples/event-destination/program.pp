# The service assumes a role of the AWS account, so that no access key leaves it.
resource logs "tunnel-edge:index:EventDestination" {
  description = "Events of the account"
  target = {
    cloudwatchLogs = {
      auth = {
        role = {
          roleArn = "arn:aws:iam::123456789012:role/edge-events"
        }
      }
      logGroupArn = "arn:aws:logs:eu-central-1:123456789012:log-group:edge-events"
    }
  }
}

output destinationId {
  value = logs.id
}
