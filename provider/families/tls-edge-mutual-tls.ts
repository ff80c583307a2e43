import { id } from "../family/fields";
import { defineModule } from "../family/module";
import { referredObjects, singleModule } from "./common";
import { mutualTls } from "./modules/mutual-tls";

export const tlsEdgeMutualTls = defineModule({
  name: "TlsEdgeMutualTls",
  ...singleModule("mutual TLS module of a TLS edge"),
  path: "/edges/tls/{edgeId}/mutual_tls",
  pathInputs: { edgeId: id("Id of the TlsEdge.", { refersTo: ["TlsEdge"] }) },
  module: mutualTls,
  response: {
    certificateAuthorities: referredObjects(
      "The authorities used to verify client certificates.",
      "certificateAuthorityIds",
    ),
  },
  // API reference, section "TLS edge": upstream termination disallows most other modules.
  conflict: {
    segment: "tls_termination",
    excludesOther: ({ enabled }) => enabled !== false,
    isExcludedBy: (response) => response.terminate_at === "upstream",
  },
  insteadOf: { family: "TlsEdge", input: "mutualTls" },
});
