import * as edge from "pulumi-tunnel-edge";

// The service assumes a role of the AWS account, so that no access key leaves it.
const logs = new edge.EventDestination("logs", {
  description: "events of the account",
  target: {
    cloudwatchLogs: {
      auth: { role: { roleArn: "arn:aws:iam::123456789012:role/edge-events" } },
      logGroupArn: "arn:aws:logs:eu-central-1:123456789012:log-group:edge-events",
    },
  },
});

export const destinationId = logs.id;
