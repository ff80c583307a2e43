import * as edge from "../../sdk";
import { reference, stackRule } from "../rule";

export const edgeDomDnsError = stackRule({
  id: "edge-dom-dns-error",
  severity: "high",
  title: "No certificate should wait for DNS records to be corrected.",
  reason: "DNS_ERROR is permanent: the domain gets no certificate until its records are corrected.",
  source: [reference("Reserved domain")],
  advice: "Add the records from the dnsRecords output to the domain's DNS zone.",
  level: {
    enforcement: "advisory",
    reason:
      "the records live in DNS, so no update can fix them, and a mandatory rule would block all other changes.",
  },
  check: (account) =>
    account
      .of(edge.ReservedDomain)
      .filter(({ props }) => props.certificateManagementStatus?.provisioningJob?.errorCode === "DNS_ERROR")
      .map(({ resource, props }) => {
        const records = (props.dnsRecords ?? []).map(({ name, value }) => `${name} CNAME ${value}`);
        const wanted = records.length > 0 ? `: set ${records.join("; ")}` : "";
        return { at: resource, message: `the certificate is not issued because of DNS_ERROR${wanted}.` };
      }),
});
