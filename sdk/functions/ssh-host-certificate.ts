// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getSshHostCertificate`. An SSH server's public key signed by an SSH certificate authority.
 * Clients that trust the authority recognize the server by it.
 *
 * API reference, section "SSH host certificate".
 */
export interface SshHostCertificateResult extends ObjectResult, MetadataResult {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  sshCertificateAuthorityId: string;
  /** Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. */
  publicKey: string;
  /** Hostnames and IP addresses that the certificate may serve. Empty or unset: all hosts. Order is ignored. */
  principals: string[];
  /** When the certificate becomes valid; by default the time of creation. */
  validAfter: string;
  /** When the certificate expires; by default one year later. OpenSSH calls it valid_before. */
  validUntil: string;
  /** What the certificate is used for. */
  description: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
  /** The signed certificate in OpenSSH's authorized_keys format. */
  certificate: string;
}

/** Arguments of `getSshHostCertificate`: `id`, or `description`, or `metadata`. */
export type GetSshHostCertificateArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getSshHostCertificate = get<GetSshHostCertificateArgs, SshHostCertificateResult>(
  "SshHostCertificate",
);
/** Reads one object as soon as the arguments are known. */
export const getSshHostCertificateOutput = getOutput<GetSshHostCertificateArgs, SshHostCertificateResult>(
  "SshHostCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listSshHostCertificates = list<SshHostCertificateResult>("SshHostCertificate");
/** Reads all objects, as an output. */
export const listSshHostCertificatesOutput = listOutput<SshHostCertificateResult>("SshHostCertificate");
/** Reads all objects page by page. */
export const eachSshHostCertificate = each<SshHostCertificateResult>("SshHostCertificate");
