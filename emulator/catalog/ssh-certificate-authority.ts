import { createAuthority, type SshKeyType } from "../crypto/ssh";
import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Assumed by convention: the reference mentions SSH certificate authorities without describing them. */
export const sshCertificateAuthority: Behaviour = {
  check(call, fields, previous) {
    if (previous) return;
    const type = textOf(fields.private_key_type);
    if (fields.key_size !== null && type !== "rsa")
      refuseAsService(call, 1940, `key_size is for RSA keys only, not for ${type}.`, "key_size");
    if (fields.elliptic_curve !== null && type !== "ecdsa")
      refuseAsService(
        call,
        1942,
        `elliptic_curve is for ECDSA keys only, not for ${type}.`,
        "elliptic_curve",
      );
  },
  guard(call, authority, operation) {
    if (operation !== "delete") return;
    for (const collection of ["/ssh_user_certificates", "/ssh_host_certificates"]) {
      const signed = call.account.storage
        .all(collection)
        .find(({ fields }) => fields.ssh_certificate_authority_id === authority.id);
      if (signed) refuseAsService(call, 1964, `${authority.id} has signed ${collection}/${signed.id}.`);
    }
  },
  atCreation(_call, fields) {
    const type = textOf(fields.private_key_type) as SshKeyType;
    const bits = typeof fields.key_size === "number" ? fields.key_size : 2048;
    const curve = (textOf(fields.elliptic_curve) || "nistp256").replace(/^p/, "nistp");
    const { privateKeyPem, publicKey } = createAuthority(type, curve, bits);
    return { private_key_pem: privateKeyPem, public_key: publicKey };
  },
};
