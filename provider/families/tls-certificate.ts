import { canonicalPem } from "../family/canonical-forms";
import { out, secretString, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { dueBefore, hoursBefore, limitedNotes, stamps, time } from "./common";
import {
  LEAF_OUTPUTS,
  leafFields,
  matchingPrivateKey,
  readableCertificates,
  supportedKeyType,
  validChain,
} from "./x509";

const REVEALS_PEM = { reveals: ["certificatePem"] };

export const tlsCertificate = defineResource({
  name: "TlsCertificate",
  summary:
    "A TLS certificate with its private key, uploaded for use by reserved domains. A different PEM replaces the object: the new one is created, the domains switch to it, then the old one is deleted.",
  section: "TLS certificate",
  path: "/tls_certificates",
  filterableBy: ["description", "metadata"],
  inputs: {
    certificatePem: string("Chain of PEM-encoded certificates, leaf first.", {
      spelling: { canonical: canonicalPem },
    }),
    privateKeyPem: secretString(
      "PEM-encoded private key of the leaf, without a passphrase. The service never returns it.",
      { spelling: { canonical: canonicalPem }, returned: "never" },
    ),
    ...limitedNotes("What the certificate is used for."),
    renewBefore: hoursBefore(
      "Hours before `notAfter` at which previews and updates start to warn about the expiry. To renew the certificate, change the PEM in the program.",
    ),
  },
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    subjectCommonName: out.string("Common name of the leaf's subject."),
    subjectAlternativeNames: out.object(
      { dnsNames: out.strings("Domains, including wildcards."), ips: out.strings("IP addresses.") },
      "Subject alternative names of the leaf.",
    ),
    issuedAt: time("When the certificate was issued automatically; null for an uploaded one.", {
      nullable: true,
    }),
    notBefore: time("Start of the leaf's validity."),
    notAfter: time("End of the leaf's validity."),
    keyUsages: out.strings("Key usages of the leaf.", REVEALS_PEM),
    extendedKeyUsages: out.strings("Extended key usages of the leaf.", REVEALS_PEM),
    privateKeyType: out.oneOf(["rsa", "ecdsa", "ed25519"], "Type of the private key."),
    issuerCommonName: out.string("Common name of the leaf's issuer."),
    serialNumber: out.string("Serial number of the leaf.", REVEALS_PEM),
    subjectOrganization: out.string("Organization of the leaf's subject."),
    subjectOrganizationalUnit: out.string("Organizational unit of the leaf's subject."),
    subjectLocality: out.string("Locality of the leaf's subject."),
    subjectProvince: out.string("State or province of the leaf's subject."),
    subjectCountry: out.string("Country of the leaf's subject."),
  },
  rules: [readableCertificates("certificatePem"), supportedKeyType, matchingPrivateKey, validChain],
  derive: {
    from: ["certificatePem"],
    outputs: LEAF_OUTPUTS,
    compute: ({ certificatePem }) => leafFields(certificatePem),
  },
  // The service itself renews and deletes the certificates that it issued, and keeps their private keys.
  manages: ({ issuedAt }) => !issuedAt,
  renewWhen: {
    due: dueBefore("notAfter"),
    expiryKey: "notAfter",
    warning: "set a new certificatePem and privateKeyPem in the program to renew it",
  },
});
