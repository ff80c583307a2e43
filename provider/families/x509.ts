import { createPrivateKey, X509Certificate } from "node:crypto";
import { nonCertificateLabel } from "../../traffic-policy/language/certificates";
import { attempt } from "../family/attempt";
import type { Finding, Rule } from "../family/field";
import { canonicalAddress } from "../family/networks";
import { unreadableReason } from "./file-path";

const BEGIN = "-----BEGIN CERTIFICATE-----";

/** A block ends before the next `-----`, so that a text with many BEGIN lines is scanned only once. */
const BLOCK = /-----BEGIN CERTIFICATE-----(?:[^-]|-(?!----))*-----END CERTIFICATE-----/g;

/** Returns undefined if the text contains no certificate, or anything that isn't a readable certificate. */
function parseCertificates(pem: unknown): X509Certificate[] | undefined {
  // The service rejects other blocks (error 1911), and a private key among them would be stored in plain text.
  if (typeof pem !== "string" || nonCertificateLabel(pem) !== undefined) return undefined;
  const blocks = [...pem.matchAll(BLOCK)];
  // A truncated block would be skipped, and its certificate would be missing from the chain.
  if (blocks.length === 0 || blocks.length !== pem.split(BEGIN).length - 1) return undefined;
  return attempt(() => blocks.map(([block]) => new X509Certificate(block)));
}

/** RFC 3339 in UTC; validity has no fractions of a second (RFC 5280, section 4.1.2.5). */
const formatTime = (date: Date) => date.toISOString().replace(/\.\d+Z$/, "Z");

/** The API's names of key types by those of Node.js. */
const KEY_TYPES: Readonly<Record<string, "rsa" | "ecdsa" | "ed25519">> = {
  rsa: "rsa",
  ec: "ecdsa",
  ed25519: "ed25519",
};

/** Parses `DNS:a.example.com, IP Address:10.0.0.1`. Node.js writes a value that contains a comma as a JSON string. */
export function alternativeNames(text: string | undefined, type: string): string[] {
  const entries = (text ?? "").matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy);
  return [...entries]
    .filter(([, entryType]) => entryType === type)
    .map(([, , value = ""]) => (value.startsWith('"') ? String(JSON.parse(value)) : value));
}

/** Returns an attribute of a name such as `CN=a\nO=b + OU=c` if it occurs once. `toLegacyObject` would crash for some curves. */
function attribute(name: string | undefined, type: string): string | undefined {
  const [value, ...others] = (name ?? "")
    .split(/\n| \+ /)
    .filter((text) => text.startsWith(`${type}=`))
    .map((text) => text.slice(type.length + 1));
  if (value === undefined || others.length > 0) return undefined;
  return value.replace(/\\(?:([0-9A-F]{2})|(.))/g, (_, code, character) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : character,
  );
}

/** Fields of a leaf certificate, except those whose format the API doesn't define. */
const LEAF_FIELDS = {
  subjectCommonName: ({ subject }: X509Certificate) => attribute(subject, "CN"),
  subjectAlternativeNames: ({ subjectAltName }: X509Certificate) => ({
    dnsNames: alternativeNames(subjectAltName, "DNS"),
    ips: alternativeNames(subjectAltName, "IP Address").map(canonicalAddress),
  }),
  notBefore: ({ validFromDate }: X509Certificate) => formatTime(validFromDate),
  notAfter: ({ validToDate }: X509Certificate) => formatTime(validToDate),
  privateKeyType: ({ publicKey }: X509Certificate) => KEY_TYPES[String(publicKey.asymmetricKeyType)],
  issuerCommonName: ({ issuer }: X509Certificate) => attribute(issuer, "CN"),
  subjectOrganization: ({ subject }: X509Certificate) => attribute(subject, "O"),
  subjectOrganizationalUnit: ({ subject }: X509Certificate) => attribute(subject, "OU"),
  subjectLocality: ({ subject }: X509Certificate) => attribute(subject, "L"),
  subjectProvince: ({ subject }: X509Certificate) => attribute(subject, "ST"),
  subjectCountry: ({ subject }: X509Certificate) => attribute(subject, "C"),
};

type LeafFields = { [K in keyof typeof LEAF_FIELDS]?: ReturnType<(typeof LEAF_FIELDS)[K]> };

export const LEAF_OUTPUTS = Object.keys(LEAF_FIELDS) as (keyof LeafFields)[];

function readFields(certificate: X509Certificate, keys: readonly (keyof LeafFields)[]): LeafFields {
  const entries = keys.map((key) => [key, LEAF_FIELDS[key](certificate)] as const);
  // Only the response shows how the service represents missing fields.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export function leafFields(certificatePem: unknown): LeafFields {
  const leaf = parseCertificates(certificatePem)?.[0];
  return leaf ? readFields(leaf, LEAF_OUTPUTS) : {};
}

export const AUTHORITY_OUTPUTS = ["subjectCommonName", "notBefore", "notAfter"] as const;

/** Returns no fields for several certificates, because the API reference doesn't say which one the response describes. */
export function authorityFields(caPem: unknown) {
  const [authority, second] = parseCertificates(caPem) ?? [];
  return authority && !second ? readFields(authority, AUTHORITY_OUTPUTS) : {};
}

export const readableCertificates = (key: string): Rule => ({
  keys: [key],
  text: `\`${key}\` contains PEM-encoded X.509 certificates.`,
  violation: ({ [key]: pem }) =>
    pem === undefined || parseCertificates(pem)
      ? undefined
      : unreadableReason(
          pem,
          'must be PEM text with one or more X.509 certificates ("-----BEGIN CERTIFICATE-----") and nothing else, such as a private key; at least one block could not be read',
        ),
});

/** Also true if the key usage excludes signing, unlike `ca`: searches the DER for basic constraints with CA:TRUE. */
const isAuthority = ({ ca, raw }: X509Certificate): boolean =>
  ca || /0603551d13(?:0101ff)?04..30..0101ff/.test(raw.toString("hex"));

/** RFC 5280, section 4.2.1.9. Observed in the service (error 1913). */
export const authorityOnly: Rule<{ readonly caPem?: string }> = {
  keys: ["caPem"],
  newOnly: true,
  text: "Each certificate in `caPem` is a CA certificate.",
  violation: ({ caPem }) =>
    parseCertificates(caPem)?.every(isAuthority) === false
      ? "contains a certificate that is not a CA certificate: its basic constraints must have CA:TRUE. A server or client certificate can't be used to verify others"
      : undefined,
};

/** The API reference allows several certificates; the service was seen to reject them (error 1912). */
export function warnOfSeveralCertificates(pem: unknown): readonly Finding[] {
  const { length = 0 } = parseCertificates(pem) ?? [];
  const reason = `has ${length} certificates, but the service accepts one per authority (ERR_NGROK_1912): create a CertificateAuthority for each`;
  return length > 1 ? [{ isError: false, path: [], reason }] : [];
}

/** API reference, section "TLS certificate": `private_key_type` has no other values. */
export const supportedKeyType: Rule<{ readonly certificatePem?: string }> = {
  keys: ["certificatePem"],
  newOnly: true,
  text: "The first certificate in `certificatePem` has an RSA, ECDSA, or Ed25519 key.",
  violation: ({ certificatePem }) => {
    const type = parseCertificates(certificatePem)?.[0]?.publicKey.asymmetricKeyType;
    return type === undefined || type in KEY_TYPES
      ? undefined
      : `has a first certificate with a key of the type ${type}, but the service supports RSA, ECDSA, and Ed25519 keys: issue the certificate for a key of one of these types`;
  },
};

/** Observed in the service (error 1926). */
export const validChain: Rule<{ readonly certificatePem?: string }> = {
  keys: ["certificatePem"],
  newOnly: true,
  text: "Each certificate after the first in `certificatePem` signed the one before it.",
  violation: ({ certificatePem }) => {
    const chain = parseCertificates(certificatePem) ?? [];
    const broken = chain.findIndex((certificate, at) => {
      const issuer = chain[at + 1];
      return issuer !== undefined && attempt(() => certificate.verify(issuer.publicKey)) !== true;
    });
    return broken < 0
      ? undefined
      : `is not a certificate chain: its certificate number ${broken + 2} did not sign number ${broken + 1}. Put the leaf first, each certificate before the one that signed it, and omit certificates that aren't part of the chain`;
  },
};

/** Messages never contain any part of the key. */
export const matchingPrivateKey: Rule<{
  readonly privateKeyPem?: string;
  readonly certificatePem?: string;
}> = {
  keys: ["privateKeyPem", "certificatePem"],
  text: "`privateKeyPem` is the private key of the first certificate in `certificatePem`, without a passphrase.",
  violation: ({ privateKeyPem, certificatePem }) => {
    if (privateKeyPem === undefined) return undefined;
    const key = attempt(() => createPrivateKey(privateKeyPem));
    if (!key)
      return unreadableReason(
        privateKeyPem,
        "must be a PEM-encoded private key without a passphrase; this one could not be read",
      );
    const leaf = parseCertificates(certificatePem)?.[0];
    return leaf && !leaf.checkPrivateKey(key)
      ? "is not the private key of the first certificate in certificatePem (the leaf must come first in a chain)"
      : undefined;
  },
};
