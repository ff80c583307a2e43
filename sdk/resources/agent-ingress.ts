// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type {
  AgentIngressCertificatePolicy,
  AgentIngressCertificatePolicyArgs,
  CertificateManagementStatus,
  ObjectInput,
} from "./types";

/**
 * A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the
 * service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class AgentIngress extends EdgeResource {
  /** The domain, of which the service makes one subdomain for each region. */
  declare readonly domain: pulumi.Output<string>;
  /** The service issues and renews the certificates of the domain. */
  declare readonly certificateManagementPolicy: pulumi.Output<AgentIngressCertificatePolicy | undefined>;
  /** What the ingress is for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  declare readonly adopt: pulumi.Output<"ifExists" | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Values of the NS records that delegate the domain to the service. */
  declare readonly nsTargets: pulumi.Output<string[]>;
  /** Domains of the regions, which may become more over time. */
  declare readonly regionDomains: pulumi.Output<string[]>;
  /** State of the automatic certificate; null without a policy. */
  declare readonly certificateManagementStatus: pulumi.Output<CertificateManagementStatus | null>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  declare readonly adopted: pulumi.Output<boolean | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: AgentIngressArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.AgentIngress, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AgentIngress {
    return new AgentIngress(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is AgentIngress {
    return EdgeResource.isOfType(FACTS.AgentIngress.name, candidate);
  }
}

/** Inputs of AgentIngress. */
export interface AgentIngressArgs {
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
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether to take over the object that has the same `domain`, if there is one, instead of creating it.
   * Everything else is as with `adoptId`, which excludes it. Once the resource has its object, the input
   * changes nothing.
   */
  adopt?: pulumi.Input<"ifExists">;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
