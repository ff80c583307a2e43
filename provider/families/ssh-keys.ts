import { createPublicKey, type JsonWebKey } from "node:crypto";
import { attempt } from "../family/attempt";
import type { Rule } from "../family/fields";
import { unreadableReason } from "./file-path";

/** A line of OpenSSH's authorized_keys format without options: algorithm, base64 key, and an optional comment. */
const LINE = /^([a-z0-9@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?$/;

/** Supported algorithms, with their key types and the conversion of a key's parts to a JWK for Node.js. */
const ALGORITHMS = new Map<
  string,
  { readonly type: "rsa" | "ecdsa" | "ed25519"; readonly jwk: (parts: Buffer[]) => JsonWebKey }
>([
  // RFC 4253, section 6.6.
  ["ssh-rsa", { type: "rsa", jwk: ([e, n]) => ({ kty: "RSA", e: encodeNumber(e), n: encodeNumber(n) }) }],
  // RFC 8709, section 4.
  ["ssh-ed25519", { type: "ed25519", jwk: ([x]) => ({ kty: "OKP", crv: "Ed25519", x: base64url(x) }) }],
  ["ecdsa-sha2-nistp256", { type: "ecdsa", jwk: pointOn("nistp256", "P-256") }],
  ["ecdsa-sha2-nistp384", { type: "ecdsa", jwk: pointOn("nistp384", "P-384") }],
  ["ecdsa-sha2-nistp521", { type: "ecdsa", jwk: pointOn("nistp521", "P-521") }],
]);

/** Converts the parts of an ECDSA key (RFC 5656, section 3.1): the curve's name, and an uncompressed point, marked by a 4. */
function pointOn(curve: string, crv: string) {
  return ([name, point = Buffer.alloc(0)]: Buffer[]): JsonWebKey => {
    if (String(name) !== curve || point[0] !== 4) throw new Error("is not a point on its curve");
    const coordinateLength = (point.length - 1) / 2;
    return {
      kty: "EC",
      crv,
      x: base64url(point.subarray(1, 1 + coordinateLength)),
      y: base64url(point.subarray(1 + coordinateLength)),
    };
  };
}

const base64url = (bytes: Buffer | undefined) => (bytes ?? Buffer.alloc(0)).toString("base64url");

/** Encodes a positive number without the leading zero byte, which only keeps the first bit from being read as a sign. */
function encodeNumber(bytes: Buffer = Buffer.alloc(0)): string {
  if ((bytes[0] ?? 0x80) >= 0x80) throw new Error("is not a positive number");
  return base64url(bytes[0] === 0 ? bytes.subarray(1) : bytes);
}

/** Splits a key into its strings, each after its length in four bytes (RFC 4251, section 5). */
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

/** Returns undefined for a key that is unreadable or of another type, and for any other value. */
export function sshKeyType(publicKey: unknown): "rsa" | "ecdsa" | "ed25519" | undefined {
  const [, name = "", text = ""] = (typeof publicKey === "string" && LINE.exec(publicKey.trim())) || [];
  const algorithm = ALGORITHMS.get(name);
  if (!algorithm) return undefined;
  return attempt(() => {
    const [encodedName, ...parts] = readStrings(Buffer.from(text, "base64"));
    if (String(encodedName) !== name || parts.length !== (algorithm.type === "ed25519" ? 1 : 2))
      return undefined;
    createPublicKey({ key: algorithm.jwk(parts), format: "jwk" });
    return algorithm.type;
  });
}

export const KEY_OUTPUTS = ["keyType"] as const;

export function keyFields(publicKey: unknown) {
  const keyType = sshKeyType(publicKey);
  return keyType === undefined ? {} : { keyType };
}

/** Removes the comment of a key, which the service ignores. */
export const canonicalSshKey = (value: unknown): unknown =>
  typeof value === "string" ? value.trim().split(/\s+/).slice(0, 2).join(" ") : value;

const publicKeyRule = (text: string, kind: string, isUsable: (key: string) => boolean): Rule => ({
  keys: ["publicKey"],
  text,
  violation: ({ publicKey }) =>
    typeof publicKey !== "string" || isUsable(publicKey)
      ? undefined
      : unreadableReason(
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
