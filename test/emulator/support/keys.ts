import "reflect-metadata";
import { generateKeyPairSync, type KeyObject, webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";
import { parseKey } from "sshpk";

export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

type Algorithm = RsaHashedKeyGenParams | EcKeyGenParams | { readonly name: "Ed25519" };
interface RsaHashedKeyGenParams {
  readonly name: "RSASSA-PKCS1-v1_5";
  readonly hash: "SHA-256";
  readonly modulusLength: 2048;
  readonly publicExponent: Uint8Array<ArrayBuffer>;
}
interface EcKeyGenParams {
  readonly name: "ECDSA";
  readonly namedCurve: "P-256";
}

const ALGORITHMS: Readonly<Record<"rsa" | "ecdsa" | "ed25519", Algorithm>> = {
  rsa: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  ecdsa: { name: "ECDSA", namedCurve: "P-256" },
  ed25519: { name: "Ed25519" },
};

/** Generates a self-signed certificate with a full subject. */
export async function selfSigned(
  type: "rsa" | "ecdsa" | "ed25519" = "ecdsa",
  name = "app.example.com",
): Promise<Issued> {
  const keys = (await webcrypto.subtle.generateKey(ALGORITHMS[type], true, [
    "sign",
    "verify",
  ])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "0a1b2c3d",
    name: `CN=${name}, O=Example Ltd, OU=Edge, L=Zurich, ST=ZH, C=CH`,
    notBefore: new Date("2026-01-01T00:00:00Z"),
    notAfter: new Date("2036-01-01T00:00:00Z"),
    signingAlgorithm: type === "ecdsa" ? { name: "ECDSA", hash: "SHA-256" } : ALGORITHMS[type],
    keys,
    extensions: [
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      new x509.ExtendedKeyUsageExtension(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: name },
        { type: "dns", value: `*.${name}` },
        { type: "ip", value: "203.0.113.7" },
      ]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const body = pkcs8.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    certificate: certificate.toString("pem"),
    key: `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`,
  };
}

export interface SshPair {
  /** OpenSSH Authorized Keys format. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** Generates a key pair with a comment. */
export function sshPair(type: "rsa" | "ecdsa" | "ed25519"): SshPair {
  const { publicKey, privateKey } =
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : type === "ecdsa"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : generateKeyPairSync("ed25519");
  const line = parseKey(publicKey.export({ type: "spki", format: "pem" }), "pem").toString("ssh", {
    comment: "someone@example.com",
  });
  return { publicKey: line, privateKey };
}
