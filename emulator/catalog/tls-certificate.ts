import { issueCertificate } from "../crypto/issuer";
import { checkPrivateKey, leafFields } from "../crypto/x509";
import { ApiFailure } from "../failure";
import { textOf } from "../json";
import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { refuseWhileInUse } from "./in-use";
import { limitedNotes } from "./shared";

/** API reference: "TLS certificate". The private key is checked against the leaf and then forgotten. */
export const tlsCertificate: Family = {
  stem: "tls-certificate",
  name: "TlsCertificate",
  section: "TLS certificate",
  collection: "/tls_certificates",
  listKey: "tls_certificates",
  filtered: true,
  idPrefix: "cert",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    certificate_pem: string({
      required: true,
      format: {
        name: "PEM",
        read(pem) {
          leafFields(pem);
          return pem;
        },
      },
    }),
    private_key_pem: string({ required: true, writeOnly: true, secret: true }),
  },
  update: ["description", "metadata"],
  answer: {
    ...notes,
    certificate_pem: shown.string(),
    subject_common_name: shown.string(),
    subject_alternative_names: shown.object("TLSCertificateSANs"),
    issued_at: shown.string({ nullable: true }),
    not_before: shown.string(),
    not_after: shown.string(),
    key_usages: shown.list(),
    extended_key_usages: shown.list(),
    private_key_type: shown.string({ enum: ["rsa", "ecdsa", "ed25519"] }),
    issuer_common_name: shown.string(),
    serial_number: shown.string(),
    subject_organization: shown.string(),
    subject_organizational_unit: shown.string(),
    subject_locality: shown.string(),
    subject_province: shown.string(),
    subject_country: shown.string(),
  },
  check(call, fields, previous) {
    if (previous || call.trusted) return;
    try {
      checkPrivateKey(textOf(fields.certificate_pem), textOf(fields.private_key_pem));
    } catch (error) {
      const why = error instanceof Error ? error.message : "is not valid";
      throw new ApiFailure("invalid", `private_key_pem ${why}.`, "private_key_pem");
    }
  },
  born: (_call, fields) => ({ ...leafFields(textOf(fields.certificate_pem)), issued_at: null }),
  seedable: ["issued_at"],
  /** Without a certificate one is issued, as the service does for domains: `{ subject_common_name }` is enough. */
  seed({ account }, given) {
    if (textOf(given.certificate_pem) !== "") return given;
    const now = account.clock.now();
    const name = textOf(given.subject_common_name) || "app.example.com";
    const certificate_pem = issueCertificate({
      names: [name],
      keyType: given.private_key_type === "rsa" ? "rsa" : "ecdsa",
      notBefore: now,
      notAfter: now + 90 * 86_400_000,
    });
    return { issued_at: account.clock.timestamp(), ...given, certificate_pem };
  },
  guard({ account }, object, operation) {
    if (operation === "delete")
      refuseWhileInUse(account, object, ["/reserved_domains"], (domain) => [
        textOf(domain.fields.certificate_id),
      ]);
  },
};
