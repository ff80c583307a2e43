// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface SshHostCertificate extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  readonly sshCertificateAuthorityId: pulumi.Output<string>;
  /** Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. */
  readonly publicKey: pulumi.Output<string>;
  /** Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. Order is ignored. */
  readonly principals: pulumi.Output<string[]>;
  /** When the certificate becomes valid; by default the time of creation. */
  readonly validAfter: pulumi.Output<string>;
  /** When the certificate expires; by default one year later. OpenSSH calls it valid_before. */
  readonly validUntil: pulumi.Output<string>;
  /** What the certificate is used for. */
  readonly description: pulumi.Output<string>;
  /**
   * Hours before `validUntil` at which the next update replaces the certificate. Leave `validUntil` unset: a
   * fixed end would not move.
   */
  readonly renewBefore: pulumi.Output<number | undefined>;
  /** Type of the public key. */
  readonly keyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** The signed certificate in OpenSSH's authorized_keys format. */
  readonly certificate: pulumi.Output<string>;
}

/**
 * An SSH server's public key signed by an SSH certificate authority. Clients that trust the authority
 * recognize the server by it.
 *
 * API reference, section "SSH host certificate".
 */
export const SshHostCertificate =
  dynamicClass<ResourceClass<SshHostCertificate, SshHostCertificateArgs>>("SshHostCertificate");

/** Inputs of SshHostCertificate. */
export interface SshHostCertificateArgs extends AdoptionArgs, MetadataArgs {
  /** Id of the SshCertificateAuthority that signs the certificate. A change replaces the object. */
  sshCertificateAuthorityId: pulumi.Input<string>;
  /**
   * Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. A change replaces
   * the object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. Order is ignored.
   * Default: `[]`. A change replaces the object.
   */
  principals?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * When the certificate becomes valid; by default the time of creation. If unset, the service chooses a
   * value. A change replaces the object.
   */
  validAfter?: pulumi.Input<string>;
  /**
   * When the certificate expires; by default one year later. OpenSSH calls it valid_before. If unset, the
   * service chooses a value. A change replaces the object.
   */
  validUntil?: pulumi.Input<string>;
  /** What the certificate is used for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Hours before `validUntil` at which the next update replaces the certificate. Leave `validUntil` unset: a
   * fixed end would not move. At least 0.
   */
  renewBefore?: pulumi.Input<number>;
}
