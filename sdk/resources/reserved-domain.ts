// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  CertificateManagementPolicy,
  CertificateManagementPolicyArgs,
  CertificateManagementStatus,
  Metadata,
  MetadataArgs,
  ObjectInput,
  Ref,
  ResolvesTo,
  ResolvesToArgs,
  Stamps,
  WaitForCertificate,
  WaitForCertificateArgs,
} from "./types";

export interface ReservedDomain extends EdgeResource, Adoption, Stamps, Metadata {
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
  readonly domain: pulumi.Output<string>;
  /** Region of the domain. It has little effect, because traffic is handled globally. */
  readonly region: pulumi.Output<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa" | undefined>;
  /** What the domain is used for. */
  readonly description: pulumi.Output<string>;
  /**
   * Points of presence that the domain's DNS records point to; all if empty. Order is ignored. Observed in
   * the service; not in the API reference.
   */
  readonly resolvesTo: pulumi.Output<ResolvesTo[]>;
  /** Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`. */
  readonly certificateId: pulumi.Output<string | undefined>;
  /** The service issues and renews a certificate for the domain. Excludes `certificateId`. */
  readonly certificateManagementPolicy: pulumi.Output<CertificateManagementPolicy | undefined>;
  /**
   * Whether to wait after creation and changes until the automatic certificate is issued, for at most 600
   * seconds or `timeoutSeconds`. Needs a `certificateManagementPolicy`. The domain stays in the state if the
   * wait fails.
   */
  readonly waitForCertificate: pulumi.Output<boolean | WaitForCertificate>;
  /**
   * Whether to prevent deletion and replacement of the domain, because someone else could take it once it is
   * free.
   */
  readonly releaseProtection: pulumi.Output<boolean>;
  /**
   * Whether to adopt an existing object with the same `domain` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Target of the CNAME record that a custom hostname needs; null for subdomains of a service-owned domain. */
  readonly cnameTarget: pulumi.Output<string | null>;
  /** The certificate in use: the uploaded one, the most recently issued automatic one, or null. */
  readonly certificate: pulumi.Output<Ref | null>;
  /** State of the automatic certificate; null without a policy. */
  readonly certificateManagementStatus: pulumi.Output<CertificateManagementStatus | null>;
  /**
   * Target of the CNAME record for `_acme-challenge.<domain>`, which a custom wildcard domain needs for its
   * certificate; null for all others.
   */
  readonly acmeChallengeCnameTarget: pulumi.Output<string | null>;
  /** DNS records to create in the zone of a custom domain; empty for subdomains of a service-owned domain. */
  readonly dnsRecords: pulumi.Output<{ name: string; type: "CNAME"; value: string }[]>;
}

/**
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. You
 * keep the domain even if its certificate can't be issued.
 *
 * API reference, section "Reserved domain".
 */
export const ReservedDomain =
  dynamicClass<ResourceClass<ReservedDomain, ReservedDomainArgs>>("ReservedDomain");

/** Inputs of ReservedDomain. */
export interface ReservedDomainArgs extends AdoptionArgs, MetadataArgs {
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. A change replaces the object. */
  domain: pulumi.Input<string>;
  /**
   * Region of the domain. It has little effect, because traffic is handled globally. If unset, the service
   * chooses a value. A change replaces the object.
   *
   * @deprecated Traffic is handled globally; the API reference deprecates the field.
   */
  region?: pulumi.Input<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /** What the domain is used for. At most 255 characters. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Points of presence that the domain's DNS records point to; all if empty. Order is ignored. Observed in
   * the service; not in the API reference. Default: `[]`.
   */
  resolvesTo?: pulumi.Input<ObjectInput<ResolvesToArgs>[]>;
  /** Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`. */
  certificateId?: pulumi.Input<string>;
  /** The service issues and renews a certificate for the domain. Excludes `certificateId`. */
  certificateManagementPolicy?: ObjectInput<CertificateManagementPolicyArgs>;
  /**
   * Whether to wait after creation and changes until the automatic certificate is issued, for at most 600
   * seconds or `timeoutSeconds`. Needs a `certificateManagementPolicy`. The domain stays in the state if the
   * wait fails. Default: `false`.
   */
  waitForCertificate?: pulumi.Input<boolean | WaitForCertificateArgs>;
  /**
   * Whether to prevent deletion and replacement of the domain, because someone else could take it once it is
   * free. Default: `false`.
   */
  releaseProtection?: pulumi.Input<boolean>;
  /**
   * Whether to adopt an existing object with the same `domain` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
