import { canonicalPem } from "../family/canonical-forms";
import { out, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, stamps, time } from "./common";
import {
  AUTHORITY_OUTPUTS,
  authorityFields,
  authorityOnly,
  readableCertificates,
  warnOfSeveralCertificates,
} from "./x509";

const REVEALS_PEM = { reveals: ["caPem"] };

export const certificateAuthority = defineResource({
  name: "CertificateAuthority",
  plural: "CertificateAuthorities",
  summary: "CA certificates that an edge's mutual TLS module uses to verify client certificates.",
  section: "Certificate authority",
  path: "/certificate_authorities",
  filterableBy: ["description", "metadata"],
  inputs: {
    caPem: string("PEM-encoded CA certificate. The service accepts one per authority.", {
      spelling: { canonical: canonicalPem },
      inspect: warnOfSeveralCertificates,
    }),
    ...limitedNotes("What the certificate authority is used for."),
  },
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    subjectCommonName: out.string("Common name of the subject."),
    notBefore: time("Start of the validity."),
    notAfter: time("End of the validity."),
    keyUsages: out.strings("Key usages of the certificate.", REVEALS_PEM),
    extendedKeyUsages: out.strings("Extended key usages of the certificate.", REVEALS_PEM),
  },
  rules: [readableCertificates("caPem"), authorityOnly],
  derive: {
    from: ["caPem"],
    outputs: AUTHORITY_OUTPUTS,
    compute: ({ caPem }) => authorityFields(caPem),
  },
});
