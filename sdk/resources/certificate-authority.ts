// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface CertificateAuthority extends EdgeResource, Adoption, Stamps, Metadata {
  /** PEM-encoded CA certificate. The service accepts one per authority. */
  readonly caPem: pulumi.Output<string>;
  /** What the certificate authority is used for. */
  readonly description: pulumi.Output<string>;
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
}

/**
 * CA certificates that an edge's mutual TLS module uses to verify client certificates.
 *
 * API reference, section "Certificate authority".
 */
export const CertificateAuthority =
  dynamicClass<ResourceClass<CertificateAuthority, CertificateAuthorityArgs>>("CertificateAuthority");

/** Inputs of CertificateAuthority. */
export interface CertificateAuthorityArgs extends AdoptionArgs, MetadataArgs {
  /** PEM-encoded CA certificate. The service accepts one per authority. A change replaces the object. */
  caPem: pulumi.Input<string>;
  /** What the certificate authority is used for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
}
