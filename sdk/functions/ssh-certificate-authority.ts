// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getSshCertificateAuthority`. A key pair, stored by the service, that signs SSH user and host
 * certificates.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface SshCertificateAuthorityResult extends ObjectResult {
  /** What the authority is used for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
  /** Type of the private key. */
  privateKeyType: "rsa" | "ecdsa" | "ed25519";
  /** Public key of the authority in OpenSSH's authorized_keys format, for servers that trust it. */
  publicKey: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
}

/** Arguments of `getSshCertificateAuthority`: `id`, or `description`, or `metadata`. */
export type GetSshCertificateAuthorityArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the authority is used for. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getSshCertificateAuthority: lookup.Get<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => lookup.get("SshCertificateAuthority", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSshCertificateAuthorityOutput: lookup.GetOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => lookup.getOutput("SshCertificateAuthority", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSshCertificateAuthorities: lookup.List<SshCertificateAuthorityResult, lookup.ListOptions> = (
  opts,
) => lookup.list("SshCertificateAuthority", {}, opts);
/** Reads all objects, as an output. */
export const listSshCertificateAuthoritiesOutput: lookup.ListOutput<
  SshCertificateAuthorityResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("SshCertificateAuthority", {}, opts);
/** Reads all objects page by page. */
export const eachSshCertificateAuthority: lookup.Each<SshCertificateAuthorityResult, lookup.ListOptions> = (
  opts,
) => lookup.each("SshCertificateAuthority", {}, opts);
