// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. CA certificates against which the mutual TLS module of an edge
 * validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export interface CertificateAuthorityResult {
  /** Id of the object. */
  id: string;
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  caPem: string;
  /** What the certificate authority is used for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
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
      /** What the certificate authority is used for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getCertificateAuthority: Get<GetCertificateAuthorityArgs, CertificateAuthorityResult> = (
  args,
  opts,
) => get("CertificateAuthority", args, opts);
/** Reads one object as soon as the keys are known. */
export const getCertificateAuthorityOutput: GetOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
> = (args, opts) => getOutput("CertificateAuthority", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listCertificateAuthorities: List<CertificateAuthorityResult, ListOptions> = (opts) =>
  list("CertificateAuthority", {}, opts);
/** Reads all objects of the collection as an output. */
export const listCertificateAuthoritiesOutput: ListOutput<CertificateAuthorityResult, ListOutputOptions> = (
  opts,
) => listOutput("CertificateAuthority", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachCertificateAuthority: Each<CertificateAuthorityResult, ListOptions> = (opts) =>
  each("CertificateAuthority", {}, opts);
