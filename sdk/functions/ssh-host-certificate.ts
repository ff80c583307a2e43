// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. The public key of an SSH server signed by an SSH certificate
 * authority, by which clients that trust the authority recognise the server.
 *
 * API reference, section "SSH host certificate".
 */
export interface SshHostCertificateResult {
  /** Id of the object. */
  id: string;
  /** Id of the SshCertificateAuthority that signs the certificate. */
  sshCertificateAuthorityId: string;
  /** Public key to sign, in OpenSSH's authorized_keys format. Its comment has no meaning. */
  publicKey: string;
  /**
   * Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. The order has no
   * meaning.
   */
  principals: string[];
  /** When the certificate becomes valid; by default the time of creation. */
  validAfter: string;
  /** When the certificate expires; by default one year later. OpenSSH calls it valid_before. */
  validUntil: string;
  /** What the certificate is used for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
  /** The signed certificate in OpenSSH's authorized_keys format. */
  certificate: string;
}

/** By what `getSshHostCertificate` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetSshHostCertificateArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the certificate is used for. Removing it empties it on the service. */
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
 * or use `getSshHostCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshHostCertificate(
  args: GetSshHostCertificateArgs,
  opts?: LookupOptions,
): Promise<SshHostCertificateResult> {
  return get<SshHostCertificateResult>("SshHostCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshHostCertificateOutput(
  args: InputsOf<GetSshHostCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshHostCertificateResult> {
  return getOutput<SshHostCertificateResult>("SshHostCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachSshHostCertificate`.
 */
export function listSshHostCertificates(opts?: LookupOptions): Promise<SshHostCertificateResult[]> {
  return list<SshHostCertificateResult>("SshHostCertificate", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshHostCertificatesOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<SshHostCertificateResult[]> {
  return listOutput<SshHostCertificateResult>("SshHostCertificate", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachSshHostCertificate(opts?: LookupOptions): AsyncGenerator<SshHostCertificateResult, void> {
  return each<SshHostCertificateResult>("SshHostCertificate", {}, opts);
}
