import "reflect-metadata";
import { createPrivateKey, X509Certificate as NodeCertificate } from "node:crypto";
import {
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Name,
  SubjectAlternativeNameExtension,
  X509Certificate,
} from "@peculiar/x509";
import type { JsonObject } from "../json";
import { formatTimestamp } from "../schema/timestamp";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Names of RFC 5280, section 4.2.1.3. */
const KEY_USAGES: readonly [KeyUsageFlags, string][] = [
  [KeyUsageFlags.digitalSignature, "digitalSignature"],
  [KeyUsageFlags.nonRepudiation, "nonRepudiation"],
  [KeyUsageFlags.keyEncipherment, "keyEncipherment"],
  [KeyUsageFlags.dataEncipherment, "dataEncipherment"],
  [KeyUsageFlags.keyAgreement, "keyAgreement"],
  [KeyUsageFlags.keyCertSign, "keyCertSign"],
  [KeyUsageFlags.cRLSign, "cRLSign"],
  [KeyUsageFlags.encipherOnly, "encipherOnly"],
  [KeyUsageFlags.decipherOnly, "decipherOnly"],
];

/** Names of RFC 5280, section 4.2.1.12; a purpose without a name here is shown by its object identifier. */
const EXTENDED_KEY_USAGES: Readonly<Record<string, string>> = {
  "2.5.29.37.0": "anyExtendedKeyUsage",
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
};

/** The certificates of a PEM text in their order; throws an Error that says what is wrong. */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(BLOCK) ?? [];
  if (blocks.length === 0) throw new Error("must hold at least one PEM block of type CERTIFICATE");
  return blocks.map((block, index) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new Error(`has a certificate that cannot be read (number ${index + 1})`);
    }
  });
}

/** What an answer tells of a certificate authority: its first certificate. */
export function authorityFields(pem: string): JsonObject {
  const [first] = readCertificates(pem);
  if (!first) throw new Error("must hold a certificate");
  return {
    subject_common_name: field(first.subjectName, "CN"),
    not_before: formatTimestamp(first.notBefore.getTime()),
    not_after: formatTimestamp(first.notAfter.getTime()),
    key_usages: keyUsages(first),
    extended_key_usages: extendedKeyUsages(first),
  };
}

/** What an answer tells of a TLS certificate: its leaf, which comes first. */
export function leafFields(pem: string): JsonObject {
  const [leaf] = readCertificates(pem);
  if (!leaf) throw new Error("must hold a certificate");
  const names = leaf.getExtension(SubjectAlternativeNameExtension)?.names.items ?? [];
  return {
    ...authorityFields(pem),
    subject_alternative_names: {
      dns_names: names.filter((name) => name.type === "dns").map((name) => name.value),
      ips: names.filter((name) => name.type === "ip").map((name) => name.value),
    },
    private_key_type: keyType(pem),
    issuer_common_name: field(leaf.issuerName, "CN"),
    serial_number: leaf.serialNumber,
    subject_organization: field(leaf.subjectName, "O"),
    subject_organizational_unit: field(leaf.subjectName, "OU"),
    subject_locality: field(leaf.subjectName, "L"),
    subject_province: field(leaf.subjectName, "ST"),
    subject_country: field(leaf.subjectName, "C"),
  };
}

/** Throws an Error that says what is wrong, and never anything of the key itself. */
export function checkPrivateKey(certificatePem: string, privateKeyPem: string): void {
  let key: ReturnType<typeof createPrivateKey>;
  try {
    key = createPrivateKey(privateKeyPem);
  } catch {
    throw new Error("is not an unencrypted PEM private key");
  }
  const [leaf = "", ...chain] = certificatePem.match(BLOCK) ?? [];
  if (new NodeCertificate(leaf).checkPrivateKey(key)) return;
  if (chain.some((pem) => new NodeCertificate(pem).checkPrivateKey(key)))
    throw new Error("belongs to a later certificate of the chain: the leaf must come first");
  throw new Error("does not belong to the first certificate of certificate_pem");
}

const KEY_TYPES: Readonly<Record<string, string>> = { rsa: "rsa", ec: "ecdsa", ed25519: "ed25519" };

function keyType(pem: string): string {
  const type = KEY_TYPES[new NodeCertificate(pem).publicKey.asymmetricKeyType ?? ""];
  if (!type) throw new Error("must have a key of type rsa, ecdsa or ed25519");
  return type;
}

function field(name: Name, key: string): string {
  return name.getField(key)[0] ?? "";
}

function keyUsages(certificate: X509Certificate): string[] {
  const flags = certificate.getExtension(KeyUsagesExtension)?.usages ?? 0;
  return KEY_USAGES.filter(([flag]) => (flags & flag) !== 0).map(([, name]) => name);
}

function extendedKeyUsages(certificate: X509Certificate): string[] {
  const usages = certificate.getExtension(ExtendedKeyUsageExtension)?.usages ?? [];
  return usages.map((usage) => EXTENDED_KEY_USAGES[String(usage)] ?? String(usage));
}
