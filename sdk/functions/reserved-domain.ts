// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type {
  CertificateManagementPolicy,
  CertificateManagementStatus,
  Ref,
  ResolvesTo,
} from "../resources/types";
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
 * What the service says of one object. A hostname reserved for the account, with an uploaded certificate or
 * one that the service manages. The domain stays yours when its certificate cannot be issued.
 *
 * API reference, section "Reserved domain".
 */
export interface ReservedDomainResult {
  /** Id of the object. */
  id: string;
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
  domain: string;
  /**
   * Region of the domain. Traffic is handled globally, so it has no effect on most of it.
   *
   * @deprecated Traffic is handled globally; the API reference deprecates the field.
   */
  region?: "au" | "eu" | "ap" | "us" | "jp" | "in" | "sa";
  /** What the domain is used for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /**
   * Points of presence that the domain's DNS records lead to; all when empty. The order has no meaning.
   * Observed at the service; the API reference does not have it.
   */
  resolvesTo: ResolvesTo[];
  /** Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`. */
  certificateId?: string;
  /** The service issues and renews a certificate for the domain. Excludes `certificateId`. */
  certificateManagementPolicy?: CertificateManagementPolicy;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** Target of the CNAME record that a custom hostname needs; null for subdomains of a service-owned domain. */
  cnameTarget: string | null;
  /** The certificate in use: the uploaded one, the most recently issued automatic one, or null. */
  certificate: Ref | null;
  /** State of the automatic certificate; null without a policy. */
  certificateManagementStatus: CertificateManagementStatus | null;
  /**
   * Target of the CNAME record for `_acme-challenge.<domain>`, which a custom wildcard domain needs for its
   * certificate; null for all others.
   */
  acmeChallengeCnameTarget: string | null;
  /** DNS records to create in the zone of a custom domain; empty for subdomains of a service-owned domain. */
  dnsRecords: { name: string; type: "CNAME"; value: string }[];
}

/**
 * By what `getReservedDomain` looks an object up: by `id`, or by `domain`, or by `description`, or by
 * `metadata`.
 */
export type GetReservedDomainArgs =
  | {
      /** Id of the object. */
      id: string;
      domain?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
      domain: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the domain is used for. Removing it empties it on the service. */
      description: string;
      id?: never;
      domain?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      domain?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getReservedDomainOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getReservedDomain(
  args: GetReservedDomainArgs,
  opts?: LookupOptions,
): Promise<ReservedDomainResult> {
  return get<ReservedDomainResult>("ReservedDomain", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getReservedDomainOutput(
  args: InputsOf<GetReservedDomainArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ReservedDomainResult> {
  return getOutput<ReservedDomainResult>("ReservedDomain", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachReservedDomain`.
 */
export function listReservedDomains(opts?: ListOptions): Promise<ReservedDomainResult[]> {
  return list<ReservedDomainResult>("ReservedDomain", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listReservedDomainsOutput(opts?: ListOutputOptions): pulumi.Output<ReservedDomainResult[]> {
  return listOutput<ReservedDomainResult>("ReservedDomain", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachReservedDomain(opts?: ListOptions): AsyncGenerator<ReservedDomainResult, void> {
  return each<ReservedDomainResult>("ReservedDomain", {}, opts);
}
