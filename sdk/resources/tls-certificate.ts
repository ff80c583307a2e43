// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { EdgeResource } from "../edge-resource";
import { FACTS } from "./facts";
import type { SubjectAlternativeNames } from "./types";

/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. Another PEM makes a new
 * object: it is created first, the domains move over, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export class TlsCertificate extends EdgeResource {
  /** Chain of PEM-encoded certificates, leaf first. */
  declare readonly certificatePem: pulumi.Output<string>;
  /** PEM-encoded private key of the leaf, without a passphrase. The service never returns it. */
  declare readonly privateKeyPem: pulumi.Output<string | undefined>;
  /** What the certificate is used for. Removing it empties it on the service. */
  declare readonly description: pulumi.Output<string>;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  declare readonly metadata: pulumi.Output<string>;
  /**
   * Hours before `notAfter` from which every preview and update warns that the certificate expires. Only the
   * program can renew it, with a new PEM.
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
  /** Common name of the leaf's subject. */
  declare readonly subjectCommonName: pulumi.Output<string>;
  /** Subject alternative names of the leaf. */
  declare readonly subjectAlternativeNames: pulumi.Output<SubjectAlternativeNames>;
  /** When the certificate was issued automatically; null for an uploaded one. A time in RFC 3339 format. */
  declare readonly issuedAt: pulumi.Output<string | null>;
  /** Start of the leaf's validity. A time in RFC 3339 format. */
  declare readonly notBefore: pulumi.Output<string>;
  /** End of the leaf's validity. A time in RFC 3339 format. */
  declare readonly notAfter: pulumi.Output<string>;
  /** Key usages of the leaf. */
  declare readonly keyUsages: pulumi.Output<string[]>;
  /** Extended key usages of the leaf. */
  declare readonly extendedKeyUsages: pulumi.Output<string[]>;
  /** Type of the private key. */
  declare readonly privateKeyType: pulumi.Output<"rsa" | "ecdsa" | "ed25519">;
  /** Common name of the leaf's issuer. */
  declare readonly issuerCommonName: pulumi.Output<string>;
  /** Serial number of the leaf. */
  declare readonly serialNumber: pulumi.Output<string>;
  /** Organization of the leaf's subject. */
  declare readonly subjectOrganization: pulumi.Output<string>;
  /** Organizational unit of the leaf's subject. */
  declare readonly subjectOrganizationalUnit: pulumi.Output<string>;
  /** Locality of the leaf's subject. */
  declare readonly subjectLocality: pulumi.Output<string>;
  /** State or province of the leaf's subject. */
  declare readonly subjectProvince: pulumi.Output<string>;
  /** Country of the leaf's subject. */
  declare readonly subjectCountry: pulumi.Output<string>;
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
  constructor(name: string, args: TlsCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TlsCertificate, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TlsCertificate {
    return new TlsCertificate(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is of this class, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TlsCertificate {
    return EdgeResource.isOfType(FACTS.TlsCertificate.name, candidate);
  }
}

/** Inputs of TlsCertificate. */
export interface TlsCertificateArgs {
  /** Chain of PEM-encoded certificates, leaf first. A change replaces the object. */
  certificatePem: pulumi.Input<string>;
  /**
   * PEM-encoded private key of the leaf, without a passphrase. The service never returns it. A change
   * replaces the object.
   */
  privateKeyPem: pulumi.Input<string>;
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
   * Hours before `notAfter` from which every preview and update warns that the certificate expires. Only the
   * program can renew it, with a new PEM. At least 0.
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
