import { generateKeyPairSync, webcrypto } from "node:crypto";
import "reflect-metadata";
import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { parseKey } from "sshpk";
import { sshPublicKey } from "../support/crypto";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const DAY_MS = 86_400_000;

interface CertificateOptions {
  readonly host: string;
  readonly from?: number;
  readonly to: number;
  /** Common name of the issuer; self-signed if omitted. */
  readonly issuer?: string;
  readonly extensions?: readonly Extension[];
}

/** Creates a certificate for a host, with its private key, as inputs of a TlsCertificate. */
async function createCertificate({ host, from = 0, to, issuer, extensions = [] }: CertificateOptions) {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const issuerKeys = issuer ? await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) : keys;
  const day = (days: number) => new Date(Date.now() + days * DAY_MS);
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${host}`,
    issuer: `CN=${issuer ?? host}`,
    notBefore: day(from),
    notAfter: day(to),
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [...extensions],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    certificatePem: certificate.toString("pem"),
    privateKeyPem: PemConverter.encode(key, "PRIVATE KEY"),
  };
}

async function createAuthority(
  name: string,
  to: number,
  extensions: readonly Extension[] = [isAuthority, maySign],
) {
  const { certificatePem } = await createCertificate({ host: name, from: -1_000, to, extensions });
  return certificatePem;
}

const isAuthority = new BasicConstraintsExtension(true);
const maySign = new KeyUsagesExtension(KeyUsageFlags.keyCertSign);

function rsaPublicKey(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return parseKey(publicKey.export({ type: "spki", format: "pem" }), "pem").toString("ssh");
}

/** Creates the values that `policy-cases.yaml` refers to. */
export async function policyValues() {
  const clients = await createAuthority("Clients", 1_000);
  const after = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const shop = new SubjectAlternativeNameExtension([{ type: "dns", value: "*.shop.example.com" }]);
  return {
    good: await createCertificate({
      host: "shop.example.com",
      to: 150,
      issuer: "Public CA",
      extensions: [shop],
    }),
    dueSoon: await createCertificate({ host: "due.example.com", from: -60, to: 20, issuer: "Public CA" }),
    other: await createCertificate({ host: "other.example.com", to: 90, issuer: "Public CA" }),
    tooLong: await createCertificate({ host: "long.example.com", to: 700, issuer: "Public CA" }),
    private: await createCertificate({ host: "private.example.com", to: 700, issuer: "Our CA" }),
    selfSigned: await createCertificate({ host: "self.example.com", to: 700 }),
    authority: clients,
    expiredAuthority: `${clients}\n${await createAuthority("Former clients", -1)}`,
    mayNotSign: await createAuthority("Without signing", 1_000, [
      isAuthority,
      new KeyUsagesExtension(KeyUsageFlags.cRLSign),
    ]),
    publicKey: sshPublicKey("policy"),
    rsaPublicKey: rsaPublicKey(),
    inTwelveHours: after(0.5),
    inTwoDays: after(2),
    inTwoYears: after(730),
    inTenMonths: after(300),
  };
}

export type PolicyValues = Awaited<ReturnType<typeof policyValues>> & {
  readonly inner?: string;
};
