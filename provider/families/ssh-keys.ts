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

/** A public key of whatever type in OpenSSH's format, options in front of it or not, or in PEM. */
function seemsPublicKey(text: string): boolean {
  if (text.includes("PRIVATE KEY")) return false;
  if (/^\s*-----BEGIN [A-Z0-9 ]*PUBLIC KEY-----/.test(text)) return true;
  const words = text.trim().split(/\s+/);
  return words.some((type, at) => type !== "" && typeIn(words[at + 1]) === type);
}

/** The type at the head of a key in base64: a length of four bytes and the name. */
function typeIn(key = ""): string {
  const bytes = Buffer.from(key, "base64");
  const length = bytes.length < 4 ? 0 : bytes.readUInt32BE();
  return length > bytes.length - 4 ? "" : bytes.toString("latin1", 4, 4 + length);
}

/** For what the API reference does not have: which types of keys the service takes is its own to say. */
export const seemingPublicKey: Rule = {
  keys: ["publicKey"],
  text: "`publicKey` is a public key, such as a line of OpenSSH's authorized_keys file.",
  broken: ({ publicKey }) =>
    typeof publicKey !== "string" || seemsPublicKey(publicKey)
      ? undefined
      : 'must be one public key in OpenSSH\'s authorized_keys format, such as "ssh-ed25519 AAAA… name"; this one could not be read',
};
