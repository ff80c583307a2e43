import { isDeepStrictEqual } from "node:util";
import type { Call } from "../account/call";
import { isObject, type JsonObject, objectOf, textOf } from "../json";
import { type Attachment, refusePolicy } from "../modules/policy-refusals";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";

/** Refuses the traffic policy of an edge or a route where it is new. */
export function refuseEdgePolicy(
  call: Call,
  fields: JsonObject,
  previous: StoredObject | undefined,
  attachment: Attachment,
): void {
  const { value, enabled } = objectOf(fields.traffic_policy);
  if (isDeepStrictEqual(previous?.fields.traffic_policy, fields.traffic_policy)) return;
  if (isObject(fields.traffic_policy) && enabled !== false && textOf(value).trim() === "")
    refuseAsService(call, 2236, "traffic_policy.value is empty.", "traffic_policy.value");
  refusePolicy(call, value, "traffic_policy.value", attachment);
}
