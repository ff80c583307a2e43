import { LIFETIME_MS } from "../account/provisioning";
import { issueCertificate } from "../crypto/issuer";
import {
  areAuthorities,
  authorityFields,
  checkChain,
  checkPrivateKey,
  leafFields,
  readCertificates,
} from "../crypto/x509";
import { ApiFailure, emulatesService, RuleViolation, reject } from "../failure";
import { asText, isObject } from "../json";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";
import { idsInModule, refuseWhileInUse } from "./in-use";

/** The API reference allows several certificates, and a response describes the first; the service allows only one. */
export const certificateAuthority: Behavior = {
  check(call, fields) {
    const pem = asText(fields.ca_pem);
    const { length } = readCertificates(pem);
    if (length > 1) reject(call, 1912, `ca_pem must contain a single certificate, not ${length}.`, "ca_pem");
    if (!areAuthorities(pem))
      reject(call, 1913, "ca_pem contains a certificate that is not a certificate authority.", "ca_pem");
  },
  onCreate: (_call, fields) => authorityFields(asText(fields.ca_pem)),
  refuseDeletion(call, object) {
    refuseWhileInUse(call, object, ["/edges/tls", "/edges/https"], (edge) =>
      idsInModule(edge, "mutual_tls", "certificate_authority_ids"),
    );
  },
};

/** The private key is checked against the leaf and then discarded. */
export const tlsCertificate: Behavior = {
  check(call, fields, previous) {
    if (previous || call.trusted) return;
    try {
      checkPrivateKey(asText(fields.certificate_pem), asText(fields.private_key_pem));
    } catch (error) {
      const why = `private_key_pem ${error instanceof Error ? error.message : "is not valid"}.`;
      if (error instanceof RuleViolation) reject(call, error.code, why, "private_key_pem");
      throw new ApiFailure("invalid", why, "private_key_pem");
    }
    if (!emulatesService(call)) return;
    try {
      checkChain(asText(fields.certificate_pem));
    } catch (error) {
      if (error instanceof RuleViolation)
        reject(call, error.code, `certificate_pem ${error.message}.`, "certificate_pem");
    }
  },
  onCreate: (_call, fields) => ({ ...leafFields(asText(fields.certificate_pem)), issued_at: null }),
  seedHints: ["subject_common_name", "private_key_type"],
  /** Issues a certificate if the seed has none: `{ subject_common_name }` is enough. */
  seed({ account }, values) {
    if (asText(values.certificate_pem) !== "") return values;
    const now = account.clock.now();
    const certificate_pem = issueCertificate({
      name: asText(values.subject_common_name) || "app.example.com",
      keyType: values.private_key_type === "rsa" ? "rsa" : "ecdsa",
      notBefore: now,
      notAfter: now + LIFETIME_MS,
    });
    return { issued_at: account.clock.timestamp(), ...values, certificate_pem };
  },
  refuseDeletion(call, object) {
    const domains = call.account.storage.all("/reserved_domains");
    const isManaged = domains.some(
      ({ fields }) => fields.certificate_id === object.id && isObject(fields.certificate_management_policy),
    );
    const certificateIds = ({ fields }: StoredObject) => [asText(fields.certificate_id)];
    refuseWhileInUse(call, object, ["/reserved_domains"], certificateIds, isManaged ? 1966 : undefined);
  },
};
