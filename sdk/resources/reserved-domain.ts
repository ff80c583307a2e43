// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type {
  Adoption,
  AdoptionArgs,
  CertificateManagementPolicy,
  CertificateManagementPolicyArgs,
  CertificateManagementStatus,
  ObjectInput,
  Ref,
  ResolvesTo,
  ResolvesToArgs,
  Stamps,
  WaitForCertificate,
  WaitForCertificateArgs,
} from "./types";

export interface ReservedDomain extends EdgeResource, Adoption, Stamps {
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. */
  readonly domain: pulumi.Output<string>;
  /** Region of the domain. Traffic is handled globally, so it has no effect on most of it. */
  readonly region: pulumi.Output<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa" | undefined>;
  /** What the domain is used for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Points of presence that the domain's DNS records lead to; all when empty. The order has no meaning.
   * Observed at the service; the API reference does not have it.
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
   * Whether to prevent deletion and replacement of the domain, since someone else could take it once it is
   * free.
   */
  readonly releaseProtection: pulumi.Output<boolean>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
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
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. The
 * domain stays yours when its certificate cannot be issued.
 *
 * API reference, section "Reserved domain".
 */
export const ReservedDomain = dynamicClass<ResourceClass<ReservedDomain, ReservedDomainArgs>>(
  FACTS.ReservedDomain,
);

/** Inputs of ReservedDomain. */
export interface ReservedDomainArgs extends AdoptionArgs {
  /** Hostname to reserve; a wildcard such as `*.example.com` is allowed. A change replaces the object. */
  domain: pulumi.Input<string>;
  /**
   * Region of the domain. Traffic is handled globally, so it has no effect on most of it. If unset, the
   * service chooses a value. A change replaces the object.
   *
   * @deprecated Traffic is handled globally; the API reference deprecates the field.
   */
  region?: pulumi.Input<"au" | "eu" | "ap" | "us" | "jp" | "in" | "sa">;
  /**
   * What the domain is used for. Removing it empties it on the service. At most 255 characters. Default:
   * `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Points of presence that the domain's DNS records lead to; all when empty. The order has no meaning.
   * Observed at the service; the API reference does not have it. Default: `[]`.
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
   * Whether to prevent deletion and replacement of the domain, since someone else could take it once it is
   * free. Default: `false`.
   */
  releaseProtection?: pulumi.Input<boolean>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
