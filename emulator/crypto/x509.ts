import { createPrivateKey, X509Certificate as NodeCertificate } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  KeyUsage,
  KeyUsageFlags,
  type Name,
  SubjectAlternativeName,
} from "@peculiar/asn1-x509";
import { RuleViolation } from "../failure";
import type { JsonObject } from "../json";
import { formatTimestamp } from "../timestamp";
import { KEY_TYPES } from "./ssh";

/** Matches the certificates in a PEM text. */
const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

const BASE64_BLOCK = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/\s]+={0,2}\s*-----END/;

/** Names of RFC 5280, section 4.2.1.12; other purposes are shown as object identifiers. */
const EXTENDED_KEY_USAGES: Readonly<Record<string, string>> = {
  "2.5.29.37.0": "anyExtendedKeyUsage",
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
};

/** Object identifiers of the attributes of a name (RFC 5280, appendix A.1). */
const ATTRIBUTES = {
  CN: "2.5.4.3",
  C: "2.5.4.6",
  L: "2.5.4.7",
  ST: "2.5.4.8",
  O: "2.5.4.10",
  OU: "2.5.4.11",
};

/** Parses the certificates of a PEM string, in order; throws an Error with the reason. */
export function readCertificates(pem: string): [Certificate, ...Certificate[]] {
  const [leaf, ...chain] = pem.match(BLOCK) ?? [];
  if (leaf === undefined) throw new Error("must contain at least one PEM block of type CERTIFICATE");
  const read = (block: string, index: number) => {
    try {
      return AsnConvert.parse(new NodeCertificate(block).raw, Certificate);
    } catch {
      const why = `has a certificate that cannot be read (number ${index + 1})`;
      // A block that is not base64 is not PEM.
      throw BASE64_BLOCK.test(block) ? new RuleViolation(1900, why) : new Error(why);
    }
  };
  return [read(leaf, 0), ...chain.map((block, index) => read(block, index + 1))];
}

/** Returns the response fields of a certificate authority, which describe its first certificate. */
export function authorityFields(pem: string): JsonObject {
  const [first] = readCertificates(pem);
  const { subject, validity } = first.tbsCertificate;
  return {
    subject_common_name: attributeText(subject, "CN"),
    not_before: formatTimestamp(validity.notBefore.getTime().getTime()),
    not_after: formatTimestamp(validity.notAfter.getTime().getTime()),
    key_usages: keyUsages(first),
    extended_key_usages: extendedKeyUsages(first),
  };
}

/** Returns the response fields of a TLS certificate, which describe the leaf: the first certificate. */
export function leafFields(pem: string): JsonObject {
  const [leaf] = readCertificates(pem);
  const { subject, issuer, serialNumber } = leaf.tbsCertificate;
  const names = [...(extension(leaf, id_ce_subjectAltName, SubjectAlternativeName) ?? [])];
  return {
    ...authorityFields(pem),
    subject_alternative_names: {
      dns_names: names.flatMap(({ dNSName }) => dNSName ?? []),
      ips: names.flatMap(({ iPAddress }) => iPAddress ?? []),
    },
    private_key_type: keyType(pem),
    issuer_common_name: attributeText(issuer, "CN"),
    serial_number: Buffer.from(serialNumber).toString("hex"),
    subject_organization: attributeText(subject, "O"),
    subject_organizational_unit: attributeText(subject, "OU"),
    subject_locality: attributeText(subject, "L"),
    subject_province: attributeText(subject, "ST"),
    subject_country: attributeText(subject, "C"),
  };
}

const nodeCertificates = (pem: string): NodeCertificate[] =>
  (pem.match(BLOCK) ?? []).map((block) => new NodeCertificate(block));

export const areAuthorities = (pem: string): boolean => nodeCertificates(pem).every(({ ca }) => ca);

/** Throws an Error that names the first certificate that has not signed the one before it. */
export function checkChain(pem: string): void {
  const chain = nodeCertificates(pem);
  for (const [index, issuer] of chain.slice(1).entries())
    if (!chain[index]?.verify(issuer.publicKey))
      throw new RuleViolation(
        1926,
        `has a certificate (number ${index + 2}) that has not signed the previous one`,
      );
}

/** True if a block of a PEM text has headers, such as `Comment: old`. */
export const hasPemHeaders = (pem: string): boolean => /-----BEGIN [A-Z0-9 ]+-----\s*[\w-]+:/.test(pem);

/** Checks that a key belongs to the leaf. Throws an Error with the reason, which never quotes the key. */
export function checkPrivateKey(certificatePem: string, privateKeyPem: string): void {
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(privateKeyPem);
  } catch {
    throw new RuleViolation(invalidKeyCode(privateKeyPem), "is not an unencrypted PEM private key");
  }
  if (hasPemHeaders(privateKeyPem)) throw new RuleViolation(1910, "has headers before the text of a block");
  const owner = nodeCertificates(certificatePem).findIndex((certificate) => certificate.checkPrivateKey(key));
  if (owner === 0) return;
  if (owner > 0)
    throw new RuleViolation(1923, "belongs to a later certificate of the chain: the leaf must come first");
  throw new RuleViolation(1923, "does not belong to the first certificate of certificate_pem");
}

function invalidKeyCode(pem: string): number {
  if (/ENCRYPTED/.test(pem)) return 1902;
  if (pem.includes("-----BEGIN CERTIFICATE-")) return 1924;
  return pem.includes("PRIVATE KEY-----") ? 1903 : 1901;
}

function keyType(pem: string): string {
  const type = KEY_TYPES[new NodeCertificate(pem).publicKey.asymmetricKeyType ?? ""];
  if (!type) throw new Error("must have a key of type rsa, ecdsa or ed25519");
  return type;
}

/** Returns the first value of an attribute; an empty string without one. */
function attributeText(name: Name, key: keyof typeof ATTRIBUTES): string {
  const attribute = [...name]
    .flatMap((attributes) => [...attributes])
    .find(({ type }) => type === ATTRIBUTES[key]);
  return attribute?.value.toString() ?? "";
}

function extension<T>(certificate: Certificate, id: string, type: new () => T): T | undefined {
  const match = certificate.tbsCertificate.extensions?.find(({ extnID }) => extnID === id);
  return match && AsnConvert.parse(match.extnValue, type);
}

function keyUsages(certificate: Certificate): string[] {
  const flags = extension(certificate, id_ce_keyUsage, KeyUsage)?.toNumber() ?? 0;
  // The enumeration has the names of RFC 5280, section 4.2.1.3. As an enumeration, it also maps numbers to names.
  return Object.entries(KeyUsageFlags).flatMap(([name, flag]) =>
    typeof flag === "number" && (flags & flag) !== 0 ? [name] : [],
  );
}

function extendedKeyUsages(certificate: Certificate): string[] {
  const usages = extension(certificate, id_ce_extKeyUsage, ExtendedKeyUsage) ?? [];
  return [...usages].map((usage) => EXTENDED_KEY_USAGES[usage] ?? usage);
}
