// Generated from the files of this folder by `npm run generate`; do not edit.
import * as agentIngress from "./agent-ingress";
import * as apiKey from "./api-key";
import * as botUser from "./bot-user";
import * as certificateAuthority from "./certificate-authority";
import * as credential from "./credential";
import * as endpoint from "./endpoint";
import * as eventDestination from "./event-destination";
import * as eventSubscription from "./event-subscription";
import * as failoverBackend from "./failover-backend";
import * as httpResponseBackend from "./http-response-backend";
import * as httpsEdge from "./https-edge";
import * as httpsEdgeRoute from "./https-edge-route";
import * as httpsEdgeRouteBackend from "./https-edge-route-backend";
import * as ipPolicy from "./ip-policy";
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

/** Every class that can be created, read and deleted. */
export const CLASSES = [
  "AgentIngress",
  "ApiKey",
  "BotUser",
  "CertificateAuthority",
  "Credential",
  "Endpoint",
  "EventDestination",
  "EventSubscription",
  "FailoverBackend",
  "HttpResponseBackend",
  "HttpsEdge",
  "HttpsEdgeRoute",
  "HttpsEdgeRouteBackend",
  "IpPolicy",
  "IpPolicyRule",
  "IpRestriction",
  "ReservedAddr",
  "ReservedDomain",
  "Secret",
  "ServiceUser",
  "SshCertificateAuthority",
  "SshCredential",
  "SshHostCertificate",
  "SshUserCertificate",
  "StaticBackend",
  "TcpEdge",
  "TcpEdgeIpRestriction",
  "TlsCertificate",
  "TlsEdge",
  "TlsEdgeMutualTls",
  "TlsEdgeTlsTermination",
  "TunnelGroupBackend",
  "Vault",
  "WeightedBackend",
] as const;

export type ClassName = (typeof CLASSES)[number];

export const samples: Readonly<Record<ClassName, Sample>> = {
  AgentIngress: agentIngress.sample,
  ApiKey: apiKey.sample,
  BotUser: botUser.sample,
  CertificateAuthority: certificateAuthority.sample,
  Credential: credential.sample,
  Endpoint: endpoint.sample,
  EventDestination: eventDestination.sample,
  EventSubscription: eventSubscription.sample,
  FailoverBackend: failoverBackend.sample,
  HttpResponseBackend: httpResponseBackend.sample,
  HttpsEdge: httpsEdge.sample,
  HttpsEdgeRoute: httpsEdgeRoute.sample,
  HttpsEdgeRouteBackend: httpsEdgeRouteBackend.sample,
  IpPolicy: ipPolicy.sample,
  IpPolicyRule: ipPolicyRule.sample,
  IpRestriction: ipRestriction.sample,
  ReservedAddr: reservedAddr.sample,
  ReservedDomain: reservedDomain.sample,
  Secret: secret.sample,
  ServiceUser: serviceUser.sample,
  SshCertificateAuthority: sshCertificateAuthority.sample,
  SshCredential: sshCredential.sample,
  SshHostCertificate: sshHostCertificate.sample,
  SshUserCertificate: sshUserCertificate.sample,
  StaticBackend: staticBackend.sample,
  TcpEdge: tcpEdge.sample,
  TcpEdgeIpRestriction: tcpEdgeIpRestriction.sample,
  TlsCertificate: tlsCertificate.sample,
  TlsEdge: tlsEdge.sample,
  TlsEdgeMutualTls: tlsEdgeMutualTls.sample,
  TlsEdgeTlsTermination: tlsEdgeTlsTermination.sample,
  TunnelGroupBackend: tunnelGroupBackend.sample,
  Vault: vault.sample,
  WeightedBackend: weightedBackend.sample,
};

/** Edits of the families' examples, by the folder of the example. */
export const exampleEdits: Readonly<Record<string, ExampleEdit>> = {
  "agent-ingress": agentIngress.exampleEdit,
  "api-key": apiKey.exampleEdit,
  "bot-user": botUser.exampleEdit,
  "certificate-authority": certificateAuthority.exampleEdit,
  credential: credential.exampleEdit,
  endpoint: endpoint.exampleEdit,
  "event-destination": eventDestination.exampleEdit,
  "event-subscription": eventSubscription.exampleEdit,
  "failover-backend": failoverBackend.exampleEdit,
  "http-response-backend": httpResponseBackend.exampleEdit,
  "https-edge": httpsEdge.exampleEdit,
  "https-edge-route": httpsEdgeRoute.exampleEdit,
  "https-edge-route-backend": httpsEdgeRouteBackend.exampleEdit,
  "ip-policy": ipPolicy.exampleEdit,
  "ip-policy-rule": ipPolicyRule.exampleEdit,
  "ip-restriction": ipRestriction.exampleEdit,
  "reserved-addr": reservedAddr.exampleEdit,
  "reserved-domain": reservedDomain.exampleEdit,
  secret: secret.exampleEdit,
  "service-user": serviceUser.exampleEdit,
  "ssh-certificate-authority": sshCertificateAuthority.exampleEdit,
  "ssh-credential": sshCredential.exampleEdit,
  "ssh-host-certificate": sshHostCertificate.exampleEdit,
  "ssh-user-certificate": sshUserCertificate.exampleEdit,
  "static-backend": staticBackend.exampleEdit,
  "tcp-edge": tcpEdge.exampleEdit,
  "tcp-edge-ip-restriction": tcpEdgeIpRestriction.exampleEdit,
  "tls-certificate": tlsCertificate.exampleEdit,
  "tls-edge": tlsEdge.exampleEdit,
  "tls-edge-mutual-tls": tlsEdgeMutualTls.exampleEdit,
  "tls-edge-tls-termination": tlsEdgeTlsTermination.exampleEdit,
  "tunnel-group-backend": tunnelGroupBackend.exampleEdit,
  vault: vault.exampleEdit,
  "weighted-backend": weightedBackend.exampleEdit,
};
