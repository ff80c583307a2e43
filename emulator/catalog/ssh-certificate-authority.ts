import { createAuthority, type SshKeyType } from "../crypto/ssh";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { limitedNotes } from "./shared";

/** Assumed by convention: the reference names SSH certificate authorities without showing them. */
export const sshCertificateAuthority: Family = {
  stem: "ssh-certificate-authority",
  name: "SshCertificateAuthority",
  section: "SSH user certificate",
  byConvention: true,
  collection: "/ssh_certificate_authorities",
  listKey: "ssh_certificate_authorities",
  filtered: true,
  idPrefix: "sshca",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    private_key_type: string({ enum: ["rsa", "ecdsa", "ed25519"], default: "ed25519" }),
    elliptic_curve: string({
      enum: ["nistp256", "nistp384", "nistp521", "p256", "p384", "p521"],
      default: null,
    }),
    key_size: { type: "int64", zeroIsUnset: true, enum: [2048, 4096], default: null },
  },
  update: ["description", "metadata"],
  response: {
    ...notes,
    public_key: returned.string(),
    key_type: returned.string({ from: "private_key_type" }),
  },
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
