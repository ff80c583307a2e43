// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  AgentIngressCertificatePolicy,
  AgentIngressCertificatePolicyArgs,
  CertificateManagementStatus,
  Metadata,
  MetadataArgs,
  ObjectInput,
  Stamps,
} from "./types";

export interface AgentIngress extends EdgeResource, Adoption, Stamps, Metadata {
  /** The domain. The service creates a subdomain of it for each region. */
  readonly domain: pulumi.Output<string>;
  /** The service issues and renews the certificates of the domain. */
  readonly certificateManagementPolicy: pulumi.Output<AgentIngressCertificatePolicy | undefined>;
  /** What the ingress is for. */
  readonly description: pulumi.Output<string>;
  /**
   * Whether to adopt an existing object with the same `domain` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Values of the NS records that delegate the domain to the service. */
  readonly nsTargets: pulumi.Output<string[]>;
  /** Regional domains. The service may add more over time. */
  readonly regionDomains: pulumi.Output<string[]>;
  /** State of the automatic certificate; null without a policy. */
  readonly certificateManagementStatus: pulumi.Output<CertificateManagementStatus | null>;
}

/**
 * A custom domain that agents connect to, such as `connect.example.com`. Delegate it to the service with NS
 * records that point to `nsTargets`.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const AgentIngress = dynamicClass<ResourceClass<AgentIngress, AgentIngressArgs>>("AgentIngress");

/** Inputs of AgentIngress. */
export interface AgentIngressArgs extends AdoptionArgs, MetadataArgs {
  /** The domain. The service creates a subdomain of it for each region. A change replaces the object. */
  domain: pulumi.Input<string>;
  /** The service issues and renews the certificates of the domain. */
  certificateManagementPolicy?: ObjectInput<AgentIngressCertificatePolicyArgs>;
  /** What the ingress is for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Whether to adopt an existing object with the same `domain` instead of creating one. Works like
   * `adoptId`, which excludes it. Has no effect once the resource has an object.
   */
  adopt?: pulumi.Input<"ifExists">;
}
