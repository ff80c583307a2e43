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
 * What the service says of one object. A public key signed by an SSH certificate authority, with which a
 * person or machine signs in to SSH servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export interface SshUserCertificateResult {
  /** Id of the object. */
  id: string;
  /** Id of the SshCertificateAuthority that signs the certificate. */
  sshCertificateAuthorityId: string;
  /** Public key to sign, in OpenSSH's authorized_keys format. Its comment has no meaning. */
  publicKey: string;
  /** Usernames that the holder may sign in as. Empty or unset: any user. The order has no meaning. */
  principals: string[];
  /** When the certificate becomes valid; by default the time of creation. */
  validAfter: string;
  /** When the certificate expires; by default 24 hours later. OpenSSH calls it valid_before. */
  validUntil: string;
  /** Restrictions that an SSH server must know or refuse: `force-command` and `source-address`. */
  criticalOptions: Record<string, string>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`; nothing when it is empty.
   */
  extensions: Record<string, string>;
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

/** By what `getSshUserCertificate` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetSshUserCertificateArgs =
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
 * or use `getSshUserCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshUserCertificate(
  args: GetSshUserCertificateArgs,
  opts?: LookupOptions,
): Promise<SshUserCertificateResult> {
  return get<SshUserCertificateResult>("SshUserCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshUserCertificateOutput(
  args: InputsOf<GetSshUserCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshUserCertificateResult> {
  return getOutput<SshUserCertificateResult>("SshUserCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachSshUserCertificate`.
 */
export function listSshUserCertificates(opts?: LookupOptions): Promise<SshUserCertificateResult[]> {
  return list<SshUserCertificateResult>("SshUserCertificate", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshUserCertificatesOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<SshUserCertificateResult[]> {
  return listOutput<SshUserCertificateResult>("SshUserCertificate", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachSshUserCertificate(opts?: LookupOptions): AsyncGenerator<SshUserCertificateResult, void> {
  return each<SshUserCertificateResult>("SshUserCertificate", {}, opts);
}
