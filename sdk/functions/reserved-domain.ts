// Generated from provider/families by `npm run generate`; do not edit.
import type {
  CertificateManagementPolicy,
  CertificateManagementStatus,
  MetadataResult,
  ObjectResult,
  Ref,
  ResolvesTo,
} from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getReservedDomain`. A hostname reserved for the account, with an uploaded certificate or one
 * that the service manages. You keep the domain even if its certificate can't be issued.
 *
 * API reference, section "Reserved domain".
 */
export interface ReservedDomainResult extends ObjectResult, MetadataResult {
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
  domain: string;
  /**
   * Region of the domain. It has little effect, because traffic is handled globally.
   *
   * @deprecated Traffic is handled globally; the API reference deprecates the field.
   */
  region?: "au" | "eu" | "ap" | "us" | "jp" | "in" | "sa";
  /** What the domain is used for. */
  description: string;
  /**
   * Points of presence that the domain's DNS records point to; all if empty. Order is ignored. Observed in
   * the service; not in the API reference.
   */
  resolvesTo: ResolvesTo[];
  /** Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`. */
  certificateId?: string;
  /** The service issues and renews a certificate for the domain. Excludes `certificateId`. */
  certificateManagementPolicy?: CertificateManagementPolicy;
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

/** Arguments of `getReservedDomain`: `id`, or `domain`, or `description`, or `metadata`. */
export type GetReservedDomainArgs = OneOf<
  | ById
  | {
      /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
      domain: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getReservedDomain = get<GetReservedDomainArgs, ReservedDomainResult>("ReservedDomain");
/** Reads one object as soon as the arguments are known. */
export const getReservedDomainOutput = getOutput<GetReservedDomainArgs, ReservedDomainResult>(
  "ReservedDomain",
);
/** Reads all objects immediately, including during previews. */
export const listReservedDomains = list<ReservedDomainResult, ListOptions>("ReservedDomain");
/** Reads all objects, as an output. */
export const listReservedDomainsOutput = listOutput<ReservedDomainResult, ListOutputOptions>(
  "ReservedDomain",
);
/** Reads all objects page by page. */
export const eachReservedDomain = each<ReservedDomainResult, ListOptions>("ReservedDomain");
