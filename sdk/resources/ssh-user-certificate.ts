// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { type ClassFacts, EdgeResource } from "../edge-resource";

const FACTS: ClassFacts = {
  name: "SshUserCertificate",
  inputs: [
    "sshCertificateAuthorityId",
    "publicKey",
    "principals",
    "validAfter",
    "validUntil",
    "criticalOptions",
    "extensions",
    "description",
    "metadata",
    "renewBefore",
    "adoptId",
    "deleteOnDestroy",
  ],
  computed: ["uri", "createdAt", "keyType", "certificate", "adopted"],
  secrets: [],
  changesWith: {},
  maps: ["criticalOptions", "extensions"],
};

/**
 * A public key signed by an SSH certificate authority, with which a person or machine signs in to SSH
 * servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export class SshUserCertificate extends EdgeResource {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  declare readonly sshCertificateAuthorityId: pulumi.Output<string>;
  /** Public key to sign, in OpenSSH's authorized_keys format. Its comment is of no account. */
  declare readonly publicKey: pulumi.Output<string>;
  /** Usernames that the holder may sign in as. Empty or not given: any user. Order carries no meaning. */
  declare readonly principals: pulumi.Output<string[]>;
  /** When the certificate becomes valid; the time of creation when not given. */
  declare readonly validAfter: pulumi.Output<string>;
  /** When the certificate runs out; 24 hours later when not given. OpenSSH calls it valid_before. */
  declare readonly validUntil: pulumi.Output<string>;
  /** Restrictions that an SSH server must know or refuse: `force-command` and `source-address`. */
  declare readonly criticalOptions: pulumi.Output<Record<string, string>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; `permit-pty` and `permit-user-rc` when not
   * given, nothing when it is empty.
   */
  declare readonly extensions: pulumi.Output<Record<string, string>>;
  /** What the certificate is used for. Clearing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Arbitrary data of yours, kept beside the object; the service does not read it. Clearing it empties it on
   * the service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Hours before `validUntil` from which on the next update replaces the certificate by a new one. Leave
   * `validUntil` unset with it: a fixed end stays where it is.
   */
  declare readonly renewBefore: pulumi.Output<number | undefined>;
  /**
   * Id of an existing object to take over instead of creating one. When it differs from the program, one
   * minimal update makes it equal; a difference that only replacement could mend is an error.
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
  /** True once the object was taken over by `adoptId`; lasts when `adoptId` is dropped. */
  declare readonly adopted: pulumi.Output<boolean | null>;

  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: SshUserCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS, name, args, opts);
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

  /** Whether a value is a SshUserCertificate, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshUserCertificate {
    return EdgeResource.isOfType(FACTS.name, candidate);
  }
}

/** Inputs of SshUserCertificate. */
export interface SshUserCertificateArgs {
  /** Id of the SshCertificateAuthority that signs the certificate. A change replaces the object. */
  sshCertificateAuthorityId: pulumi.Input<string>;
  /**
   * Public key to sign, in OpenSSH's authorized_keys format. Its comment is of no account. A change replaces
   * the object.
   */
  publicKey: pulumi.Input<string>;
  /**
   * Usernames that the holder may sign in as. Empty or not given: any user. Order carries no meaning.
   * Default: `[]`. A change replaces the object.
   */
  principals?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * When the certificate becomes valid; the time of creation when not given. When unset, the service picks a
   * value. A change replaces the object.
   */
  validAfter?: pulumi.Input<string>;
  /**
   * When the certificate runs out; 24 hours later when not given. OpenSSH calls it valid_before. When unset,
   * the service picks a value. A change replaces the object.
   */
  validUntil?: pulumi.Input<string>;
  /**
   * Restrictions that an SSH server must know or refuse: `force-command` and `source-address`. Default:
   * `{}`. A change replaces the object.
   */
  criticalOptions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; `permit-pty` and `permit-user-rc` when not
   * given, nothing when it is empty. When unset, the service picks a value. A change replaces the object.
   */
  extensions?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * What the certificate is used for. Clearing it empties it on the service. At most 255 bytes of UTF-8.
   * Default: `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Arbitrary data of yours, kept beside the object; the service does not read it. Clearing it empties it on
   * the service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /**
   * Hours before `validUntil` from which on the next update replaces the certificate by a new one. Leave
   * `validUntil` unset with it: a fixed end stays where it is. At least 0.
   */
  renewBefore?: pulumi.Input<number>;
  /**
   * Id of an existing object to take over instead of creating one. When it differs from the program, one
   * minimal update makes it equal; a difference that only replacement could mend is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}
