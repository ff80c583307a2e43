import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { reference } from "../sources";

const check = ({ certificateAuthorityIds }: { certificateAuthorityIds?: readonly string[] }) =>
  certificateAuthorityIds && certificateAuthorityIds.length > 0
    ? undefined
    : "certificateAuthorityIds is empty: name the CertificateAuthority that signs the clients' certificates.";

const checkModule = ({ mutualTls }: { mutualTls?: { certificateAuthorityIds?: readonly string[] } }) => {
  const found = mutualTls && check(mutualTls);
  return found && `mutualTls.${found}`;
};

export const edgeMtlsHasCa = resourceRule({
  id: "edge-mtls-has-ca",
  severity: "high",
  title: "Mutual TLS must name the authorities that it trusts.",
  reason: "Without a trust anchor, no client certificate can be validated.",
  source: [reference("TLS edge")],
  advice: "Name at least one CertificateAuthority in certificateAuthorityIds.",
  cases: (on) => [
    on(edge.TlsEdge, checkModule),
    on(edge.HttpsEdge, checkModule),
    on(edge.TlsEdgeMutualTls, check),
  ],
});
