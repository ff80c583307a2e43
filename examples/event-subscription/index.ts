import * as edge from "pulumi-tunnel-edge";

const logs = new edge.EventDestination("subscription-logs", {
  target: {
    kinesis: {
      auth: { role: { roleArn: "arn:aws:iam::123456789012:role/edge-events" } },
      streamArn: "arn:aws:kinesis:eu-central-1:123456789012:stream/edge-events",
    },
  },
});

// Sends an event when an IP policy is created or updated.
const types = ["ip_policy_created.v0", "ip_policy_updated.v0"];
const policies = new edge.EventSubscription("policies", {
  description: "changes of IP policies",
  sources: types.map((type) => ({ type })),
  destinationIds: [logs.id],
});

export const subscriptionId = policies.id;
