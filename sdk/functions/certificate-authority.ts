// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. CA certificates that an edge's mutual TLS module uses to verify
 * client certificates.
 *
 * API reference, section "Certificate authority".
 */
export interface CertificateAuthorityResult extends ObjectResult {
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  caPem: string;
  /** What the certificate authority is used for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
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

/** The keys of `getCertificateAuthority`: `id`, or `description`, or `metadata`. */
export type GetCertificateAuthorityArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the certificate authority is used for. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getCertificateAuthority: lookup.Get<GetCertificateAuthorityArgs, CertificateAuthorityResult> = (
  args,
  opts,
) => lookup.get("CertificateAuthority", args, opts);
/** Reads one object as soon as the keys are known. */
export const getCertificateAuthorityOutput: lookup.GetOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
> = (args, opts) => lookup.getOutput("CertificateAuthority", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listCertificateAuthorities: lookup.List<CertificateAuthorityResult, lookup.ListOptions> = (
  opts,
) => lookup.list("CertificateAuthority", {}, opts);
/** Reads all objects of the collection as an output. */
export const listCertificateAuthoritiesOutput: lookup.ListOutput<
  CertificateAuthorityResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("CertificateAuthority", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachCertificateAuthority: lookup.Each<CertificateAuthorityResult, lookup.ListOptions> = (opts) =>
  lookup.each("CertificateAuthority", {}, opts);
