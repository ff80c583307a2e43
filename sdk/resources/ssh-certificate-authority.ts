// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ClassWithOptionalArgs } from "../classes";
import { dynamicClass, type EdgeResource } from "../edge-resource";
import type { Adoption, AdoptionArgs, Metadata, MetadataArgs, Stamps } from "./types";

export interface SshCertificateAuthority extends EdgeResource, Adoption, Stamps, Metadata {
  /** What the authority is used for. */
  readonly description: pulumi.Output<string>;
  /** Type of the private key. */
  readonly privateKeyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** Elliptic curve of an ECDSA key: `nistp256`, `nistp384`, or `nistp521`; `p256` is short for `nistp256`. */
  readonly ellipticCurve: pulumi.Output<string | undefined>;
  /** Size of an RSA key in bits: 2048 or 4096. */
  readonly keySize: pulumi.Output<number | undefined>;
  /** Public key of the authority in OpenSSH's authorized_keys format, for servers that trust it. */
  readonly publicKey: pulumi.Output<string>;
  /** Type of the public key. */
  readonly keyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
}

/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const SshCertificateAuthority =
  dynamicClass<ClassWithOptionalArgs<SshCertificateAuthority, SshCertificateAuthorityArgs>>(
    "SshCertificateAuthority",
  );

/** Inputs of SshCertificateAuthority. */
export interface SshCertificateAuthorityArgs extends AdoptionArgs, MetadataArgs {
  /** What the authority is used for. At most 255 bytes of UTF-8. Default: `""`. */
  description?: pulumi.Input<string>;
  /** Type of the private key. If unset, the service chooses a value. A change replaces the object. */
  privateKeyType?: pulumi.Input<"rsa" | "ecdsa" | "ed25519">;
  /**
   * Elliptic curve of an ECDSA key: `nistp256`, `nistp384`, or `nistp521`; `p256` is short for `nistp256`.
   * If unset, the service chooses a value. A change replaces the object.
   */
  ellipticCurve?: pulumi.Input<string>;
  /**
   * Size of an RSA key in bits: 2048 or 4096. From 2048 to 4096. If unset, the service chooses a value. A
   * change replaces the object.
   */
  keySize?: pulumi.Input<number>;
}
