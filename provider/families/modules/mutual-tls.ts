import { ids, object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointMutualTLSMutate". */
export const mutualTlsShape = {
  enabled,
  certificateAuthorityIds: ids(
    "Ids of the CertificateAuthority objects that client certificates are validated against. The order has no meaning.",
    "certificate_authorities",
    { unset: { sends: [] }, refersTo: ["CertificateAuthority"] },
  ).optional(),
};

export const mutualTls = object(
  mutualTlsShape,
  "Mutual TLS module: clients must present a certificate of one of these authorities.",
  { significantWhenEmpty: true },
);
