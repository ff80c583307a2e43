// Generated from the files of this folder by `npm run generate`; do not edit.
/** Loads the family of each class. */
export const definitions = {
  AgentIngress: async () => (await import("./agent-ingress.js")).agentIngress,
  ApiKey: async () => (await import("./api-key.js")).apiKey,
  BotUser: async () => (await import("./bot-user.js")).botUser,
  CertificateAuthority: async () => (await import("./certificate-authority.js")).certificateAuthority,
  Credential: async () => (await import("./credential.js")).credential,
  Endpoint: async () => (await import("./endpoint.js")).endpoint,
  EventDestination: async () => (await import("./event-destination.js")).eventDestination,
  EventSubscription: async () => (await import("./event-subscription.js")).eventSubscription,
  FailoverBackend: async () => (await import("./failover-backend.js")).failoverBackend,
  HttpResponseBackend: async () => (await import("./http-response-backend.js")).httpResponseBackend,
  HttpsEdge: async () => (await import("./https-edge.js")).httpsEdge,
  HttpsEdgeRoute: async () => (await import("./https-edge-route.js")).httpsEdgeRoute,
  HttpsEdgeRouteBackend: async () => (await import("./https-edge-route-backend.js")).httpsEdgeRouteBackend,
  IpPolicy: async () => (await import("./ip-policy.js")).ipPolicy,
  IpPolicyRule: async () => (await import("./ip-policy-rule.js")).ipPolicyRule,
  IpRestriction: async () => (await import("./ip-restriction.js")).ipRestriction,
  ReservedAddr: async () => (await import("./reserved-addr.js")).reservedAddr,
  ReservedDomain: async () => (await import("./reserved-domain.js")).reservedDomain,
  Secret: async () => (await import("./secret.js")).secret,
  ServiceUser: async () => (await import("./service-user.js")).serviceUser,
  SshCertificateAuthority: async () =>
    (await import("./ssh-certificate-authority.js")).sshCertificateAuthority,
  SshCredential: async () => (await import("./ssh-credential.js")).sshCredential,
  SshHostCertificate: async () => (await import("./ssh-host-certificate.js")).sshHostCertificate,
  SshUserCertificate: async () => (await import("./ssh-user-certificate.js")).sshUserCertificate,
  StaticBackend: async () => (await import("./static-backend.js")).staticBackend,
  TcpEdge: async () => (await import("./tcp-edge.js")).tcpEdge,
  TcpEdgeIpRestriction: async () => (await import("./tcp-edge-ip-restriction.js")).tcpEdgeIpRestriction,
  TlsCertificate: async () => (await import("./tls-certificate.js")).tlsCertificate,
  TlsEdge: async () => (await import("./tls-edge.js")).tlsEdge,
  TlsEdgeMutualTls: async () => (await import("./tls-edge-mutual-tls.js")).tlsEdgeMutualTls,
  TlsEdgeTlsTermination: async () => (await import("./tls-edge-tls-termination.js")).tlsEdgeTlsTermination,
  TunnelAgentCommand: async () => (await import("./tunnel-agent-command.js")).tunnelAgentCommand,
  TunnelGroupBackend: async () => (await import("./tunnel-group-backend.js")).tunnelGroupBackend,
  Vault: async () => (await import("./vault.js")).vault,
  WeightedBackend: async () => (await import("./weighted-backend.js")).weightedBackend,
};

/** Loads each family that has functions and no class. */
export const readOnly = {
  ApplicationSession: async () => (await import("./application-session.js")).applicationSession,
  ApplicationUser: async () => (await import("./application-user.js")).applicationUser,
  KubernetesOperator: async () => (await import("./kubernetes-operator.js")).kubernetesOperator,
  Tunnel: async () => (await import("./tunnel.js")).tunnel,
  TunnelSession: async () => (await import("./tunnel-session.js")).tunnelSession,
};
