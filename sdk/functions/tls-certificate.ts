// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { SubjectAlternativeNames } from "../resources/types";
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
 * What the service says of one object. A TLS certificate with its private key, uploaded for use by reserved
 * domains. Another PEM makes a new object: it is created first, the domains move over, then the old one is
 * deleted.
 *
 * API reference, section "TLS certificate".
 */
export interface TlsCertificateResult {
  /** Id of the object. */
  id: string;
  /** Chain of PEM-encoded certificates, leaf first. */
  certificatePem: string;
  /** What the certificate is used for. Removing it empties it on the service. */
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

/** By what `getTlsCertificate` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetTlsCertificateArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the certificate is used for. Removing it empties it on the service. */
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
 * or use `getTlsCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTlsCertificate(
  args: GetTlsCertificateArgs,
  opts?: LookupOptions,
): Promise<TlsCertificateResult> {
  return get<TlsCertificateResult>("TlsCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsCertificateOutput(
  args: InputsOf<GetTlsCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsCertificateResult> {
  return getOutput<TlsCertificateResult>("TlsCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachTlsCertificate`.
 */
export function listTlsCertificates(opts?: ListOptions): Promise<TlsCertificateResult[]> {
  return list<TlsCertificateResult>("TlsCertificate", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTlsCertificatesOutput(opts?: ListOutputOptions): pulumi.Output<TlsCertificateResult[]> {
  return listOutput<TlsCertificateResult>("TlsCertificate", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachTlsCertificate(opts?: ListOptions): AsyncGenerator<TlsCertificateResult, void> {
  return each<TlsCertificateResult>("TlsCertificate", {}, opts);
}
