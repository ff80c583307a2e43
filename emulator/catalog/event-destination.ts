import type { Call } from "../account/call";
import { type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Parameter, service and kind of object of the ARN of each target that has one. */
const ARNS: Readonly<Record<string, readonly [parameter: string, service: string, kind: RegExp]>> = {
  firehose: ["delivery_stream_arn", "firehose", /^deliverystream\/./],
  kinesis: ["stream_arn", "kinesis", /^stream\/./],
  cloudwatch_logs: ["log_group_arn", "logs", /^log-group:./],
};

function refuseArns(call: Call, kind: string, target: JsonObject): void {
  const [parameter = "", service = "", resource = /^/] = ARNS[kind] ?? [];
  if (parameter === "") return;
  const at = `target.${kind}.${parameter}`;
  const arn = textOf(target[parameter]);
  const [, of = "", rest = ""] = /^arn:aws[a-z-]*:([a-z0-9-]+):[a-z0-9-]*:\d*:(\S+)$/.exec(arn) ?? [];
  if (rest === "") refuseAsService(call, 5120, `${at} is no ARN.`, at);
  if (of !== service) refuseAsService(call, 5129, `${at} is an ARN of ${of}, not of ${service}.`, at);
  if (!resource.test(rest)) refuseAsService(call, 5130, `${at} is an ARN of another kind of object.`, at);
  const role = objectOf(objectOf(target.auth).role).role_arn;
  if (role !== undefined && !/^arn:aws[a-z-]*:iam::\d+:role\/\S+$/.test(textOf(role)))
    refuseAsService(call, 5104, "The ARN of the role is none.", `target.${kind}.auth.role.role_arn`);
}

/** Service only: the reference does not have it. */
export const eventDestination: Behaviour = {
  check(call, fields, previous) {
    const kindOf = (target: Json | undefined) => Object.keys(objectOf(target)).join();
    if (previous && kindOf(previous.fields.target) !== kindOf(fields.target))
      refuseAsService(call, 5108, "The target of a destination cannot be of another kind.", "target");
    const [target] = Object.entries(objectOf(fields.target));
    if (target) refuseArns(call, target[0], objectOf(target[1]));
    const uri = target?.[0] === "azure_logs_ingestion" ? objectOf(target[1]).logs_ingestion_uri : undefined;
    if (uri !== undefined && !(/^https?:\/\/[^\s/?#]+\S*$/i.test(textOf(uri)) && URL.canParse(textOf(uri))))
      refuseAsService(
        call,
        5138,
        "The ingestion URI is no URL.",
        "target.azure_logs_ingestion.logs_ingestion_uri",
      );
  },
  guard(call, object, operation) {
    const user = call.account.storage
      .all("/event_subscriptions")
      .find(({ fields }) => textsOf(fields.destination_ids).includes(object.id));
    if (operation === "delete" && user)
      refuseAsService(call, 5112, `${object.id} is in use by /event_subscriptions/${user.id}.`);
  },
};
