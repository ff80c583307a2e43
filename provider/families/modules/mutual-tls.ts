import { ids, object } from "../../family/fields";
import { enabled } from "./enabled";

/** API reference, "EndpointMutualTLSMutate". */
export const mutualTlsShape = {
  enabled,
  certificateAuthorityIds: ids(
    "Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored.",
    "certificate_authorities",
    { unset: { sends: [] }, refersTo: ["CertificateAuthority"] },
  ).optional(),
};

export const mutualTls = object(
  mutualTlsShape,
  "Mutual TLS module: clients must present a certificate that one of these authorities issued.",
  { significantWhenEmpty: true },
);
