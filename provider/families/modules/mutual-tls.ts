import { ids } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** API reference, "EndpointMutualTLSMutate". */
export const mutualTls = edgeModule(
  "guard",
  {
    certificateAuthorityIds: ids(
      "Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored.",
      "certificate_authorities",
      { unset: { sends: [] }, refersTo: ["CertificateAuthority"] },
    ).optional(),
  },
  "Mutual TLS module: clients must present a certificate issued by one of the authorities in `certificateAuthorityIds`.",
);
