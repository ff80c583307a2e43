import { backend, ipRestriction, trafficPolicy } from "../modules/edge";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { moduleParam } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { hostports, refuseHostports } from "./hostports";
import { limitedNotes } from "./shared";

/** Assumed by convention: the reference has its IP restriction module alone. */
export const tcpEdge: Family = {
  stem: "tcp-edge",
  name: "TcpEdge",
  section: "Edge module operations",
  byConvention: true,
  collection: "/edges/tcp",
  listKey: "tcp_edges",
  idPrefix: "edgtcp",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    hostports,
    backend: moduleParam(backend),
    ip_restriction: moduleParam(ipRestriction),
    traffic_policy: moduleParam(trafficPolicy),
  },
  update: ["description", "metadata", "hostports", "backend", "ip_restriction", "traffic_policy"],
  response: {
    ...notes,
    hostports: returned.list(),
    backend: returned.module(),
    ip_restriction: returned.module(),
    traffic_policy: returned.module(),
  },
  check: refuseHostports,
};
