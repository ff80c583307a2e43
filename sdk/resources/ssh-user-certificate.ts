// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * A public key signed by an SSH certificate authority, with which a person or machine signs in to SSH
 * servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export class SshUserCertificate extends EdgeResource {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  declare readonly sshCertificateAuthorityId: pulumi.Output<string>;
  /** Public key to sign, in OpenSSH's authorized_keys format. Its comment has no meaning. */
  declare readonly publicKey: pulumi.Output<string>;
  /** Usernames that the holder may sign in as. Empty or unset: any user. The order has no meaning. */
  declare readonly principals: pulumi.Output<string[]>;
  /** When the certificate becomes valid; by default the time of creation. */
  declare readonly validAfter: pulumi.Output<string>;
  /** When the certificate expires; by default 24 hours later. OpenSSH calls it valid_before. */
  declare readonly validUntil: pulumi.Output<string>;
  /** Restrictions that an SSH server must know or refuse: `force-command` and `source-address`. */
  declare readonly criticalOptions: pulumi.Output<Record<string, string>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`; nothing when it is empty.
   */
  declare readonly extensions: pulumi.Output<Record<string, string>>;
  /** What the certificate is used for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Hours before `validUntil` from which the next update replaces the certificate with a new one. Leave
   * `validUntil` unset: a fixed end does not move.
   */
  declare readonly renewBefore: pulumi.Output<number | undefined>;
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
  /** Type of the public key. */
  declare readonly keyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** The signed certificate in OpenSSH's authorized_keys format. */
  declare readonly certificate: pulumi.Output<string>;
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
  constructor(name: string, args: SshUserCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshUserCertificate, name, args, opts);
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
  ): SshUserCertificate {
    return new SshUserCertificate(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshUserCertificate {
    return EdgeResource.isOfType(FACTS.SshUserCertificate.name, candidate);
  }
}

/** Inputs of SshUserCertificate. */
export interface SshUserCertificateArgs {
  /** Id of the SshCertificateAuthority that signs the certificate. A change replaces the object. */
  sshCertificateAuthorityId: pulumi.Input<string>;
  /**
   * Public key to sign, in OpenSSH's authorized_keys format. Its comment has no meaning. A change replaces
   * the object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * Usernames that the holder may sign in as. Empty or unset: any user. The order has no meaning. Default:
   * `[]`. A change replaces the object.
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
   * Restrictions that an SSH server must know or refuse: `force-command` and `source-address`. Default:
   * `{}`. A change replaces the object.
   */
  criticalOptions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`; nothing when it is empty. If unset, the service chooses a value. A change replaces the
   * object.
   */
  extensions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * What the certificate is used for. Removing it empties it on the service. At most 255 bytes of UTF-8.
   * Default: `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Hours before `validUntil` from which the next update replaces the certificate with a new one. Leave
   * `validUntil` unset: a fixed end does not move. At least 0.
   */
  renewBefore?: pulumi.Input<number>;
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
