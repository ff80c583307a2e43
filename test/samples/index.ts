// Generated from the files of this folder by `npm run generate`; do not edit.
import * as agentIngress from "./agent-ingress";
import * as apiKey from "./api-key";
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
import * as reservedAddr from "./reserved-addr";
import * as reservedDomain from "./reserved-domain";
import type { ExampleEdit, Sample } from "./sample";
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

export type { Change, ExampleEdit, Inputs, Sample, SampleContext } from "./sample";

const files = {
  AgentIngress: { folder: "agent-ingress", ...agentIngress },
  ApiKey: { folder: "api-key", ...apiKey },
  BotUser: { folder: "bot-user", ...botUser },
  CertificateAuthority: { folder: "certificate-authority", ...certificateAuthority },
  Credential: { folder: "credential", ...credential },
  Endpoint: { folder: "endpoint", ...endpoint },
  EventDestination: { folder: "event-destination", ...eventDestination },
  EventSubscription: { folder: "event-subscription", ...eventSubscription },
  FailoverBackend: { folder: "failover-backend", ...failoverBackend },
  HttpResponseBackend: { folder: "http-response-backend", ...httpResponseBackend },
  HttpsEdge: { folder: "https-edge", ...httpsEdge },
  HttpsEdgeRoute: { folder: "https-edge-route", ...httpsEdgeRoute },
  HttpsEdgeRouteBackend: { folder: "https-edge-route-backend", ...httpsEdgeRouteBackend },
  IpPolicy: { folder: "ip-policy", ...derived("IpPolicy") },
  IpPolicyRule: { folder: "ip-policy-rule", ...ipPolicyRule },
  IpRestriction: { folder: "ip-restriction", ...ipRestriction },
  ReservedAddr: { folder: "reserved-addr", ...reservedAddr },
  ReservedDomain: { folder: "reserved-domain", ...reservedDomain },
  Secret: { folder: "secret", ...secret },
  ServiceUser: { folder: "service-user", ...serviceUser },
  SshCertificateAuthority: { folder: "ssh-certificate-authority", ...sshCertificateAuthority },
  SshCredential: { folder: "ssh-credential", ...sshCredential },
  SshHostCertificate: { folder: "ssh-host-certificate", ...sshHostCertificate },
  SshUserCertificate: { folder: "ssh-user-certificate", ...sshUserCertificate },
  StaticBackend: { folder: "static-backend", ...staticBackend },
  TcpEdge: { folder: "tcp-edge", ...tcpEdge },
  TcpEdgeIpRestriction: { folder: "tcp-edge-ip-restriction", ...tcpEdgeIpRestriction },
  TlsCertificate: { folder: "tls-certificate", ...tlsCertificate },
  TlsEdge: { folder: "tls-edge", ...tlsEdge },
  TlsEdgeMutualTls: { folder: "tls-edge-mutual-tls", ...tlsEdgeMutualTls },
  TlsEdgeTlsTermination: { folder: "tls-edge-tls-termination", ...tlsEdgeTlsTermination },
  TunnelGroupBackend: { folder: "tunnel-group-backend", ...tunnelGroupBackend },
  Vault: { folder: "vault", ...vault },
  WeightedBackend: { folder: "weighted-backend", ...weightedBackend },
};

export type ClassName = keyof typeof files;

/** Every class that can be created, read and deleted. */
export const CLASSES = Object.keys(files) as readonly ClassName[];

export const samples: Readonly<Record<ClassName, Sample>> = Object.fromEntries(
  Object.entries(files).map(([name, { sample }]) => [name, sample]),
) as Record<ClassName, Sample>;

/** Edits of the families' examples, by the folder of the example. */
export const exampleEdits: Readonly<Record<string, ExampleEdit>> = Object.fromEntries(
  Object.values(files).map(({ folder, exampleEdit }) => [folder, exampleEdit]),
);
