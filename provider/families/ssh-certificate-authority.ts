import { integer, oneOf, out, type Rule, rejectUnless, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { KEY_TYPES, limitedNotes, stamps } from "./common";

/** `p256` and `nistp256` are the same curve. */
const canonicalCurve = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/^nist(?=p\d+$)/, "") : value;

const KEY_SIZES: readonly unknown[] = [2048, 4096];

/** Observed in the service (errors 1940, 1942), which creates an Ed25519 key by default. */
const onlyFor = (type: string, key: "keySize" | "ellipticCurve"): Rule => ({
  keys: ["privateKeyType", key],
  errorKey: key,
  text: `\`${key}\` is only for \`privateKeyType: "${type}"\`.`,
  violation: ({ privateKeyType, [key]: value }) =>
    value !== undefined && privateKeyType !== type
      ? `is only for ${type} keys, and privateKeyType is ${JSON.stringify(privateKeyType) ?? 'unset, which means "ed25519"'}: remove it, or set privateKeyType to "${type}"`
      : undefined,
});

/** An assumption: the API reference mentions SSH certificate authorities only as signers of certificates. */
export const sshCertificateAuthority = defineResource({
  name: "SshCertificateAuthority",
  plural: "SshCertificateAuthorities",
  summary: "A key pair, stored by the service, that signs SSH user and host certificates.",
  path: "/ssh_certificate_authorities",
  filterableBy: ["description", "metadata"],
  inputs: {
    ...limitedNotes("What the authority is used for."),
    // The service's default is undocumented, so removing the input must not replace the key that servers trust.
    privateKeyType: oneOf({ ...KEY_TYPES, ed25519: "An Ed25519 key." }, "Type of the private key.", {
      unset: "kept",
    }).optional(),
    // Responses contain neither this field nor the next one: the program's value is trusted.
    ellipticCurve: string(
      "Elliptic curve of an ECDSA key: `nistp256`, `nistp384`, or `nistp521`; `p256` is short for `nistp256`.",
      {
        unset: "kept",
        returned: "never",
        spelling: { canonical: canonicalCurve },
        rejects: rejectUnless(/^(?:nist)?p(?:256|384|521)$/, "must be nistp256, nistp384, or nistp521"),
      },
    ).optional(),
    keySize: integer("Size of an RSA key in bits.", [2048, Number.MAX_SAFE_INTEGER], {
      unset: "kept",
      returned: "never",
    }).optional(),
  },
  rules: [
    {
      keys: ["keySize"],
      text: "`keySize` is 2048 or 4096.",
      violation: ({ keySize }) =>
        keySize === undefined || KEY_SIZES.includes(keySize)
          ? undefined
          : `must be ${KEY_SIZES.join(" or ")}, not ${keySize}`,
    },
    onlyFor("rsa", "keySize"),
    onlyFor("ecdsa", "ellipticCurve"),
  ],
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    publicKey: out.string(
      "Public key of the authority in OpenSSH's authorized_keys format, for servers that trust it.",
      { reveals: ["privateKeyType", "ellipticCurve", "keySize"] },
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
