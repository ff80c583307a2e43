import type { Account, Call } from "../account/account";
import { reject } from "../failure";
import { asList, asObject, asText, type Json, type JsonObject, textsIn } from "../json";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";
import { refuseWhileInUse } from "./in-use";

/** The targets with an ARN: the parameter, and the service and kind of resource that it must name. */
const ARNS: Readonly<Record<string, { parameter: string; service: string; resource: RegExp }>> = {
  firehose: { parameter: "delivery_stream_arn", service: "firehose", resource: /^deliverystream\/./ },
  kinesis: { parameter: "stream_arn", service: "kinesis", resource: /^stream\/./ },
  cloudwatch_logs: { parameter: "log_group_arn", service: "logs", resource: /^log-group:./ },
};

const ACCOUNT = /^\d{12}$/;

/** The form of Datadog's sites, such as `us5.datadoghq.com`: a list would become outdated. */
const DATADOG_SITE = /^(?:[a-z]{2}\d\.)?(?:datadoghq\.(?:com|eu)|ddog-gov\.com)$/;

/** Returns the parts of an ARN, which are empty if the text is not an ARN. */
function parseArn(text: string) {
  const [, partition = "", service = "", region = "", account = "", object = ""] =
    /^arn:([^:\s]*):([^:\s]*):([^:\s]*):(\d*):(\S+)$/.exec(text) ?? [];
  return { partition, service, region, account, object };
}

function refuseArns(call: Call, kind: string, target: JsonObject): void {
  const { parameter, service, resource } = ARNS[kind] ?? {};
  if (parameter === undefined || resource === undefined) return;
  const path = `target.${kind}.${parameter}`;
  const arn = parseArn(asText(target[parameter]));
  if (arn.object === "") reject(call, 5120, `${path} is not an ARN.`, path);
  refusePartition(call, arn, path);
  if (!/^[a-z0-9-]+$/.test(arn.service)) reject(call, 5119, `${path} has no service.`, path);
  if (arn.service !== service)
    reject(call, 5129, `${path} is an ARN of ${arn.service}, not of ${service}.`, path);
  if (arn.region === "" || !ACCOUNT.test(arn.account))
    reject(call, 5120, `${path} needs a region and an account of 12 digits.`, path);
  if (!resource.test(arn.object))
    reject(call, 5130, `${path} is an ARN of the wrong kind of resource.`, path);
  const { role_arn } = asObject(asObject(target.auth).role);
  if (role_arn === undefined) return;
  const rolePath = `target.${kind}.auth.role.role_arn`;
  const role = parseArn(asText(role_arn));
  if (role.object !== "") refusePartition(call, role, rolePath);
  const isRole = role.service === "iam" && role.region === "" && /^role\/./.test(role.object);
  if (!isRole || !ACCOUNT.test(role.account))
    reject(call, 5104, `${rolePath} is not the ARN of a role.`, rolePath);
}

function refusePartition(call: Call, { partition }: ReturnType<typeof parseArn>, path: string): void {
  if (!/^aws(?:-[a-z]+)*$/.test(partition))
    reject(call, 5118, `${path} has the unknown partition ${partition}.`, path);
}

export const eventDestination: Behavior = {
  check(call, fields, previous) {
    const [[kind = "", value = null] = []] = Object.entries(asObject(fields.target));
    if (previous && Object.keys(asObject(previous.fields.target)).join() !== kind)
      reject(call, 5108, "The kind of a destination's target cannot be changed.", "target");
    const target = asObject(value);
    refuseArns(call, kind, target);
    const site = kind === "datadog" ? asText(target.ddsite) : "";
    if (site !== "" && !DATADOG_SITE.test(site))
      reject(call, 5134, `${site} is not a Datadog site.`, "target.datadog.ddsite");
    const uri = kind === "azure_logs_ingestion" ? asText(target.logs_ingestion_uri) : undefined;
    if (uri !== undefined && !(/^https?:\/\/[^\s/?#]+\S*$/i.test(uri) && URL.canParse(uri)))
      reject(call, 5138, "The ingestion URI is not a URL.", "target.azure_logs_ingestion.logs_ingestion_uri");
  },
  refuseDeletion(call, object) {
    const destinationIds = ({ fields }: StoredObject) => textsIn(fields.destination_ids);
    refuseWhileInUse(call, object, ["/event_subscriptions"], destinationIds, 5112);
  },
};

export const eventSubscription: Behavior = {
  compute: { sources: subscriptionSources },
  check(call, { sources }) {
    refuseTypes(call, typesOf(sources), "sources");
  },
};

const typesOf = (sources: Json | undefined) => asList(sources).map((source) => asText(asObject(source).type));

export function refuseTypes(call: Call, types: readonly string[], path: string): void {
  const invalid = types.find((type) => !/^\w+\.v\d+$/.test(type));
  if (invalid !== undefined)
    reject(call, 238, `${invalid} is not an event type such as ip_policy_created.v0.`, path);
  const duplicate = types.find((type, index) => types.indexOf(type) !== index);
  if (duplicate !== undefined) reject(call, 5127, `${duplicate} is a duplicate.`, path);
}

export function subscriptionSources(account: Account, { id, fields }: StoredObject) {
  return typesOf(fields.sources).map((type) => ({
    type,
    uri: account.uri(`/event_subscriptions/${id}/sources/${encodeURIComponent(type)}`),
  }));
}
