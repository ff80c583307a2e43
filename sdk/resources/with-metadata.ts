// Generated from provider/families by `npm run generate`; do not edit.
import { AgentIngress } from "./agent-ingress";
import { ApiKey } from "./api-key";
import { CertificateAuthority } from "./certificate-authority";
import { Credential } from "./credential";
import { Endpoint } from "./endpoint";
import { EventDestination } from "./event-destination";
import { EventSubscription } from "./event-subscription";
import { FailoverBackend } from "./failover-backend";
import { HttpResponseBackend } from "./http-response-backend";
import { HttpsEdge } from "./https-edge";
import { HttpsEdgeRoute } from "./https-edge-route";
import { IpPolicy } from "./ip-policy";
import { IpPolicyRule } from "./ip-policy-rule";
import { IpRestriction } from "./ip-restriction";
import { ReservedAddr } from "./reserved-addr";
import { ReservedDomain } from "./reserved-domain";
import { Secret } from "./secret";
import { SshCertificateAuthority } from "./ssh-certificate-authority";
import { SshCredential } from "./ssh-credential";
import { SshHostCertificate } from "./ssh-host-certificate";
import { SshUserCertificate } from "./ssh-user-certificate";
import { StaticBackend } from "./static-backend";
import { TcpEdge } from "./tcp-edge";
import { TlsCertificate } from "./tls-certificate";
import { TlsEdge } from "./tls-edge";
import { TunnelGroupBackend } from "./tunnel-group-backend";
import { Vault } from "./vault";
import { WeightedBackend } from "./weighted-backend";

/** Every class with metadata. */
export const WITH_METADATA = {
  AgentIngress,
  ApiKey,
  CertificateAuthority,
  Credential,
  Endpoint,
  EventDestination,
  EventSubscription,
  FailoverBackend,
  HttpResponseBackend,
  HttpsEdge,
  HttpsEdgeRoute,
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  ReservedAddr,
  ReservedDomain,
  Secret,
  SshCertificateAuthority,
  SshCredential,
  SshHostCertificate,
  SshUserCertificate,
  StaticBackend,
  TcpEdge,
  TlsCertificate,
  TlsEdge,
  TunnelGroupBackend,
  Vault,
  WeightedBackend,
} as const;
