// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. CA certificates against which the mutual TLS module of an edge
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

/** By what `getCertificateAuthority` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetCertificateAuthorityArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the certificate authority is used for. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getCertificateAuthorityOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getCertificateAuthority(
  args: GetCertificateAuthorityArgs,
  opts?: LookupOptions,
): Promise<CertificateAuthorityResult> {
  return get<CertificateAuthorityResult>("CertificateAuthority", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getCertificateAuthorityOutput(
  args: InputsOf<GetCertificateAuthorityArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<CertificateAuthorityResult> {
  return getOutput<CertificateAuthorityResult>("CertificateAuthority", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachCertificateAuthority`.
 */
export function listCertificateAuthorities(opts?: ListOptions): Promise<CertificateAuthorityResult[]> {
  return list<CertificateAuthorityResult>("CertificateAuthority", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listCertificateAuthoritiesOutput(
  opts?: ListOutputOptions,
): pulumi.Output<CertificateAuthorityResult[]> {
  return listOutput<CertificateAuthorityResult>("CertificateAuthority", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachCertificateAuthority(
  opts?: ListOptions,
): AsyncGenerator<CertificateAuthorityResult, void> {
  return each<CertificateAuthorityResult>("CertificateAuthority", {}, opts);
}
