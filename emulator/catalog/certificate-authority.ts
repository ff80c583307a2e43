import { areAuthorities, authorityFields, readCertificates } from "../crypto/x509";
import { reject } from "../failure";
import { textOf } from "../json";
import type { Behavior } from "../schema/family";
import { idsInModule, refuseWhileInUse } from "./in-use";

/** Several certificates may be concatenated: the response describes the first. */
export const certificateAuthority: Behavior = {
  check(call, fields) {
    const { length } = readCertificates(textOf(fields.ca_pem));
    if (length > 1) reject(call, 1912, `ca_pem must hold a single certificate, not ${length}.`, "ca_pem");
    if (!areAuthorities(textOf(fields.ca_pem)))
      reject(call, 1913, "ca_pem contains a certificate that is not a certificate authority.", "ca_pem");
  },
  onCreate: (_call, fields) => authorityFields(textOf(fields.ca_pem)),
  guard(call, object, operation) {
    if (operation === "delete")
      refuseWhileInUse(call, object, ["/edges/tls", "/edges/https"], (edge) =>
        idsInModule(edge, "mutual_tls", "certificate_authority_ids"),
      );
  },
};
