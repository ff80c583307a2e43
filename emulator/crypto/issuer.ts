import { generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createCertificate, identityForHost, identityFromDN, parsePrivateKey } from "sshpk";

const ISSUER = "CN=Emulated Authority E1, O=Emulated Certificate Authority";

let issuerKey: ReturnType<typeof parsePrivateKey> | undefined;

function sshpkKey(key: KeyObject): ReturnType<typeof parsePrivateKey> {
  return parsePrivateKey(key.export({ type: "pkcs8", format: "pem" }), "pem");
}

/** What the emulated public authority is asked to sign. */
export interface IssueRequest {
  /** The first is the subject's common name. */
  readonly names: readonly [string, ...string[]];
  readonly keyType: "rsa" | "ecdsa";
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Issues a certificate for a key that is made here and then forgotten: nothing is ever served with it. */
export function issueCertificate(request: IssueRequest): string {
  issuerKey ??= sshpkKey(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey);
  const pair =
    request.keyType === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate = createCertificate(
    request.names.map((name) => identityForHost(name)),
    sshpkKey(pair.privateKey).toPublic(),
    identityFromDN(ISSUER),
    issuerKey,
    {
      validFrom: new Date(request.notBefore),
      validUntil: new Date(request.notAfter),
      // A serial number is positive and does not begin with a zero byte.
      serial: Buffer.concat([Buffer.from([0x4b]), randomBytes(15)]),
      purposes: ["signature", "serverAuth"],
    },
  );
  return certificate.toString("pem");
}
