// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getSshUserCertificate`. A public key signed by an SSH certificate authority. A person or
 * machine uses it to sign in to SSH servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export interface SshUserCertificateResult extends ObjectResult, MetadataResult {
  /** Id of the SshCertificateAuthority that signs the certificate. */
  sshCertificateAuthorityId: string;
  /** Public key to sign, in OpenSSH's authorized_keys format. The key's comment is ignored. */
  publicKey: string;
  /** Usernames that the holder may sign in as. Empty or unset: any user. Order is ignored. */
  principals: string[];
  /** When the certificate becomes valid; by default the time of creation. */
  validAfter: string;
  /** When the certificate expires; by default 24 hours later. OpenSSH calls it valid_before. */
  validUntil: string;
  /** Restrictions that an SSH server must enforce: `force-command` and `source-address`. */
  criticalOptions: Record<string, string>;
  /**
   * What the SSH server allows, such as `{ "permit-pty": "" }`; by default `permit-pty` and
   * `permit-user-rc`. An empty map allows nothing.
   */
  extensions: Record<string, string>;
  /** What the certificate is used for. */
  description: string;
  /** Type of the public key. */
  keyType: "rsa" | "ecdsa" | "ed25519";
  /** The signed certificate in OpenSSH's authorized_keys format. */
  certificate: string;
}

/** Arguments of `getSshUserCertificate`: `id`, or `description`, or `metadata`. */
export type GetSshUserCertificateArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getSshUserCertificate = get<GetSshUserCertificateArgs, SshUserCertificateResult>(
  "SshUserCertificate",
);
/** Reads one object as soon as the arguments are known. */
export const getSshUserCertificateOutput = getOutput<GetSshUserCertificateArgs, SshUserCertificateResult>(
  "SshUserCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listSshUserCertificates = list<SshUserCertificateResult>("SshUserCertificate");
/** Reads all objects, as an output. */
export const listSshUserCertificatesOutput = listOutput<SshUserCertificateResult>("SshUserCertificate");
/** Reads all objects page by page. */
export const eachSshUserCertificate = each<SshUserCertificateResult>("SshUserCertificate");
