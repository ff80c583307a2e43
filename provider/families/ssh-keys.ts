import type { Key } from "sshpk";
import type { Rule } from "../family/fields";

/** Key types that the API names. */
const KEY_TYPES: ReadonlySet<string> = new Set(["rsa", "ecdsa", "ed25519"]);

/** The key in OpenSSH's authorized_keys format, or undefined when it cannot be read. */
function keyOf(publicKey: unknown): Key | undefined {
  if (typeof publicKey !== "string") return undefined;
  // Loaded where it is needed: most programs have no SSH key, and each of them would wait for it.
  const { parseKey } = require("sshpk") as typeof import("sshpk");
  try {
    return parseKey(publicKey.trim(), "ssh");
  } catch {
    return undefined;
  }
}

/** `rsa`, `ecdsa` or `ed25519`; undefined for anything else. */
export function sshKeyType(publicKey: unknown): string | undefined {
  const type = keyOf(publicKey)?.type;
  return type !== undefined && KEY_TYPES.has(type) ? type : undefined;
}

/** Outputs of an SSH certificate that its public key settles. */
export const KEY_OUTPUTS = ["keyType"] as const;

export function keyFields(publicKey: unknown): Readonly<Record<string, unknown>> {
  const keyType = sshKeyType(publicKey);
  return keyType === undefined ? {} : { keyType };
}

/** The same key without its comment, which says nothing to the service. */
export const canonicalSshKey = (value: unknown): unknown =>
  typeof value === "string" ? value.trim().split(/\s+/).slice(0, 2).join(" ") : value;

export const readablePublicKey: Rule = {
  keys: ["publicKey"],
  text: "`publicKey` is an RSA, ECDSA or Ed25519 key in OpenSSH's authorized_keys format.",
  broken: ({ publicKey }) =>
    publicKey === undefined || sshKeyType(publicKey) !== undefined
      ? undefined
      : 'must be one RSA, ECDSA or Ed25519 public key in OpenSSH\'s authorized_keys format, such as "ssh-ed25519 AAAA… name"; this one could not be read',
};
