// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A key pair, stored by the service, that signs SSH user and host
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

/** The keys of `getSshCertificateAuthority`: `id`, or `description`, or `metadata`. */
export type GetSshCertificateAuthorityArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the authority is used for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getSshCertificateAuthority: Get<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => get("SshCertificateAuthority", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshCertificateAuthorityOutput: GetOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => getOutput("SshCertificateAuthority", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshCertificateAuthorities: List<SshCertificateAuthorityResult, ListOptions> = (opts) =>
  list("SshCertificateAuthority", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshCertificateAuthoritiesOutput: ListOutput<
  SshCertificateAuthorityResult,
  ListOutputOptions
> = (opts) => listOutput("SshCertificateAuthority", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachSshCertificateAuthority: Each<SshCertificateAuthorityResult, ListOptions> = (opts) =>
  each("SshCertificateAuthority", {}, opts);
