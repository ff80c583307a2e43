import { isRecord } from "../family/field";
import {
  choice,
  nonEmptyString,
  object,
  oneOf,
  rejectText,
  rejectUnless,
  type Shape,
  string,
} from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, stamps } from "./common";

const sometimesSecret = (description: string) =>
  nonEmptyString(description, { secret: true, returned: "sometimes" });

/** @param prefix - Start of the resource's name, such as `stream/`. */
const arn = (description: string, service: string, prefix: string) =>
  nonEmptyString(description, {
    rejects: rejectUnless(
      new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${prefix}\\S+$`),
      `must be an ARN such as arn:aws:${service}:eu-central-1:123456789012:${prefix}events`,
    ),
  });

const auth = choice(
  {
    role: object(
      {
        roleArn: nonEmptyString("ARN of the role, such as `arn:aws:iam::123456789012:role/events`.", {
          rejects: rejectUnless(
            /^arn:aws[a-z-]*:iam::\d{12}:role\/\S+$/,
            "must be an ARN such as arn:aws:iam::123456789012:role/events",
          ),
        }),
      },
      "An IAM role in your AWS account that the service assumes. No key is stored.",
      { shapeName: "AwsRole" },
    ).optional(),
    creds: object(
      {
        awsAccessKeyId: nonEmptyString("Id of the access key."),
        awsSecretAccessKey: sometimesSecret("Secret of the access key."),
      },
      "A long-lived access key of your AWS account. Prefer a role.",
      { shapeName: "AwsCredentials" },
    ).optional(),
  },
  "way to authenticate",
  "How the service authenticates to AWS: by a role or by an access key.",
  "AwsAuth",
);

const awsService = <S extends Shape>(description: string, shapeName: string, arnShape: S) =>
  object({ auth, ...arnShape }, description, { shapeName }).optional();

const target = choice(
  {
    firehose: awsService("Amazon Data Firehose.", "FirehoseTarget", {
      deliveryStreamArn: arn("ARN of the delivery stream.", "firehose", "deliverystream/"),
    }),
    kinesis: awsService("Amazon Kinesis.", "KinesisTarget", {
      streamArn: arn("ARN of the stream.", "kinesis", "stream/"),
    }),
    cloudwatchLogs: awsService("Amazon CloudWatch Logs.", "CloudwatchLogsTarget", {
      logGroupArn: arn("ARN of the log group.", "logs", "log-group:"),
    }),
    datadog: object(
      {
        apiKey: sometimesSecret("API key of Datadog."),
        ddtags: string("Tags of the events, such as `env:prod`.", { unset: { sends: "" } }).optional(),
        service: string("Service name of the events.", { unset: { sends: "" } }).optional(),
        ddsite: string("Site of Datadog, such as `datadoghq.eu`.", {
          unset: { sends: "" },
          // Observed in the service (error 5134). Datadog adds sites from time to time.
          rejects: rejectUnless(
            /^(?:(?:[a-z]{2}\d\.)?(?:datadoghq\.(?:com|eu)|ddog-gov\.com))?$/,
            "must be a Datadog site, such as datadoghq.eu or us3.datadoghq.com",
          ),
        }).optional(),
      },
      "Datadog.",
      { shapeName: "DatadogTarget" },
    ).optional(),
    azureLogsIngestion: object(
      {
        tenantId: nonEmptyString("Id of the Azure tenant."),
        clientId: nonEmptyString("Id of the application client."),
        clientSecret: sometimesSecret("Secret of the application client."),
        logsIngestionUri: nonEmptyString("URI of the data collection endpoint for logs.", {
          // Observed in the service (error 5138).
          rejects: rejectText((text) =>
            /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text)
              ? undefined
              : "must be a URL, such as https://events-a1b2.eastus-1.ingest.monitor.azure.com",
          ),
        }),
        dataCollectionRuleId: nonEmptyString("Immutable id of the data collection rule."),
        dataCollectionStreamName: nonEmptyString("Name of the stream within the data collection rule."),
      },
      "Azure Monitor, through its Logs Ingestion API.",
      { shapeName: "AzureLogsIngestionTarget" },
    ).optional(),
  },
  "target",
  "Destination of the events: exactly one service.",
  "EventTarget",
);

function selectedService(target: unknown): string | undefined {
  return isRecord(target)
    ? Object.keys(target).find((key) => target[key] !== undefined && target[key] !== null)
    : undefined;
}

export const eventDestination = defineResource({
  name: "EventDestination",
  summary:
    "A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the destination.",
  serviceOnly: true,
  path: "/event_destinations",
  filterableBy: ["description", "metadata"],
  inputs: {
    target,
    format: oneOf({ json: "Each event is a JSON object." }, "Format of the events.", {
      // The service accepts and returns either spelling.
      spelling: { canonical: (text) => (text === "JSON" ? "json" : text) },
      typeName: '"json" | "JSON"',
      unset: { sends: "json", also: "at creation" },
    }).optional(),
    ...limitedNotes("What the destination is for."),
  },
  fixedParts: { target: { name: "kind", extract: selectedService } },
  update: ["target", "format", "description", "metadata"],
  outputs: stamps,
});
