import { attempt } from "../family/attempt";
import type { Rule } from "../family/fields";
import { unreadable } from "./file-path";

/** A line of OpenSSH's authorized_keys format without options: algorithm, base64 key, and an optional comment. */
const LINE = /^([a-z0-9@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?$/;

/** Supported algorithms, with their key types and the number of strings that follow the name in a key. */
const ALGORITHMS = new Map<
  string,
  { readonly type: "rsa" | "ecdsa" | "ed25519"; readonly partCount: number }
>([
  // RFC 4253, section 6.6: the exponent and the modulus.
  ["ssh-rsa", { type: "rsa", partCount: 2 }],
  // RFC 8709, section 4: the key.
  ["ssh-ed25519", { type: "ed25519", partCount: 1 }],
  // RFC 5656, section 3.1: the curve's name and a point.
  ["ecdsa-sha2-nistp256", { type: "ecdsa", partCount: 2 }],
  ["ecdsa-sha2-nistp384", { type: "ecdsa", partCount: 2 }],
  ["ecdsa-sha2-nistp521", { type: "ecdsa", partCount: 2 }],
]);

/** Splits a key into its strings (RFC 4251, section 5). */
function readStrings(blob: Buffer): Buffer[] {
  const strings: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) throw new Error("is cut off");
    strings.push(blob.subarray(at + 4, end));
    at = end;
  }
  return strings;
}

/** Undefined for an unreadable key and any other value. The service verifies the numbers in a key. */
export function sshKeyType(publicKey: unknown): "rsa" | "ecdsa" | "ed25519" | undefined {
  const [, name = "", text = ""] = (typeof publicKey === "string" && LINE.exec(publicKey.trim())) || [];
  const { type, partCount } = ALGORITHMS.get(name) ?? {};
  const [encodedName, ...parts] = attempt(() => readStrings(Buffer.from(text, "base64"))) ?? [];
  return String(encodedName) === name && parts.length === partCount ? type : undefined;
}

export const KEY_OUTPUTS = ["keyType"] as const;

export function keyFields(publicKey: unknown) {
  const keyType = sshKeyType(publicKey);
  return keyType === undefined ? {} : { keyType };
}

/** The service ignores the comment of a key. */
export const canonicalSshKey = (value: unknown): unknown =>
  typeof value === "string" ? value.trim().split(/\s+/).slice(0, 2).join(" ") : value;

const publicKeyRule = (text: string, kind: string, isUsable: (key: string) => boolean): Rule => ({
  keys: ["publicKey"],
  text,
  violation: ({ publicKey }) =>
    typeof publicKey !== "string" || isUsable(publicKey)
      ? undefined
      : unreadable(
          publicKey,
          `must be one ${kind} in OpenSSH's authorized_keys format, such as "ssh-ed25519 AAAA… name"; this one could not be read`,
        ),
});

export const readablePublicKey = publicKeyRule(
  "`publicKey` is an RSA, ECDSA, or Ed25519 key in OpenSSH's authorized_keys format.",
  "RSA, ECDSA, or Ed25519 public key",
  (key) => sshKeyType(key) !== undefined,
);

/** For authentication, the service accepts any key type (error 612), such as those of security keys. */
export const usablePublicKey = publicKeyRule(
  "`publicKey` is one public key in OpenSSH's authorized_keys format, without options.",
  "public key",
  isPublicKey,
);

function isPublicKey(line: string): boolean {
  const [, name = "", text = ""] = LINE.exec(line.trim()) ?? [];
  if (ALGORITHMS.has(name)) return sshKeyType(line) !== undefined;
  const [encodedName, ...parts] = attempt(() => readStrings(Buffer.from(text, "base64"))) ?? [];
  return parts.length > 0 && String(encodedName) === name;
}
