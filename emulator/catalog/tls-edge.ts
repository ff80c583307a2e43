import { ApiFailure } from "../failure";
import { type JsonObject, objectOf } from "../json";
import { backend, ipRestriction, mutualTls, tlsTermination, trafficPolicy } from "../modules/edge";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { moduleParam } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { hostports, refuseHostports } from "./hostports";
import { limitedNotes } from "./shared";

/** Mutual TLS needs the edge to see the handshake. API reference: "TLS edge", terminate_at. */
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
export const tlsEdge: Family = {
  stem: "tls-edge",
  name: "TlsEdge",
  section: "TLS edge",
  collection: "/edges/tls",
  listKey: "tls_edges",
  idPrefix: "edgtls",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    hostports,
    backend: moduleParam(backend),
    ip_restriction: moduleParam(ipRestriction),
    mutual_tls: moduleParam(mutualTls),
    tls_termination: moduleParam(tlsTermination),
    traffic_policy: moduleParam(trafficPolicy),
  },
  update: [
    "description",
    "metadata",
    "hostports",
    "backend",
    "ip_restriction",
    "mutual_tls",
    "tls_termination",
    "traffic_policy",
  ],
  response: {
    ...notes,
    hostports: returned.list(),
    backend: returned.module(),
    ip_restriction: returned.module(),
    mutual_tls: returned.module(),
    tls_termination: returned.module(),
    traffic_policy: returned.module(),
  },
  check(call, fields, previous) {
    refuseHostports(call, fields, previous);
    if (!call.trusted) refuseMutualTlsUpstream(fields);
  },
};
