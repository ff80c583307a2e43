import { integer, oneOf, out, type Rule, rejectUnless, rejectValue, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { KEY_TYPES, limitedNotes, stamps } from "./common";

/** Removes the prefix `nist`: `p256` and `nistp256` are the same curve. */
const canonicalCurve = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/^nist(?=p\d+$)/, "") : value;

/** Rejects an input that only keys of one type have. Observed in the service (errors 1940, 1942). */
const onlyForKeyType = (type: "rsa" | "ecdsa", key: "keySize" | "ellipticCurve"): Rule => ({
  keys: ["privateKeyType", key],
  errorKey: key,
  text: `\`${key}\` is only for \`privateKeyType: "${type}"\`.`,
  violation: ({ privateKeyType, [key]: value }) => {
    if (value === undefined || privateKeyType === type) return undefined;
    // Also observed: without a type, the service creates an Ed25519 key.
    const actual = privateKeyType === undefined ? 'unset, which means "ed25519"' : `"${privateKeyType}"`;
    return `is only for ${type} keys, and privateKeyType is ${actual}: remove it, or set privateKeyType to "${type}"`;
  },
});

/** The facts are assumptions, because the API reference mentions these authorities only as signers of certificates. */
export const sshCertificateAuthority = defineResource({
  name: "SshCertificateAuthority",
  plural: "SshCertificateAuthorities",
  summary: "A key pair, stored by the service, that signs SSH user and host certificates.",
  path: "/ssh_certificate_authorities",
  filterableBy: ["description", "metadata"],
  inputs: {
    ...limitedNotes("What the authority is used for."),
    // The service's default is undocumented: a removed input keeps its value, since a new key would lose the servers' trust.
    privateKeyType: oneOf({ ...KEY_TYPES, ed25519: "An Ed25519 key." }, "Type of the private key.", {
      unset: "kept",
    }).optional(),
    // Responses contain neither `ellipticCurve` nor `keySize`, so the program's values are assumed to be current.
    ellipticCurve: string(
      "Elliptic curve of an ECDSA key: `nistp256`, `nistp384`, or `nistp521`; `p256` is short for `nistp256`.",
      {
        unset: "kept",
        returned: "never",
        spelling: { canonical: canonicalCurve },
        rejects: rejectUnless(/^(?:nist)?p(?:256|384|521)$/, "must be nistp256, nistp384, or nistp521"),
      },
    ).optional(),
    keySize: integer("Size of an RSA key in bits: 2048 or 4096.", [2048, 4096], {
      unset: "kept",
      returned: "never",
      rejects: rejectValue((size) => (size === 2048 || size === 4096 ? undefined : "must be 2048 or 4096")),
    }).optional(),
  },
  rules: [onlyForKeyType("rsa", "keySize"), onlyForKeyType("ecdsa", "ellipticCurve")],
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
