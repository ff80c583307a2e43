// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ResourceClass } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface SshUserCertificate extends EdgeResource, Adoption, Stamps, Metadata {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  readonly sshCertificateAuthorityId: pulumi.Output<string>;
  /** Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. */
  readonly publicKey: pulumi.Output<string>;
  /** Usernames that the holder may sign in as. Empty or unset: any user. Order is ignored. */
  readonly principals: pulumi.Output<string[]>;
  /** When the certificate becomes valid; by default the time of creation. */
  readonly validAfter: pulumi.Output<string>;
  /** When the certificate expires; by default 24 hours later. OpenSSH calls it valid_before. */
  readonly validUntil: pulumi.Output<string>;
  /** Restrictions that an SSH server must enforce: `force-command` and `source-address`. */
  readonly criticalOptions: pulumi.Output<Record<string, string>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`. An empty map allows nothing.
   */
  readonly extensions: pulumi.Output<Record<string, string>>;
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
 * A public key signed by an SSH certificate authority. A person or machine uses it to sign in to SSH servers
 * that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export const SshUserCertificate =
  dynamicClass<ResourceClass<SshUserCertificate, SshUserCertificateArgs>>("SshUserCertificate");

/** Inputs of SshUserCertificate. */
export interface SshUserCertificateArgs extends AdoptionArgs, MetadataArgs {
  /** Id of the SshCertificateAuthority that signs the certificate. A change replaces the object. */
  sshCertificateAuthorityId: pulumi.Input<string>;
  /**
   * Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. A change replaces
   * the object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * Usernames that the holder may sign in as. Empty or unset: any user. Order is ignored. Default: `[]`. A
   * change replaces the object.
   */
  principals?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * When the certificate becomes valid; by default the time of creation. If unset, the service chooses a
   * value. A change replaces the object.
   */
  validAfter?: pulumi.Input<string>;
  /**
   * When the certificate expires; by default 24 hours later. OpenSSH calls it valid_before. If unset, the
   * service chooses a value. A change replaces the object.
   */
  validUntil?: pulumi.Input<string>;
  /**
   * Restrictions that an SSH server must enforce: `force-command` and `source-address`. Default: `{}`. A
   * change replaces the object.
   */
  criticalOptions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`. An empty map allows nothing. If unset, the service chooses a value. A change replaces
   * the object.
   */
  extensions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** What the certificate is used for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /**
   * Hours before `validUntil` at which the next update replaces the certificate. Leave `validUntil` unset: a
   * fixed end would not move. At least 0.
   */
  renewBefore?: pulumi.Input<number>;
}
