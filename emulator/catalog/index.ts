import type { Family } from "../schema/family";
import { apiKey } from "./api-key";
import { botUser } from "./bot-user";
import { certificateAuthority } from "./certificate-authority";
import { credential } from "./credential";
import { endpoint } from "./endpoint";
import { failoverBackend } from "./failover-backend";
import { httpsEdge } from "./https-edge";
import { httpsEdgeRoute } from "./https-edge-route";
import { ipPolicy } from "./ip-policy";
import { ipPolicyRule } from "./ip-policy-rule";
import { ipRestriction } from "./ip-restriction";
import { reservedAddr } from "./reserved-addr";
import { reservedDomain } from "./reserved-domain";
import { sshCertificateAuthority } from "./ssh-certificate-authority";
import { sshCredential } from "./ssh-credential";
import { sshHostCertificate } from "./ssh-host-certificate";
import { sshUserCertificate } from "./ssh-user-certificate";
import { tcpEdge } from "./tcp-edge";
import { tlsCertificate } from "./tls-certificate";
import { tlsEdge } from "./tls-edge";
import { tunnelGroupBackend } from "./tunnel-group-backend";
import { tunnelSession } from "./tunnel-session";
import { weightedBackend } from "./weighted-backend";

/** Every family the emulator serves. */
export const families: readonly Family[] = [
  apiKey,
  botUser,
  ipPolicy,
  ipPolicyRule,
  ipRestriction,
  reservedDomain,
  reservedAddr,
  sshUserCertificate,
  sshHostCertificate,
  sshCertificateAuthority,
  weightedBackend,
  failoverBackend,
  tunnelGroupBackend,
  tlsCertificate,
  certificateAuthority,
  endpoint,
  tlsEdge,
  tcpEdge,
  httpsEdge,
  httpsEdgeRoute,
  credential,
  sshCredential,
  tunnelSession,
];

/** The family of a collection path, with `{edge_id}` or with a parent's id in its place. */
export function familyOf(
  collection: string,
): { readonly family: Family; readonly path: Readonly<Record<string, string>> } | undefined {
  for (const family of families) {
    const pattern = family.collection.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(collection);
    if (match) return { family, path: { ...match.groups } };
  }
  return undefined;
}
