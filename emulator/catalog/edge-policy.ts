import type { Call } from "../account/call";
import { type JsonObject, objectOf } from "../json";
import { type Attachment, refusePolicy } from "../modules/policy-refusals";
import type { StoredObject } from "../store/storage";

/** Refuses the traffic policy of an edge or a route where it is new. */
export function refuseEdgePolicy(
  call: Call,
  fields: JsonObject,
  previous: StoredObject | undefined,
  attachment: Attachment,
): void {
  const { value } = objectOf(fields.traffic_policy);
  if (objectOf(previous?.fields.traffic_policy).value === value) return;
  refusePolicy(call, value, "traffic_policy.value", attachment);
}
