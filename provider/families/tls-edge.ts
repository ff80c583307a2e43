import { defineResource } from "../family/resource";
import { deprecatedEdges, limitedNotes, stamps } from "./common";
import { byHostport, hostports } from "./hostports";
import { backend } from "./modules/backend";
import { ipRestriction } from "./modules/ip-restriction";
import { mutualTls } from "./modules/mutual-tls";
import { noMutualTlsUpstream, terminatesUpstream, tlsTermination } from "./modules/tls-termination";
import { trafficPolicy } from "./modules/traffic-policy";

/** API reference, sections "TLS edge" and "Module parameter shapes on a TLS edge". */
export const tlsEdge = defineResource({
  name: "TlsEdge",
  summary:
    "An edge that accepts TLS connections for its hostports. Each module is set, changed, and removed with its property; a module that the program never declared is left unchanged.",
  deprecated: deprecatedEdges,
  section: "TLS edge",
  path: "/edges/tls",
  listKey: "tls_edges",
  inputs: {
    ...limitedNotes("What the edge is for."),
    hostports,
    backend,
    ipRestriction,
    mutualTls,
    tlsTermination,
    trafficPolicy: trafficPolicy({ name: "a TLS edge", protocol: "tls" }),
  },
  update: ["description", "metadata", "hostports"],
  outputs: stamps,
  naturalKey: ["hostports"],
  lookups: [byHostport],
  // "Most other modules" are disallowed then. The service accepts all but mutual TLS (docs/assumptions.md).
  conflicts: [{ among: ["tlsTermination", "mutualTls"], when: terminatesUpstream }],
  rules: [noMutualTlsUpstream],
});
