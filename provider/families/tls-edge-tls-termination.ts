import { id } from "../family/fields";
import { defineModule } from "../family/module";
import { singleModule } from "./common";
import { tlsTermination } from "./modules/tls-termination";

export const tlsEdgeTlsTermination = defineModule({
  name: "TlsEdgeTlsTermination",
  ...singleModule("TLS termination module of a TLS edge"),
  path: "/edges/tls/{edgeId}/tls_termination",
  pathInputs: { edgeId: id("Id of the TlsEdge.", { refersTo: ["TlsEdge"] }) },
  module: tlsTermination,
  // API reference, section "TLS edge": upstream termination disallows most other modules. Mutual TLS has to see the handshake.
  conflict: {
    segment: "mutual_tls",
    excludesOther: ({ terminateAt }) => terminateAt === "upstream",
    isExcludedBy: (response) => response.enabled !== false,
  },
  insteadOf: { family: "TlsEdge", input: "tlsTermination" },
});
