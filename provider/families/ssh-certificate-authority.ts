import { integer, oneOf, out, text } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedDescription, limitedMetadata, stamps } from "./common";

/** Assumed by convention: the API reference names SSH certificate authorities only as what signs certificates. */
export const sshCertificateAuthority = defineResource({
  name: "SshCertificateAuthority",
  plural: "SshCertificateAuthorities",
  summary: "A key pair, kept by the service, that signs SSH user and host certificates.",
  path: "/ssh_certificate_authorities",
  listKey: "ssh_certificate_authorities",
  filtered: true,
  inputs: {
    description: limitedDescription("What the authority is used for."),
    metadata: limitedMetadata,
    // No document states what the service picks: a wish that is dropped must not cost the key that servers trust.
    privateKeyType: oneOf(["rsa", "ecdsa", "ed25519"], "Type of the private key.", {
      picked: true,
      keepWhenUnset: true,
    }).optional(),
    // The answer has neither of the two: what the program says is trusted.
    ellipticCurve: text("Elliptic curve of an ECDSA key.", {
      picked: true,
      keepWhenUnset: true,
      writeOnly: true,
    }).optional(),
    keySize: integer("Size of an RSA key in bits.", [1, Number.MAX_SAFE_INTEGER], {
      picked: true,
      keepWhenUnset: true,
      writeOnly: true,
    }).optional(),
  },
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    publicKey: out.text(
      "Public key of the authority in OpenSSH's authorized_keys format, for servers to trust.",
    ),
    keyType: out.oneOf(["rsa", "ecdsa", "ed25519"], "Type of the public key."),
  },
  observe: { privateKeyType: ({ keyType }) => keyType },
  derive: {
    from: ["privateKeyType"],
    outputs: ["keyType"],
    compute: ({ privateKeyType }) => ({ keyType: privateKeyType }),
  },
});
