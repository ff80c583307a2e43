// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A key pair, stored by the service, that signs SSH user and host
 * certificates.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export interface SshCertificateAuthorityResult {
  /** Id of the object. */
  id: string;
  /** What the authority is used for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** Type of the private key. */
  privateKeyType: "rsa" | "ecdsa" | "ed25519";
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** Public key of the authority in OpenSSH's authorized_keys format, for servers to trust. */
  publicKey: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
}

/** By what `getSshCertificateAuthority` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetSshCertificateAuthorityArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the authority is used for. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSshCertificateAuthorityOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshCertificateAuthority(
  args: GetSshCertificateAuthorityArgs,
  opts?: LookupOptions,
): Promise<SshCertificateAuthorityResult> {
  return get<SshCertificateAuthorityResult>("SshCertificateAuthority", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshCertificateAuthorityOutput(
  args: InputsOf<GetSshCertificateAuthorityArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshCertificateAuthorityResult> {
  return getOutput<SshCertificateAuthorityResult>("SshCertificateAuthority", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachSshCertificateAuthority`.
 */
export function listSshCertificateAuthorities(opts?: ListOptions): Promise<SshCertificateAuthorityResult[]> {
  return list<SshCertificateAuthorityResult>("SshCertificateAuthority", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshCertificateAuthoritiesOutput(
  opts?: ListOutputOptions,
): pulumi.Output<SshCertificateAuthorityResult[]> {
  return listOutput<SshCertificateAuthorityResult>("SshCertificateAuthority", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachSshCertificateAuthority(
  opts?: ListOptions,
): AsyncGenerator<SshCertificateAuthorityResult, void> {
  return each<SshCertificateAuthorityResult>("SshCertificateAuthority", {}, opts);
}
