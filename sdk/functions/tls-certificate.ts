// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, SubjectAlternativeNames } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTlsCertificate`. A TLS certificate with its private key, uploaded for use by reserved
 * domains. A different PEM replaces the object: the new one is created, the domains switch to it, then the
 * old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export interface TlsCertificateResult extends ObjectResult, MetadataResult {
  /** Chain of PEM-encoded certificates, leaf first. */
  certificatePem: string;
  /** What the certificate is used for. */
  description: string;
  /** Common name of the leaf's subject. */
  subjectCommonName: string;
  /** Subject alternative names of the leaf. */
  subjectAlternativeNames: SubjectAlternativeNames;
  /** When the certificate was issued automatically; null for an uploaded one. A time in RFC 3339 format. */
  issuedAt: string | null;
  /** Start of the leaf's validity. A time in RFC 3339 format. */
  notBefore: string;
  /** End of the leaf's validity. A time in RFC 3339 format. */
  notAfter: string;
  /** Key usages of the leaf. */
  keyUsages: string[];
  /** Extended key usages of the leaf. */
  extendedKeyUsages: string[];
  /** Type of the private key. */
  privateKeyType: "rsa" | "ecdsa" | "ed25519";
  /** Common name of the leaf's issuer. */
  issuerCommonName: string;
  /** Serial number of the leaf. */
  serialNumber: string;
  /** Organization of the leaf's subject. */
  subjectOrganization: string;
  /** Organizational unit of the leaf's subject. */
  subjectOrganizationalUnit: string;
  /** Locality of the leaf's subject. */
  subjectLocality: string;
  /** State or province of the leaf's subject. */
  subjectProvince: string;
  /** Country of the leaf's subject. */
  subjectCountry: string;
}

/** Arguments of `getTlsCertificate`: `id`, or `description`, or `metadata`. */
export type GetTlsCertificateArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getTlsCertificate = get<GetTlsCertificateArgs, TlsCertificateResult>("TlsCertificate");
/** Reads one object as soon as the arguments are known. */
export const getTlsCertificateOutput = getOutput<GetTlsCertificateArgs, TlsCertificateResult>(
  "TlsCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listTlsCertificates = list<TlsCertificateResult, ListOptions>("TlsCertificate");
/** Reads all objects, as an output. */
export const listTlsCertificatesOutput = listOutput<TlsCertificateResult, ListOutputOptions>(
  "TlsCertificate",
);
/** Reads all objects page by page. */
export const eachTlsCertificate = each<TlsCertificateResult, ListOptions>("TlsCertificate");
