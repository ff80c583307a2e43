import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { UnsupportedType } from "../failure";
import { readStrings, SshWriter, splitKeyBlob } from "./ssh-wire";

export type SshKeyType = "rsa" | "ecdsa" | "ed25519";

const CURVES: Readonly<Record<string, { readonly jwk: string; readonly hash: string }>> = {
  nistp256: { jwk: "P-256", hash: "sha256" },
  nistp384: { jwk: "P-384", hash: "sha384" },
  nistp521: { jwk: "P-521", hash: "sha512" },
};

/** OpenSSH key types that the service accepts for authentication, but signs no certificates for. */
const OTHER_TYPES = /^(?:ssh-dss|ssh-ed448|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** Key types by Node.js's names. */
export const KEY_TYPES: Readonly<Record<string, SshKeyType>> = {
  rsa: "rsa",
  ec: "ecdsa",
  ed25519: "ed25519",
};

/** Algorithm, base64 key, and an optional comment. */
const LINE = /^(\S+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?$/;

/**
 * Parses a key in OpenSSH Authorized Keys format; throws an Error with the reason. `blob` is the key in wire form: its
 * algorithm's name and its numbers.
 */
export function readPublicKey(line: string) {
  const [, algorithm = "", text = ""] = LINE.exec(line.trim()) ?? [];
  const blob = Buffer.from(text, "base64");
  const parts = readParts(algorithm, blob);
  try {
    const key = createPublicKey({ key: publicJwk(algorithm, parts), format: "jwk" });
    const type = KEY_TYPES[key.asymmetricKeyType ?? ""];
    // Equal bytes show that the blob contains nothing else, and that the algorithm is that of the key.
    if (type && publicBlob(key).equals(blob)) return { type, blob };
  } catch {
    // The original error quotes part of the key.
  }
  const isOther = OTHER_TYPES.test(algorithm) && parts.length > 0;
  throw new (isOther ? UnsupportedType : Error)(
    "must be a public key of type rsa, ecdsa or ed25519 in OpenSSH Authorized Keys format",
  );
}

/** Returns the parts of a key after its algorithm's name; none if the key is malformed or names another algorithm. */
function readParts(algorithm: string, blob: Buffer): readonly Buffer[] {
  try {
    const [name, ...parts] = readStrings(blob);
    return String(name) === algorithm ? parts : [];
  } catch {
    return [];
  }
}

/** @throws Error unless a line is a public key. Types that `readPublicKey` rejects, such as security keys, are valid too. */
export function checkPublicKey(line: string): void {
  try {
    readPublicKey(line);
  } catch (error) {
    if (!(error instanceof UnsupportedType)) throw error;
  }
}

/** The inverse of {@link publicBlob}. Invalid parts give an invalid JWK, which Node.js rejects. */
function publicJwk(algorithm: string, parts: readonly Buffer[]): JsonWebKey {
  const base64url = (bytes: Buffer | undefined) => (bytes ?? Buffer.alloc(0)).toString("base64url");
  const [first, second] = parts;
  if (algorithm === "ssh-rsa") return { kty: "RSA", e: base64url(first), n: base64url(second) };
  if (algorithm === "ssh-ed25519") return { kty: "OKP", crv: "Ed25519", x: base64url(first) };
  const crv = CURVES[algorithm.replace("ecdsa-sha2-", "")]?.jwk;
  const coordinateLength = ((second?.length ?? 1) - 1) / 2;
  return {
    kty: "EC",
    crv,
    x: base64url(second?.subarray(1, 1 + coordinateLength)),
    y: base64url(second?.subarray(1 + coordinateLength)),
  };
}

/** A new authority: its private key as PEM, its public key in OpenSSH Authorized Keys format. */
export function createAuthority(
  type: SshKeyType,
  curve: string,
  bits: number,
): { readonly privateKeyPem: string; readonly publicKey: string } {
  const generate = {
    rsa: () => generateKeyPairSync("rsa", { modulusLength: bits }),
    ed25519: () => generateKeyPairSync("ed25519"),
    ecdsa: () => generateKeyPairSync("ec", { namedCurve: CURVES[curve]?.jwk ?? "P-256" }),
  };
  const { privateKey } = generate[type]();
  const blob = publicBlob(privateKey);
  return {
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: `${splitKeyBlob(blob).type} ${blob.toString("base64")}`,
  };
}

/** RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4. */
function publicBlob(key: KeyObject): Buffer {
  const jwk = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
  const bytes = (value: string | undefined) => Buffer.from(value ?? "", "base64url");
  const writer = new SshWriter();
  if (jwk.kty === "RSA") return writer.string("ssh-rsa").mpint(bytes(jwk.e)).mpint(bytes(jwk.n)).bytes();
  if (jwk.kty === "OKP") return writer.string("ssh-ed25519").string(bytes(jwk.x)).bytes();
  const curve = curveName(jwk.crv);
  // A first byte of 4 marks an uncompressed point.
  const point = Buffer.concat([Buffer.from([4]), bytes(jwk.x), bytes(jwk.y)]);
  return writer.string(`ecdsa-sha2-${curve}`).string(curve).string(point).bytes();
}

function curveName(jwkName: string | undefined): string {
  return Object.entries(CURVES).find(([, curve]) => curve.jwk === jwkName)?.[0] ?? "nistp256";
}

export interface CertificateRequest {
  readonly kind: "user" | "host";
  readonly subject: ReturnType<typeof readPublicKey>;
  /** Shown by `ssh-keygen -L` and in server logs as the key id. */
  readonly keyId: string;
  readonly serial: bigint;
  /** Empty: valid for all users or hosts. */
  readonly principals: readonly string[];
  /** Seconds since the epoch. */
  readonly validAfter: number;
  readonly validBefore: number;
  readonly criticalOptions: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, string>>;
}

/**
 * Signs a certificate in the format of OpenSSH's PROTOCOL.certkeys. Implemented here because the available libraries
 * can neither leave the principals empty nor sign with rsa-sha2-512, and SHA-1 signatures are rejected today.
 *
 * @returns the certificate in OpenSSH Authorized Keys format
 */
export function signCertificate(authorityPem: string, request: CertificateRequest): string {
  const authority = createPrivateKey(authorityPem);
  const { type, rest } = splitKeyBlob(request.subject.blob);
  const name = `${type}-cert-v01@openssh.com`;
  const principals = new SshWriter();
  for (const principal of request.principals) principals.string(principal);
  const body = new SshWriter()
    .string(name)
    .string(randomBytes(32))
    .raw(rest)
    .uint64(request.serial)
    .uint32(request.kind === "user" ? 1 : 2)
    .string(request.keyId)
    .string(principals.bytes())
    .uint64(BigInt(request.validAfter))
    .uint64(BigInt(request.validBefore))
    .string(encodeOptions(request.criticalOptions))
    .string(encodeOptions(request.extensions))
    .string("")
    .string(publicBlob(authority))
    .bytes();
  const signed = Buffer.concat([body, new SshWriter().string(encodeSignature(authority, body)).bytes()]);
  return `${name} ${signed.toString("base64")}`;
}

/** Names are in lexical order, as the format requires. A flag has no data; a value is a nested string. */
function encodeOptions(map: Readonly<Record<string, string>>): Buffer {
  const writer = new SshWriter();
  for (const [name, value] of Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
    writer.string(name).string(value === "" ? "" : new SshWriter().string(value).bytes());
  return writer.bytes();
}

function encodeSignature(key: KeyObject, body: Buffer): Buffer {
  const encode = (algorithm: string, bytes: Buffer) =>
    new SshWriter().string(algorithm).string(bytes).bytes();
  if (key.asymmetricKeyType === "rsa") return encode("rsa-sha2-512", sign("sha512", body, key));
  if (key.asymmetricKeyType === "ed25519") return encode("ssh-ed25519", sign(null, body, key));
  const curve = curveName(createPublicKey(key).export({ format: "jwk" }).crv);
  const raw = sign(CURVES[curve]?.hash ?? "sha256", body, { key, dsaEncoding: "ieee-p1363" });
  const half = raw.length / 2;
  const numbers = new SshWriter().mpint(raw.subarray(0, half)).mpint(raw.subarray(half)).bytes();
  return encode(`ecdsa-sha2-${curve}`, numbers);
}
