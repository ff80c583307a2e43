import { issueCertificate } from "../crypto/issuer";
import { checkPrivateKey, leafFields } from "../crypto/x509";
import { ApiFailure } from "../failure";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
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
  response: {
    ...notes,
    certificate_pem: returned.string(),
    subject_common_name: returned.string(),
    subject_alternative_names: returned.object("TLSCertificateSANs"),
    issued_at: returned.string({ nullable: true }),
    not_before: returned.string(),
    not_after: returned.string(),
    key_usages: returned.list(),
    extended_key_usages: returned.list(),
    private_key_type: returned.string({ enum: ["rsa", "ecdsa", "ed25519"] }),
    issuer_common_name: returned.string(),
    serial_number: returned.string(),
    subject_organization: returned.string(),
    subject_organizational_unit: returned.string(),
    subject_locality: returned.string(),
    subject_province: returned.string(),
    subject_country: returned.string(),
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
  atCreation: (_call, fields) => ({ ...leafFields(textOf(fields.certificate_pem)), issued_at: null }),
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
