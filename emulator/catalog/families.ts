// Generated from the files of this folder by `npm run generate`; do not edit.
import type { Family } from "../schema/family";
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
import { ipPolicy } from "./ip-policy";
import { ipPolicyRule } from "./ip-policy-rule";
import { ipRestriction } from "./ip-restriction";
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
import { tlsCertificate } from "./tls-certificate";
import { tlsEdge } from "./tls-edge";
import { tunnel } from "./tunnel";
import { tunnelGroupBackend } from "./tunnel-group-backend";
import { tunnelSession } from "./tunnel-session";
import { vault } from "./vault";
import { weightedBackend } from "./weighted-backend";

/** Every family that the emulator serves. */
export const families: readonly Family[] = [
  agentIngress,
  apiKey,
  applicationSession,
  applicationUser,
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
  tunnel,
  tunnelGroupBackend,
  tunnelSession,
  vault,
  weightedBackend,
];
