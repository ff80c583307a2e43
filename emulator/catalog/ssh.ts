import type { Call } from "../account/account";
import { createAuthority, readPublicKey, type SshKeyType, signCertificate } from "../crypto/ssh";
import { reject } from "../failure";
import { asObject, asText, type JsonObject, textsIn } from "../json";
import type { Behavior } from "../schema/family";
import { formatTimestamp, LATEST_TIMESTAMP } from "../timestamp";

const AUTHORITIES = "/ssh_certificate_authorities";

/** Returns the immutable derived fields of a certificate: its validity, its key type, and its signed text. */
function certificateFields(
  kind: "user" | "host",
  lifetimeSeconds: number,
  call: Call,
  fields: JsonObject,
): JsonObject {
  const { account } = call;
  const after = fields.valid_after ? Date.parse(asText(fields.valid_after)) : account.clock.now();
  const until = fields.valid_until
    ? Date.parse(asText(fields.valid_until))
    : Math.min(after + lifetimeSeconds * 1000, LATEST_TIMESTAMP);
  if (until <= after) {
    const why = "valid_until must be later than valid_after.";
    reject(call, kind === "user" ? 1962 : 1963, why, "valid_until", "invalid");
  }
  const subject = readPublicKey(asText(fields.public_key));
  const authority = account.storage.get(AUTHORITIES, asText(fields.ssh_certificate_authority_id));
  const validity = { valid_after: formatTimestamp(after), valid_until: formatTimestamp(until) };
  const described = { key_type: subject.type, ...validity };
  // A seeded certificate may refer to a missing authority.
  if (!authority) return { ...described, certificate: "" };
  const certificate = signCertificate(asText(authority.fields.private_key_pem), {
    kind,
    subject,
    keyId: asText(fields.description) || `${kind} certificate`,
    serial: BigInt(account.storage.nextSeq()),
    principals: textsIn(fields.principals),
    validAfter: Math.floor(after / 1000),
    validBefore: Math.floor(until / 1000),
    criticalOptions: textMap(fields.critical_options),
    extensions: textMap(fields.extensions),
  });
  return { ...described, certificate };
}

function textMap(value: JsonObject[string] | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(asObject(value)).map(([key, item]) => [key, asText(item)]));
}

export const sshCertificateAuthority: Behavior = {
  check(call, fields, previous) {
    if (previous) return;
    const type = asText(fields.private_key_type);
    if (fields.key_size !== null && type !== "rsa")
      reject(call, 1940, `key_size is for RSA keys only, not for ${type}.`, "key_size");
    if (fields.elliptic_curve !== null && type !== "ecdsa")
      reject(call, 1942, `elliptic_curve is for ECDSA keys only, not for ${type}.`, "elliptic_curve");
  },
  refuseDeletion(call, authority) {
    for (const collection of ["/ssh_user_certificates", "/ssh_host_certificates"]) {
      const signed = call.account.storage
        .all(collection)
        .find(({ fields }) => fields.ssh_certificate_authority_id === authority.id);
      if (signed) reject(call, 1964, `${authority.id} has signed ${collection}/${signed.id}.`);
    }
  },
  onCreate(_call, fields) {
    const type = asText(fields.private_key_type) as SshKeyType;
    const bits = typeof fields.key_size === "number" ? fields.key_size : 2048;
    const curve = (asText(fields.elliptic_curve) || "nistp256").replace(/^p/, "nistp");
    const { privateKeyPem, publicKey } = createAuthority(type, curve, bits);
    return { private_key_pem: privateKeyPem, public_key: publicKey };
  },
};

const DAY_SECONDS = 24 * 3600;

export const sshHostCertificate: Behavior = {
  onCreate: (call, fields) => certificateFields("host", 365 * DAY_SECONDS, call, fields),
};

export const sshUserCertificate: Behavior = {
  onCreate: (call, fields) => certificateFields("user", DAY_SECONDS, call, fields),
};
