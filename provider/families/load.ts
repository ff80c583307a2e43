import type { CommandFamily } from "../family/command";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";

type Family = ResourceFamily | ModuleFamily | CommandFamily;
type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

/**
 * Where each class is defined. The provider process loads the families that a program uses and no other: building the
 * schemas of all of them takes longer than everything else that it does at its start.
 */
const definitions: ReadonlyMap<string, () => Promise<Family>> = new Map(
  Object.entries({
    ApiKey: async () => (await import("./api-key.js")).apiKey,
    BotUser: async () => (await import("./bot-user.js")).botUser,
    CertificateAuthority: async () => (await import("./certificate-authority.js")).certificateAuthority,
    Credential: async () => (await import("./credential.js")).credential,
    Endpoint: async () => (await import("./endpoint.js")).endpoint,
    FailoverBackend: async () => (await import("./failover-backend.js")).failoverBackend,
    HttpsEdge: async () => (await import("./https-edge.js")).httpsEdge,
    HttpsEdgeRoute: async () => (await import("./https-edge-route.js")).httpsEdgeRoute,
    HttpsEdgeRouteBackend: async () => (await import("./https-edge-route-backend.js")).httpsEdgeRouteBackend,
    IpPolicy: async () => (await import("./ip-policy.js")).ipPolicy,
    IpPolicyRule: async () => (await import("./ip-policy-rule.js")).ipPolicyRule,
    IpRestriction: async () => (await import("./ip-restriction.js")).ipRestriction,
    ReservedAddr: async () => (await import("./reserved-addr.js")).reservedAddr,
    ReservedDomain: async () => (await import("./reserved-domain.js")).reservedDomain,
    SshCertificateAuthority: async () =>
      (await import("./ssh-certificate-authority.js")).sshCertificateAuthority,
    SshCredential: async () => (await import("./ssh-credential.js")).sshCredential,
    SshHostCertificate: async () => (await import("./ssh-host-certificate.js")).sshHostCertificate,
    SshUserCertificate: async () => (await import("./ssh-user-certificate.js")).sshUserCertificate,
    TcpEdge: async () => (await import("./tcp-edge.js")).tcpEdge,
    TcpEdgeIpRestriction: async () => (await import("./tcp-edge-ip-restriction.js")).tcpEdgeIpRestriction,
    TlsCertificate: async () => (await import("./tls-certificate.js")).tlsCertificate,
    TlsEdge: async () => (await import("./tls-edge.js")).tlsEdge,
    TlsEdgeMutualTls: async () => (await import("./tls-edge-mutual-tls.js")).tlsEdgeMutualTls,
    TlsEdgeTlsTermination: async () => (await import("./tls-edge-tls-termination.js")).tlsEdgeTlsTermination,
    TunnelAgentCommand: async () => (await import("./tunnel-agent-command.js")).tunnelAgentCommand,
    TunnelGroupBackend: async () => (await import("./tunnel-group-backend.js")).tunnelGroupBackend,
    WeightedBackend: async () => (await import("./weighted-backend.js")).weightedBackend,
  }),
);

/** Names of all classes. */
export const classNames: readonly string[] = [...definitions.keys()];

/** Starts to load the family of a class; undefined for a class that this version does not have. */
export function loadFamily(className: string): Promise<Family> | undefined {
  return definitions.get(className)?.();
}

/** Starts to load the family that a get or list function reads. */
export async function loadReadable(name: string): Promise<ReadableFamily | undefined> {
  if (name === "TunnelSession") return (await import("./tunnel-session.js")).tunnelSession;
  const family = await loadFamily(name);
  return family?.kind === "command" ? undefined : family;
}
