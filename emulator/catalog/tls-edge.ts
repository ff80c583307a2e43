import { ApiFailure } from "../failure";
import { type JsonObject, objectOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseHostports } from "./hostports";

/** Mutual TLS requires the edge to see the handshake. API reference: "TLS edge", terminate_at. */
function refuseMutualTlsUpstream(fields: JsonObject): void {
  if (objectOf(fields.tls_termination).terminate_at !== "upstream") return;
  if (objectOf(fields.mutual_tls).enabled !== true) return;
  throw new ApiFailure(
    "exclusive",
    "mutual_tls is not allowed while terminate_at is upstream.",
    "mutual_tls",
  );
}

/** API reference: "TLS edge". */
export const tlsEdge: Behaviour = {
  check(call, fields, previous) {
    refuseHostports(call, fields, previous);
    if (!call.trusted) refuseMutualTlsUpstream(fields);
  },
};
