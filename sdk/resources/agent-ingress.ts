// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type {
  Adoption,
  AdoptionArgs,
  AgentIngressCertificatePolicy,
  AgentIngressCertificatePolicyArgs,
  CertificateManagementStatus,
  ObjectInput,
  Stamps,
} from "./types";

export interface AgentIngress extends EdgeResource, Adoption, Stamps {
  /** The domain, of which the service makes one subdomain for each region. */
  readonly domain: pulumi.Output<string>;
  /** The service issues and renews the certificates of the domain. */
  readonly certificateManagementPolicy: pulumi.Output<AgentIngressCertificatePolicy | undefined>;
  /** What the ingress is for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /** Values of the NS records that delegate the domain to the service. */
  readonly nsTargets: pulumi.Output<string[]>;
  /** Domains of the regions, which may become more over time. */
  readonly regionDomains: pulumi.Output<string[]>;
  /** State of the automatic certificate; null without a policy. */
  readonly certificateManagementStatus: pulumi.Output<CertificateManagementStatus | null>;
}

/**
 * A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the
 * service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const AgentIngress = dynamicClass<ResourceClass<AgentIngress, AgentIngressArgs>>(FACTS.AgentIngress);

/** Inputs of AgentIngress. */
export interface AgentIngressArgs extends AdoptionArgs {
  /** The domain, of which the service makes one subdomain for each region. A change replaces the object. */
  domain: pulumi.Input<string>;
  /** The service issues and renews the certificates of the domain. */
  certificateManagementPolicy?: ObjectInput<AgentIngressCertificatePolicyArgs>;
  /**
   * What the ingress is for. Removing it empties it on the service. At most 255 bytes of UTF-8. Default:
   * `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
}
