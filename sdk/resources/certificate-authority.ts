// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

export interface CertificateAuthority extends EdgeResource {
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  readonly caPem: pulumi.Output<string>;
  /** What the certificate authority is used for. Removing it empties it on the service. */
  readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  readonly metadata: pulumi.Output<string>;
  /**
   * Id of an existing object to take over instead of creating one. If it differs from the program, one
   * minimal update makes it equal. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /** API URI of the object. */
  readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  readonly createdAt: pulumi.Output<string>;
  /** Common name of the subject. */
  readonly subjectCommonName: pulumi.Output<string>;
  /** Start of the validity. A time in RFC 3339 format. */
  readonly notBefore: pulumi.Output<string>;
  /** End of the validity. A time in RFC 3339 format. */
  readonly notAfter: pulumi.Output<string>;
  /** Key usages of the certificate. */
  readonly keyUsages: pulumi.Output<string[]>;
  /** Extended key usages of the certificate. */
  readonly extendedKeyUsages: pulumi.Output<string[]>;
  /**
   * Whether the object was taken over instead of created; stays true when the input that asked for it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/**
 * CA certificates against which the mutual TLS module of an edge validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export const CertificateAuthority = dynamicClass<
  ResourceClass<CertificateAuthority, CertificateAuthorityArgs>
>(FACTS.CertificateAuthority);

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
