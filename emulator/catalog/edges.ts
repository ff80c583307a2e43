import { isDeepStrictEqual } from "node:util";
import type { Attachment } from "../../traffic-policy";
import type { Call } from "../account/account";
import { reject } from "../failure";
import { asObject, asText, isObject, type JsonObject } from "../json";
import { refusePolicy } from "../modules/policy-refusals";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";
import { refuseHostports } from "./hostports";

/** Refuses a new or changed traffic policy of an edge or route if it is invalid. */
export function refuseEdgePolicy(
  call: Call,
  fields: JsonObject,
  previous: StoredObject | undefined,
  attachment: Attachment,
): void {
  const { value, enabled } = asObject(fields.traffic_policy);
  if (isDeepStrictEqual(previous?.fields.traffic_policy, fields.traffic_policy)) return;
  if (isObject(fields.traffic_policy) && enabled !== false && asText(value).trim() === "")
    reject(call, 2236, "traffic_policy.value must not be empty.", "traffic_policy.value");
  refusePolicy(call, value, "traffic_policy.value", attachment);
}

export const httpsEdge: Behavior = {
  check: (call, fields, previous) => refuseHostports(call, fields, previous, "a domain", 7121),
  onDelete({ account: { storage } }, edge) {
    const routes = `/edges/https/${edge.id}/routes`;
    for (const route of [...storage.all(routes)]) storage.delete(routes, route.id);
  },
};

export const tcpEdge: Behavior = {
  check(call, fields, previous) {
    refuseHostports(call, fields, previous, "an address", 7120);
    refuseEdgePolicy(call, fields, previous, { name: "a TCP edge", protocol: "tcp" });
  },
};

/** Mutual TLS requires the edge to see the handshake. API reference: "TLS edge", terminate_at. */
function refuseMutualTlsUpstream(call: Call, fields: JsonObject): void {
  if (asObject(fields.tls_termination).terminate_at !== "upstream") return;
  if (asObject(fields.mutual_tls).enabled !== true) return;
  reject(call, 7062, "mutual_tls is not allowed while terminate_at is upstream.", "mutual_tls", "exclusive");
}

export const tlsEdge: Behavior = {
  check(call, fields, previous) {
    refuseHostports(call, fields, previous, "a domain", 7133);
    refuseEdgePolicy(call, fields, previous, { name: "a TLS edge", protocol: "tls" });
    if (!call.trusted) refuseMutualTlsUpstream(call, fields);
  },
};
