import * as edge from "pulumi-tunnel-edge";

// The service assumes a role of the AWS account, so that no access key leaves it.
const log = new edge.EventDestination("audit-log", {
  description: "Audit events of the account",
  target: {
    firehose: {
      auth: { role: { roleArn: "arn:aws:iam::123456789012:role/edge-audit" } },
      deliveryStreamArn: "arn:aws:firehose:eu-central-1:123456789012:deliverystream/edge-audit",
    },
  },
});

const KINDS = [
  // Access rules, and members who manage the account.
  "api_key",
  "certificate_authority",
  "ip_policy",
  "ip_policy_rule",
  "ip_restriction",
  "secret",
  "ssh_certificate_authority",
  "ssh_host_certificate",
  "ssh_public_key",
  "ssh_user_certificate",
  "tunnel_credential",
  "vault",
  // Destinations.
  "domain",
  "tcp_address",
  "tls_certificate",
  // Includes changes of this log itself.
  "event_destination",
  "event_subscription",
];
const CHANGES = ["created", "updated", "deleted"];

const audit = new edge.EventSubscription("audit", {
  description: "Every change of the account",
  sources: KINDS.flatMap((kind) => CHANGES.map((change) => ({ type: `${kind}_${change}.v0` }))),
  destinationIds: [log.id],
});

export const auditSubscriptionId = audit.id;
