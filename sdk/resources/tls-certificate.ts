// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type {
  Adoption,
  AdoptionArgs,
  Metadata,
  MetadataArgs,
  Stamps,
  SubjectAlternativeNames,
} from "./types";

export interface TlsCertificate extends EdgeResource, Adoption, Stamps, Metadata {
  /** Chain of PEM-encoded certificates, leaf first. */
  readonly certificatePem: pulumi.Output<string>;
  /** PEM-encoded private key of the leaf, without a passphrase. The service never returns it. */
  readonly privateKeyPem: pulumi.Output<string | undefined>;
  /** What the certificate is used for. */
  readonly description: pulumi.Output<string>;
  /**
   * Hours before `notAfter` at which previews and updates start to warn about the expiry. To renew the
   * certificate, change the PEM in the program.
   */
  readonly renewBefore: pulumi.Output<number | undefined>;
  /** Common name of the leaf's subject. */
  readonly subjectCommonName: pulumi.Output<string>;
  /** Subject alternative names of the leaf. */
  readonly subjectAlternativeNames: pulumi.Output<SubjectAlternativeNames>;
  /** When the certificate was issued automatically; null for an uploaded one. A time in RFC 3339 format. */
  readonly issuedAt: pulumi.Output<string | null>;
  /** Start of the leaf's validity. A time in RFC 3339 format. */
  readonly notBefore: pulumi.Output<string>;
  /** End of the leaf's validity. A time in RFC 3339 format. */
  readonly notAfter: pulumi.Output<string>;
  /** Key usages of the leaf. */
  readonly keyUsages: pulumi.Output<string[]>;
  /** Extended key usages of the leaf. */
  readonly extendedKeyUsages: pulumi.Output<string[]>;
  /** Type of the private key. */
  readonly privateKeyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** Common name of the leaf's issuer. */
  readonly issuerCommonName: pulumi.Output<string>;
  /** Serial number of the leaf. */
  readonly serialNumber: pulumi.Output<string>;
  /** Organization of the leaf's subject. */
  readonly subjectOrganization: pulumi.Output<string>;
  /** Organizational unit of the leaf's subject. */
  readonly subjectOrganizationalUnit: pulumi.Output<string>;
  /** Locality of the leaf's subject. */
  readonly subjectLocality: pulumi.Output<string>;
  /** State or province of the leaf's subject. */
  readonly subjectProvince: pulumi.Output<string>;
  /** Country of the leaf's subject. */
  readonly subjectCountry: pulumi.Output<string>;
}

/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. A different PEM replaces the
 * object: the new one is created, the domains switch to it, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export const TlsCertificate =
  dynamicClass<ResourceClass<TlsCertificate, TlsCertificateArgs>>("TlsCertificate");

/** Inputs of TlsCertificate. */
export interface TlsCertificateArgs extends AdoptionArgs, MetadataArgs {
  /** Chain of PEM-encoded certificates, leaf first. A change replaces the object. */
  certificatePem: pulumi.Input<string>;
  /**
   * PEM-encoded private key of the leaf, without a passphrase. The service never returns it. A change
   * replaces the object.
   */
  privateKeyPem: pulumi.Input<string>;
  /** What the certificate is used for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Hours before `notAfter` at which previews and updates start to warn about the expiry. To renew the
   * certificate, change the PEM in the program. At least 0.
   */
  renewBefore?: pulumi.Input<number>;
}
