import { createAuthority, type SshKeyType } from "../crypto/ssh";
import { textOf } from "../json";
import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
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
    elliptic_curve: string({ enum: ["nistp256", "nistp384", "nistp521"], default: "nistp256" }),
    key_size: { type: "int64", zeroIsUnset: true, enum: [2048, 3072, 4096], default: 2048 },
  },
  update: ["description", "metadata"],
  answer: { ...notes, public_key: shown.string(), key_type: shown.string({ from: "private_key_type" }) },
  born(_call, fields) {
    const type = textOf(fields.private_key_type) as SshKeyType;
    const bits = typeof fields.key_size === "number" ? fields.key_size : 2048;
    const { privateKeyPem, publicKey } = createAuthority(type, textOf(fields.elliptic_curve), bits);
    return { private_key_pem: privateKeyPem, public_key: publicKey };
  },
};
