// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getSshCertificateAuthority`. A key pair, stored by the service, that signs SSH user and host
 * certificates.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export interface SshCertificateAuthorityResult extends ObjectResult, MetadataResult {
  /** What the authority is used for. */
  description: string;
  /** Type of the private key. */
  privateKeyType: "rsa" | "ecdsa" | "ed25519";
  /** Public key of the authority in OpenSSH's authorized_keys format, for servers that trust it. */
  publicKey: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
}

/** Arguments of `getSshCertificateAuthority`: `id`, or `description`, or `metadata`. */
export type GetSshCertificateAuthorityArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getSshCertificateAuthority = get<GetSshCertificateAuthorityArgs, SshCertificateAuthorityResult>(
  "SshCertificateAuthority",
);
/** Reads one object as soon as the arguments are known. */
export const getSshCertificateAuthorityOutput = getOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
>("SshCertificateAuthority");
/** Reads all objects immediately, including during previews. */
export const listSshCertificateAuthorities = list<SshCertificateAuthorityResult, ListOptions>(
  "SshCertificateAuthority",
);
/** Reads all objects, as an output. */
export const listSshCertificateAuthoritiesOutput = listOutput<
  SshCertificateAuthorityResult,
  ListOutputOptions
>("SshCertificateAuthority");
/** Reads all objects page by page. */
export const eachSshCertificateAuthority = each<SshCertificateAuthorityResult, ListOptions>(
  "SshCertificateAuthority",
);
