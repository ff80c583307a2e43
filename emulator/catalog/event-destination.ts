import { type Json, objectOf, textsOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { type Fields, type ObjectParam, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { limitedNotes } from "./shared";

const text = () => string({ required: true });
const secret = () => string({ required: true, secret: true });
const shaped = (shape: string, fields: Fields): ObjectParam => ({ type: "object", shape, fields });
const choice = (shape: string, fields: Fields): ObjectParam => ({
  ...shaped(shape, fields),
  required: true,
  oneOf: true,
});

const auth = choice("AWSAuth", {
  role: shaped("AWSRole", { role_arn: text() }),
  creds: shaped("AWSCredentials", { aws_access_key_id: text(), aws_secret_access_key: secret() }),
});

const target = choice("EventTarget", {
  firehose: shaped("EventTargetFirehose", { auth, delivery_stream_arn: text() }),
  kinesis: shaped("EventTargetKinesis", { auth, stream_arn: text() }),
  cloudwatch_logs: shaped("EventTargetCloudwatchLogs", { auth, log_group_arn: text() }),
  datadog: shaped("EventTargetDatadog", {
    api_key: secret(),
    ddtags: string(),
    service: string(),
    ddsite: string(),
  }),
  azure_logs_ingestion: shaped("EventTargetAzureLogsIngestion", {
    tenant_id: text(),
    client_id: text(),
    client_secret: secret(),
    logs_ingestion_uri: text(),
    data_collection_rule_id: text(),
    data_collection_stream_name: text(),
  }),
});

/** Service only: the reference does not have it. */
export const eventDestination: Family = {
  stem: "event-destination",
  name: "EventDestination",
  serviceOnly: true,
  collection: "/event_destinations",
  listKey: "event_destinations",
  filtered: true,
  idPrefix: "ed",
  operations: EVERY_OPERATION,
  create: { ...limitedNotes, format: string({ required: true, enum: ["json"], default: "json" }), target },
  update: ["metadata", "description", "format", "target"],
  response: { ...notes, format: returned.string(), target: returned.object("EventTarget") },
  check(call, fields, previous) {
    const kindOf = (target: Json | undefined) => Object.keys(objectOf(target)).join();
    if (previous && kindOf(previous.fields.target) !== kindOf(fields.target))
      refuseAsService(call, 5108, "The target of a destination cannot be of another kind.", "target");
  },
  guard(call, object, operation) {
    const user = call.account.storage
      .all("/event_subscriptions")
      .find(({ fields }) => textsOf(fields.destination_ids).includes(object.id));
    if (operation === "delete" && user)
      refuseAsService(call, 5112, `${object.id} is in use by /event_subscriptions/${user.id}.`);
  },
};
