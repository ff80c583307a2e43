import type { Call } from "../account/call";
import { type JsonObject, objectOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuse } from "../service";
import { refuseEdgePolicy } from "./edge-policy";
import { refuseHostports } from "./hostports";

/** Mutual TLS requires the edge to see the handshake. API reference: "TLS edge", terminate_at. */
function refuseMutualTlsUpstream(call: Call, fields: JsonObject): void {
  if (objectOf(fields.tls_termination).terminate_at !== "upstream") return;
  if (objectOf(fields.mutual_tls).enabled !== true) return;
  refuse(call, 7062, "exclusive", "mutual_tls is not allowed while terminate_at is upstream.", "mutual_tls");
}

/** API reference: "TLS edge". */
export const tlsEdge: Behaviour = {
  check(call, fields, previous) {
    refuseHostports(call, fields, previous, "domains", 7133);
    refuseEdgePolicy(call, fields, previous, {});
    if (!call.trusted) refuseMutualTlsUpstream(call, fields);
  },
};
