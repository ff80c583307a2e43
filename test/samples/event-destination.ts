import { none, noteChanges, notes, type Sample } from "./sample";

const ROLE = { role: { roleArn: "arn:aws:iam::123456789012:role/events" } };
const KINESIS = {
  kinesis: { auth: ROLE, streamArn: "arn:aws:kinesis:us-east-2:123456789012:stream/events" },
};

export const sample: Sample = {
  minimal: () => ({ target: KINESIS }),
  full: () => ({
    ...notes,
    format: "json",
    target: {
      firehose: {
        auth: { creds: { awsAccessKeyId: "AKIAIOSFODNN7EXAMPLE", awsSecretAccessKey: "aws-secret-one" } },
        deliveryStreamArn: "arn:aws:firehose:us-east-2:123456789012:deliverystream/events",
      },
    },
  }),
  changes: () => ({
    ...noteChanges,
    // Another kind of target requires replacement.
    target: {
      to: {
        firehose: {
          auth: ROLE,
          deliveryStreamArn: "arn:aws:firehose:us-east-2:123456789012:deliverystream/audit",
        },
      },
    },
  }),
  replacements: none,
  fixedParts: () => ({ target: { to: KINESIS } }),
};
