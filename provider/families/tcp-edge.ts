import { defineResource } from "../family/resource";
import { deprecatedEdges, limitedNotes, stamps } from "./common";
import { byHostport, tcpHostports } from "./hostports";
import { backend } from "./modules/backend";
import { ipRestriction } from "./modules/ip-restriction";
import { trafficPolicy } from "./modules/traffic-policy";

/** The facts are assumptions, because for TCP edges the API reference shows only the IP restriction module. */
export const tcpEdge = defineResource({
  name: "TcpEdge",
  summary:
    "An edge that accepts TCP connections for its hostports. Each module is set, changed, and removed with its property; a module that the program never declared is left unchanged.",
  deprecated: deprecatedEdges,
  path: "/edges/tcp",
  listKey: "tcp_edges",
  inputs: {
    ...limitedNotes("What the edge is for."),
    hostports: tcpHostports,
    backend,
    ipRestriction,
    trafficPolicy: trafficPolicy({ name: "a TCP edge", protocol: "tcp" }),
  },
  update: ["description", "metadata", "hostports"],
  outputs: stamps,
  naturalKey: ["hostports"],
  lookups: [byHostport],
});
