// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getCertificateAuthority`. CA certificates that an edge's mutual TLS module uses to verify
 * client certificates.
 *
 * API reference, section "Certificate authority".
 */
export interface CertificateAuthorityResult extends ObjectResult, MetadataResult {
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  caPem: string;
  /** What the certificate authority is used for. */
  description: string;
  /** Common name of the subject. */
  subjectCommonName: string;
  /** Start of the validity. A time in RFC 3339 format. */
  notBefore: string;
  /** End of the validity. A time in RFC 3339 format. */
  notAfter: string;
  /** Key usages of the certificate. */
  keyUsages: string[];
  /** Extended key usages of the certificate. */
  extendedKeyUsages: string[];
}

/** Arguments of `getCertificateAuthority`: `id`, or `description`, or `metadata`. */
export type GetCertificateAuthorityArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getCertificateAuthority = get<GetCertificateAuthorityArgs, CertificateAuthorityResult>(
  "CertificateAuthority",
);
/** Reads one object as soon as the arguments are known. */
export const getCertificateAuthorityOutput = getOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
>("CertificateAuthority");
/** Reads all objects immediately, including during previews. */
export const listCertificateAuthorities = list<CertificateAuthorityResult, ListOptions>(
  "CertificateAuthority",
);
/** Reads all objects, as an output. */
export const listCertificateAuthoritiesOutput = listOutput<CertificateAuthorityResult, ListOutputOptions>(
  "CertificateAuthority",
);
/** Reads all objects page by page. */
export const eachCertificateAuthority = each<CertificateAuthorityResult, ListOptions>("CertificateAuthority");
