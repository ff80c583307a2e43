// Generated from the files of this folder by `npm run generate`; do not edit.
import * as agentIngress from "./agent-ingress";
import * as botUser from "./bot-user";
import * as certificateAuthority from "./certificate-authority";
import * as credential from "./credential";
import { derived } from "./derived";
import * as endpoint from "./endpoint";
import * as eventDestination from "./event-destination";
import * as eventSubscription from "./event-subscription";
import * as failoverBackend from "./failover-backend";
import * as httpResponseBackend from "./http-response-backend";
import * as httpsEdge from "./https-edge";
import * as httpsEdgeRoute from "./https-edge-route";
import * as httpsEdgeRouteBackend from "./https-edge-route-backend";
import * as ipPolicyRule from "./ip-policy-rule";
import * as ipRestriction from "./ip-restriction";
import * as reservedDomain from "./reserved-domain";
import type { Sample } from "./sample";
import * as secret from "./secret";
import * as serviceUser from "./service-user";
import * as sshCertificateAuthority from "./ssh-certificate-authority";
import * as sshCredential from "./ssh-credential";
import * as sshHostCertificate from "./ssh-host-certificate";
import * as sshUserCertificate from "./ssh-user-certificate";
import * as staticBackend from "./static-backend";
import * as tcpEdge from "./tcp-edge";
import * as tcpEdgeIpRestriction from "./tcp-edge-ip-restriction";
import * as tlsCertificate from "./tls-certificate";
import * as tlsEdge from "./tls-edge";
import * as tlsEdgeMutualTls from "./tls-edge-mutual-tls";
import * as tlsEdgeTlsTermination from "./tls-edge-tls-termination";
import * as tunnelGroupBackend from "./tunnel-group-backend";
import * as vault from "./vault";
import * as weightedBackend from "./weighted-backend";

export type { Change, Inputs, Sample, SampleContext } from "./sample";

const files = {
  AgentIngress: agentIngress,
  ApiKey: derived("ApiKey"),
  BotUser: botUser,
  CertificateAuthority: certificateAuthority,
  Credential: credential,
  Endpoint: endpoint,
  EventDestination: eventDestination,
  EventSubscription: eventSubscription,
  FailoverBackend: failoverBackend,
  HttpResponseBackend: httpResponseBackend,
  HttpsEdge: httpsEdge,
  HttpsEdgeRoute: httpsEdgeRoute,
  HttpsEdgeRouteBackend: httpsEdgeRouteBackend,
  IpPolicy: derived("IpPolicy"),
  IpPolicyRule: ipPolicyRule,
  IpRestriction: ipRestriction,
  ReservedAddr: derived("ReservedAddr"),
  ReservedDomain: reservedDomain,
  Secret: secret,
  ServiceUser: serviceUser,
  SshCertificateAuthority: sshCertificateAuthority,
  SshCredential: sshCredential,
  SshHostCertificate: sshHostCertificate,
  SshUserCertificate: sshUserCertificate,
  StaticBackend: staticBackend,
  TcpEdge: tcpEdge,
  TcpEdgeIpRestriction: tcpEdgeIpRestriction,
  TlsCertificate: tlsCertificate,
  TlsEdge: tlsEdge,
  TlsEdgeMutualTls: tlsEdgeMutualTls,
  TlsEdgeTlsTermination: tlsEdgeTlsTermination,
  TunnelGroupBackend: tunnelGroupBackend,
  Vault: vault,
  WeightedBackend: weightedBackend,
};

export type ClassName = keyof typeof files;

/** Every class that can be created, read and deleted. */
export const CLASSES = Object.keys(files) as readonly ClassName[];

export const samples: Readonly<Record<ClassName, Sample>> = Object.fromEntries(
  Object.entries(files).map(([name, { sample }]) => [name, sample]),
) as Record<ClassName, Sample>;
