// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * CA certificates against which the mutual TLS module of an edge validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export class CertificateAuthority extends EdgeResource {
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  declare readonly caPem: pulumi.Output<string>;
  /** What the certificate authority is used for. Removing it empties it on the service. */
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
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  declare readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  declare readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  declare readonly createdAt: pulumi.Output<string>;
  /** Common name of the subject. */
  declare readonly subjectCommonName: pulumi.Output<string>;
  /** Start of the validity. A time in RFC 3339 format. */
  declare readonly notBefore: pulumi.Output<string>;
  /** End of the validity. A time in RFC 3339 format. */
  declare readonly notAfter: pulumi.Output<string>;
  /** Key usages of the certificate. */
  declare readonly keyUsages: pulumi.Output<string[]>;
  /** Extended key usages of the certificate. */
  declare readonly extendedKeyUsages: pulumi.Output<string[]>;
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
  constructor(name: string, args: CertificateAuthorityArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.CertificateAuthority, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): CertificateAuthority {
    return new CertificateAuthority(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is CertificateAuthority {
    return EdgeResource.isOfType(FACTS.CertificateAuthority.name, candidate);
  }
}

/** Inputs of CertificateAuthority. */
export interface CertificateAuthorityArgs {
  /** PEM-encoded CA certificate. The service accepts one per authority. A change replaces the object. */
  caPem: pulumi.Input<string>;
  /**
   * What the certificate authority is used for. Removing it empties it on the service. At most 255 bytes of
   * UTF-8. Default: `""`.
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
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
