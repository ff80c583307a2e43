import { authorityFields, readCertificates } from "../crypto/x509";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { inModule, refuseWhileInUse } from "./in-use";
import { limitedNotes } from "./shared";

/** API reference: "Certificate authority". Several certificates may be concatenated: the first one is described. */
export const certificateAuthority: Family = {
  stem: "certificate-authority",
  name: "CertificateAuthority",
  section: "Certificate authority",
  collection: "/certificate_authorities",
  listKey: "certificate_authorities",
  filtered: true,
  idPrefix: "ca",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    ca_pem: string({
      required: true,
      format: {
        name: "PEM",
        read(pem) {
          readCertificates(pem);
          return pem;
        },
      },
    }),
  },
  update: ["description", "metadata"],
  response: {
    ...notes,
    ca_pem: returned.string(),
    subject_common_name: returned.string(),
    not_before: returned.string(),
    not_after: returned.string(),
    key_usages: returned.list(),
    extended_key_usages: returned.list(),
  },
  check(call, fields) {
    const { length } = readCertificates(textOf(fields.ca_pem));
    if (length > 1)
      refuseAsService(call, 1912, `ca_pem holds ${length} certificates, one is allowed.`, "ca_pem");
  },
  atCreation: (_call, fields) => authorityFields(textOf(fields.ca_pem)),
  guard({ account }, object, operation) {
    if (operation === "delete")
      refuseWhileInUse(account, object, ["/edges/tls", "/edges/https"], (edge) =>
        inModule(edge, "mutual_tls", "certificate_authority_ids"),
      );
  },
};
