// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";

/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export class SshCertificateAuthority extends EdgeResource {
  /** What the authority is used for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /** Type of the private key. */
  declare readonly privateKeyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** Elliptic curve of an ECDSA key: `nistp256`, `nistp384` or `nistp521`, `p256` for short. */
  declare readonly ellipticCurve: pulumi.Output<string | undefined>;
  /** Size of an RSA key in bits. */
  declare readonly keySize: pulumi.Output<number | undefined>;
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
  /** Public key of the authority in OpenSSH's authorized_keys format, for servers to trust. */
  declare readonly publicKey: pulumi.Output<string>;
  /** Type of the public key. */
  declare readonly keyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
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
  constructor(name: string, args?: SshCertificateAuthorityArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshCertificateAuthority, name, args, opts);
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
  ): SshCertificateAuthority {
    return new SshCertificateAuthority(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshCertificateAuthority {
    return EdgeResource.isOfType(FACTS.SshCertificateAuthority.name, candidate);
  }
}

/** Inputs of SshCertificateAuthority. */
export interface SshCertificateAuthorityArgs {
  /**
   * What the authority is used for. Removing it empties it on the service. At most 255 bytes of UTF-8.
   * Default: `""`.
   */
  description?: pulumi.Input<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service. At most 4096 bytes of UTF-8. Default: `""`.
   */
  metadata?: pulumi.Input<string>;
  /** Type of the private key. If unset, the service chooses a value. A change replaces the object. */
  privateKeyType?: pulumi.Input<"rsa" | "ecdsa" | "ed25519">;
  /**
   * Elliptic curve of an ECDSA key: `nistp256`, `nistp384` or `nistp521`, `p256` for short. If unset, the
   * service chooses a value. A change replaces the object.
   */
  ellipticCurve?: pulumi.Input<string>;
  /**
   * Size of an RSA key in bits. At least 2048. If unset, the service chooses a value. A change replaces the
   * object.
   */
  keySize?: pulumi.Input<number>;
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
