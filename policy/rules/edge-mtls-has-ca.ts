import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";

const check = ({ certificateAuthorityIds }: { certificateAuthorityIds?: readonly string[] }) =>
  certificateAuthorityIds && certificateAuthorityIds.length > 0
    ? undefined
    : "certificateAuthorityIds is empty: set it to the CertificateAuthority that signs the client certificates.";

const checkModule = ({ mutualTls }: { mutualTls?: { certificateAuthorityIds?: readonly string[] } }) => {
  const problem = mutualTls && check(mutualTls);
  return problem && `mutualTls.${problem}`;
};

export const edgeMtlsHasCa = resourceRule({
  id: "edge-mtls-has-ca",
  severity: "high",
  title: "Mutual TLS must refer to trusted authorities.",
  reason: "Without a trust anchor, no client certificate can be validated.",
  source: [reference("TLS edge")],
  advice: "Set certificateAuthorityIds to at least one CertificateAuthority.",
  cases: (on) => [
    on(edge.TlsEdge, checkModule),
    on(edge.HttpsEdge, checkModule),
    on(edge.TlsEdgeMutualTls, check),
  ],
});
