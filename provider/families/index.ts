// Generated from the files of this folder by `npm run generate`; do not edit.
import type { CommandFamily } from "../family/command";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";
import { agentIngress } from "./agent-ingress";
import { apiKey } from "./api-key";
import { applicationSession } from "./application-session";
import { applicationUser } from "./application-user";
import { botUser } from "./bot-user";
import { certificateAuthority } from "./certificate-authority";
import { credential } from "./credential";
import { endpoint } from "./endpoint";
import { eventDestination } from "./event-destination";
import { eventSubscription } from "./event-subscription";
import { failoverBackend } from "./failover-backend";
import { httpResponseBackend } from "./http-response-backend";
import { httpsEdge } from "./https-edge";
import { httpsEdgeRoute } from "./https-edge-route";
import { httpsEdgeRouteBackend } from "./https-edge-route-backend";
import { ipPolicy } from "./ip-policy";
import { ipPolicyRule } from "./ip-policy-rule";
import { ipRestriction } from "./ip-restriction";
import { kubernetesOperator } from "./kubernetes-operator";
import { reservedAddr } from "./reserved-addr";
import { reservedDomain } from "./reserved-domain";
import { secret } from "./secret";
import { serviceUser } from "./service-user";
import { sshCertificateAuthority } from "./ssh-certificate-authority";
import { sshCredential } from "./ssh-credential";
import { sshHostCertificate } from "./ssh-host-certificate";
import { sshUserCertificate } from "./ssh-user-certificate";
import { staticBackend } from "./static-backend";
import { tcpEdge } from "./tcp-edge";
import { tcpEdgeIpRestriction } from "./tcp-edge-ip-restriction";
import { tlsCertificate } from "./tls-certificate";
import { tlsEdge } from "./tls-edge";
import { tlsEdgeMutualTls } from "./tls-edge-mutual-tls";
import { tlsEdgeTlsTermination } from "./tls-edge-tls-termination";
import { tunnel } from "./tunnel";
import { tunnelAgentCommand } from "./tunnel-agent-command";
import { tunnelGroupBackend } from "./tunnel-group-backend";
import { tunnelSession } from "./tunnel-session";
import { vault } from "./vault";
import { weightedBackend } from "./weighted-backend";

/** Families with a class that programs declare. */
export const resources: readonly ResourceFamily[] = [
  agentIngress,
  apiKey,
  botUser,
  certificateAuthority,
  credential,
  endpoint,
  eventDestination,
  eventSubscription,
  failoverBackend,
  httpResponseBackend,
  httpsEdge,
  httpsEdgeRoute,
  ipPolicy,
  ipPolicyRule,
  ipRestriction,
  reservedAddr,
  reservedDomain,
  secret,
  serviceUser,
  sshCertificateAuthority,
  sshCredential,
  sshHostCertificate,
  sshUserCertificate,
  staticBackend,
  tcpEdge,
  tlsCertificate,
  tlsEdge,
  tunnelGroupBackend,
  vault,
  weightedBackend,
];

/** Single modules of an edge or route that is managed elsewhere. */
export const modules: readonly ModuleFamily[] = [
  httpsEdgeRouteBackend,
  tcpEdgeIpRestriction,
  tlsEdgeMutualTls,
  tlsEdgeTlsTermination,
];

/** Collections that can only be read. */
export const lookups: readonly LookupFamily[] = [
  applicationSession,
  applicationUser,
  kubernetesOperator,
  tunnel,
  tunnelSession,
];

/** Families that run an action and manage no object. */
export const commands: readonly CommandFamily[] = [tunnelAgentCommand];

/** Every family with a class. */
export const managed: readonly (ResourceFamily | ModuleFamily | CommandFamily)[] = [
  ...resources,
  ...modules,
  ...commands,
];
