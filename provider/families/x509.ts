import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type Finding, isRecord, type Rule } from "../family/field";
import { canonicalAddress } from "../family/networks";
import { unreadable } from "./file-path";

/** Stops at the next boundary, so that a text with many BEGIN lines is scanned only once. */
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(?:[^-]|-(?!----))*-----END \1-----/g;

/** The certificates of a PEM text in order; undefined when it contains none or an unreadable one. */
function certificatesOf(pem: unknown): X509Certificate[] | undefined {
  if (typeof pem !== "string") return undefined;
  const blocks = [...pem.matchAll(BLOCK)].filter(([, label]) => label === "CERTIFICATE");
  if (blocks.length === 0) return undefined;
  try {
    return blocks.map(([block]) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

function privateKeyOf(pem: unknown): KeyObject | undefined {
  if (typeof pem !== "string") return undefined;
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** RFC 3339 in UTC; validity has no fractions of a second (RFC 5280, section 4.1.2.5). */
const timeOf = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

const KEY_TYPES: Readonly<Record<string, "rsa" | "ecdsa" | "ed25519">> = {
  rsa: "rsa",
  "rsa-pss": "rsa",
  ec: "ecdsa",
  ed25519: "ed25519",
};

/**
 * Names of one type in OpenSSL's text form of the subject alternative names, `DNS:a.example.com, IP
 * Address:10.0.0.1`. Node.js writes a value that could be mistaken for two as a JSON string.
 */
export function alternativeNames(text: string | undefined, type: string): string[] {
  const entries = (text ?? "").matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy);
  return [...entries]
    .filter(([, found]) => found === type)
    .map(([, , value = ""]) => (value.startsWith('"') ? String(JSON.parse(value)) : value));
}

/** Attribute of a subject or issuer; undefined when it is missing or occurs several times. */
function attribute(name: unknown, type: string): string | undefined {
  const value = isRecord(name) ? name[type] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Drops fields that the certificate lacks: how the service represents them is only known from its response. */
function stated<T extends object>(fields: T): Partial<T> {
  const kept: Partial<T> = { ...fields };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
}

/** Outputs of a TlsCertificate that follow from its leaf certificate. */
export const LEAF_OUTPUTS = [
  "subjectCommonName",
  "subjectAlternativeNames",
  "notBefore",
  "notAfter",
  "privateKeyType",
  "issuerCommonName",
  "subjectOrganization",
  "subjectOrganizationalUnit",
  "subjectLocality",
  "subjectProvince",
  "subjectCountry",
] as const;

/** Fields of the leaf, the first certificate of the chain. Omits fields whose spelling the API does not define. */
export function leafFields(certificatePem: unknown) {
  const leaf = certificatesOf(certificatePem)?.[0];
  if (!leaf) return {};
  const { subject, issuer } = leaf.toLegacyObject();
  return stated({
    subjectCommonName: attribute(subject, "CN"),
    subjectAlternativeNames: {
      dnsNames: alternativeNames(leaf.subjectAltName, "DNS"),
      ips: alternativeNames(leaf.subjectAltName, "IP Address").map(canonicalAddress),
    },
    notBefore: timeOf(leaf.validFromDate),
    notAfter: timeOf(leaf.validToDate),
    privateKeyType: KEY_TYPES[String(leaf.publicKey.asymmetricKeyType)],
    issuerCommonName: attribute(issuer, "CN"),
    subjectOrganization: attribute(subject, "O"),
    subjectOrganizationalUnit: attribute(subject, "OU"),
    subjectLocality: attribute(subject, "L"),
    subjectProvince: attribute(subject, "ST"),
    subjectCountry: attribute(subject, "C"),
  });
}

/** Outputs of a CertificateAuthority that follow from its certificate. */
export const AUTHORITY_OUTPUTS = ["subjectCommonName", "notBefore", "notAfter"] as const;

/**
 * Fields of a certificate authority. Of several concatenated certificates none are known before the service responds:
 * the API reference does not say which of them it describes.
 */
export function authorityFields(caPem: unknown) {
  const certificates = certificatesOf(caPem) ?? [];
  const [authority] = certificates;
  if (!authority || certificates.length > 1) return {};
  return stated({
    subjectCommonName: attribute(authority.toLegacyObject().subject, "CN"),
    notBefore: timeOf(authority.validFromDate),
    notAfter: timeOf(authority.validToDate),
  });
}

/** The property contains at least one PEM-encoded certificate and nothing unreadable. */
export const readableCertificates = (key: string): Rule => ({
  keys: [key],
  text: `\`${key}\` holds PEM-encoded X.509 certificates.`,
  broken: ({ [key]: pem }) =>
    pem === undefined || certificatesOf(pem)
      ? undefined
      : unreadable(
          pem,
          'must be PEM text with one or more X.509 certificates ("-----BEGIN CERTIFICATE-----"); at least one could not be read',
        ),
});

/**
 * True if the basic constraints contain CA:TRUE. Node says of a certificate that must not sign others that it is of no authority,
 * whatever these say: whether the service takes such a one is not known.
 */
const isOfAuthority = ({ ca, raw }: X509Certificate): boolean =>
  ca || /0603551d13(?:0101ff)?04..30..0101ff/.test(raw.toString("hex"));

/** A certificate of an authority says so (RFC 5280, section 4.2.1.9). Observed at the service (1913). */
export const authorityOnly: Rule<{ readonly caPem?: string }> = {
  keys: ["caPem"],
  ofNew: true,
  text: "Each certificate in `caPem` is that of an authority.",
  broken: ({ caPem }) =>
    certificatesOf(caPem)?.every(isOfAuthority) === false
      ? "has a certificate that is not an authority's: its basic constraints must have CA:TRUE. The certificate of a server or a client is not one that others are validated against"
      : undefined,
};

/** The API reference allows several, the service was seen to refuse them (1912). */
export function severalCertificates(pem: unknown): readonly Finding[] {
  const { length = 0 } = certificatesOf(pem) ?? [];
  const reason = `has ${length} certificates, and the service accepts one per authority (ERR_NGROK_1912): create a CertificateAuthority for each`;
  return length > 1 ? [{ isError: false, path: [], reason }] : [];
}

/** Each certificate has signed the one before. Observed at the service (1926). */
export const wholeChain: Rule<{ readonly certificatePem?: string }> = {
  keys: ["certificatePem"],
  ofNew: true,
  text: "Each further certificate in `certificatePem` has signed the one before it.",
  broken: ({ certificatePem }) => {
    const chain = certificatesOf(certificatePem) ?? [];
    const broken = chain.findIndex((certificate, at) => {
      const issuer = chain[at + 1];
      return issuer !== undefined && !isSignedBy(certificate, issuer);
    });
    return broken < 0
      ? undefined
      : `is not a certificate chain: its certificate number ${broken + 2} has not signed number ${broken + 1}. Put the leaf first and after each certificate the one that has signed it, or leave out what is not of the chain`;
  },
};

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** The private key is readable and belongs to the leaf. The message never shows any part of the key. */
export const matchingPrivateKey: Rule<{
  readonly privateKeyPem?: string;
  readonly certificatePem?: string;
}> = {
  keys: ["privateKeyPem", "certificatePem"],
  text: "`privateKeyPem` is the private key of the first certificate in `certificatePem`, without a passphrase.",
  broken: ({ privateKeyPem, certificatePem }) => {
    if (privateKeyPem === undefined) return undefined;
    const key = privateKeyOf(privateKeyPem);
    if (!key)
      return unreadable(
        privateKeyPem,
        "must be a PEM-encoded private key without a passphrase; this one could not be read",
      );
    const leaf = certificatesOf(certificatePem)?.[0];
    return leaf && !leaf.checkPrivateKey(key)
      ? "is not the private key of the first certificate in certificatePem (the leaf must come first in a chain)"
      : undefined;
  },
};
