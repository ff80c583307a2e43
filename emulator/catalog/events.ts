import type { Account, Call } from "../account/account";
import { reject } from "../failure";
import { isObject, type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";

/** The targets that need an ARN: its parameter, its service, and the form of its resource. */
const ARNS: Readonly<Record<string, readonly [parameter: string, service: string, kind: RegExp]>> = {
  firehose: ["delivery_stream_arn", "firehose", /^deliverystream\/./],
  kinesis: ["stream_arn", "kinesis", /^stream\/./],
  cloudwatch_logs: ["log_group_arn", "logs", /^log-group:./],
};

const PARTITION = /^aws(?:-[a-z]+)*$/;

/** Returns the parts of an ARN; all empty if the text is not an ARN. */
function parseArn(arn: string) {
  const [, partition = "", service = "", region = "", account = "", object = ""] =
    /^arn:([^:\s]*):([^:\s]*):([^:\s]*):(\d*):(\S+)$/.exec(arn) ?? [];
  return { partition, service, region, account, object };
}

const ACCOUNT = /^\d{12}$/;

/** The form of Datadog's sites; new ones are added now and then. */
const DATADOG_SITE = /^(?:[a-z]{2}\d\.)?(?:datadoghq\.(?:com|eu)|ddog-gov\.com)$/;

function refuseArns(call: Call, kind: string, target: JsonObject): void {
  const [parameter = "", service = "", resource = /^/] = ARNS[kind] ?? [];
  if (parameter === "") return;
  const at = `target.${kind}.${parameter}`;
  const arn = textOf(target[parameter]);
  const parsedArn = parseArn(arn);
  if (parsedArn.object === "") reject(call, 5120, `${at} is not an ARN.`, at);
  if (!PARTITION.test(parsedArn.partition))
    reject(call, 5118, `${at} has the unknown partition ${parsedArn.partition}.`, at);
  if (!/^[a-z0-9-]+$/.test(parsedArn.service)) reject(call, 5119, `${at} has no service.`, at);
  if (parsedArn.service !== service)
    reject(call, 5129, `${at} is an ARN of ${parsedArn.service}, not of ${service}.`, at);
  if (parsedArn.region === "" || !ACCOUNT.test(parsedArn.account))
    reject(call, 5120, `${at} needs a region and an account of 12 digits.`, at);
  if (!resource.test(parsedArn.object))
    reject(call, 5130, `${at} is an ARN of the wrong kind of resource.`, at);
  const role = objectOf(objectOf(target.auth).role).role_arn;
  if (role === undefined) return;
  const roleAt = `target.${kind}.auth.role.role_arn`;
  const parsedRole = parseArn(textOf(role));
  if (parsedRole.object !== "" && !PARTITION.test(parsedRole.partition))
    reject(call, 5118, `${roleAt} has the unknown partition ${parsedRole.partition}.`, roleAt);
  const isRole =
    parsedRole.service === "iam" && parsedRole.region === "" && /^role\/./.test(parsedRole.object);
  if (!isRole || !ACCOUNT.test(parsedRole.account))
    reject(call, 5104, `${roleAt} is not the ARN of a role.`, roleAt);
}

export const eventDestination: Behavior = {
  check(call, fields, previous) {
    const targetKind = (target: Json | undefined) => Object.keys(objectOf(target)).join();
    if (previous && targetKind(previous.fields.target) !== targetKind(fields.target))
      reject(call, 5108, "The kind of a destination's target cannot be changed.", "target");
    const [target] = Object.entries(objectOf(fields.target));
    if (target) refuseArns(call, target[0], objectOf(target[1]));
    const { ddsite = "" } = target?.[0] === "datadog" ? objectOf(target[1]) : {};
    if (ddsite !== "" && !DATADOG_SITE.test(textOf(ddsite)))
      reject(call, 5134, `${textOf(ddsite)} is not a Datadog site.`, "target.datadog.ddsite");
    const uri = target?.[0] === "azure_logs_ingestion" ? objectOf(target[1]).logs_ingestion_uri : undefined;
    if (uri !== undefined && !(/^https?:\/\/[^\s/?#]+\S*$/i.test(textOf(uri)) && URL.canParse(textOf(uri))))
      reject(call, 5138, "The ingestion URI is not a URL.", "target.azure_logs_ingestion.logs_ingestion_uri");
  },
  guard(call, object, operation) {
    const user = call.account.storage
      .all("/event_subscriptions")
      .find(({ fields }) => textsOf(fields.destination_ids).includes(object.id));
    if (operation === "delete" && user)
      reject(call, 5112, `${object.id} is in use by /event_subscriptions/${user.id}.`);
  },
};

export const eventSubscription: Behavior = {
  compute: {
    sources: subscriptionSources,
  },
  check(call, { sources }) {
    const objects = (Array.isArray(sources) ? sources : []).filter(isObject);
    refuseTypes(
      call,
      objects.map(({ type }) => textOf(type)),
      "sources",
    );
  },
};

/** Refuses the types of a subscription's sources. */
export function refuseTypes(call: Call, types: readonly string[], at: string): void {
  const invalid = types.find((type) => !/^\w+\.v\d+$/.test(type));
  if (invalid !== undefined)
    reject(call, 238, `${invalid} is not an event type such as ip_policy_created.v0.`, at);
  const duplicate = types.find((type, index) => types.indexOf(type) !== index);
  if (duplicate !== undefined) reject(call, 5127, `${duplicate} is a duplicate.`, at);
}

/** Returns the sources of a subscription in the form of its response and of its list of sources. */
export function subscriptionSources(
  account: Account,
  { id, fields }: StoredObject,
): { type: string; uri: string }[] {
  const sources = Array.isArray(fields.sources) ? fields.sources : [];
  return sources.filter(isObject).map(({ type }) => ({
    type: textOf(type),
    uri: account.uri(`/event_subscriptions/${id}/sources/${encodeURIComponent(textOf(type))}`),
  }));
}
