import * as edge from "../../sdk";
import { covers } from "../properties";
import { reference, stackRule } from "../rule";

export const edgeCertCoversDomain = stackRule({
  id: "edge-cert-covers-domain",
  severity: "critical",
  title: "The certificate of a reserved domain must be for that domain.",
  reason: "Every visitor of the domain gets a browser error.",
  source: [reference("TLS certificate"), reference("Reserved domain")],
  advice: "Use a certificate that names the domain, or a wildcard for it.",
  check: (account) => {
    const certificates = account.of(edge.TlsCertificate);
    return account.of(edge.ReservedDomain).flatMap(({ resource, props: { domain } }) =>
      certificates
        .filter((certificate) => account.refers(resource, certificate.resource, "certificateId"))
        .flatMap(({ resource: certificate, props }) => {
          const { dnsNames = [] } = props.subjectAlternativeNames ?? {};
          // Browsers use the common name only without alternative names (RFC 6125, section 6.4.4).
          const names = dnsNames.length > 0 ? dnsNames : [props.subjectCommonName ?? ""];
          const known = names.filter((name) => name !== "");
          if (domain === undefined || known.length === 0) return [];
          if (known.some((name) => covers(name, domain))) return [];
          const list = [...new Set(known)].join(", ");
          return [
            { at: resource, message: `certificate ${certificate.name} is for ${list}, not for ${domain}.` },
          ];
        }),
    );
  },
});
