// Generated from the files of this folder by `npm run generate`; do not edit.
import agentIngressRows from "../reference/agent-ingress.json";
import apiKeyRows from "../reference/api-key.json";
import applicationSessionRows from "../reference/application-session.json";
import applicationUserRows from "../reference/application-user.json";
import botUserRows from "../reference/bot-user.json";
import certificateAuthorityRows from "../reference/certificate-authority.json";
import credentialRows from "../reference/credential.json";
import endpointRows from "../reference/endpoint.json";
import eventDestinationRows from "../reference/event-destination.json";
import eventSubscriptionRows from "../reference/event-subscription.json";
import failoverBackendRows from "../reference/failover-backend.json";
import httpResponseBackendRows from "../reference/http-response-backend.json";
import httpsEdgeRows from "../reference/https-edge.json";
import httpsEdgeRouteRows from "../reference/https-edge-route.json";
import ipPolicyRows from "../reference/ip-policy.json";
import ipPolicyRuleRows from "../reference/ip-policy-rule.json";
import ipRestrictionRows from "../reference/ip-restriction.json";
import kubernetesOperatorRows from "../reference/kubernetes-operator.json";
import reservedAddrRows from "../reference/reserved-addr.json";
import reservedDomainRows from "../reference/reserved-domain.json";
import secretRows from "../reference/secret.json";
import serviceUserRows from "../reference/service-user.json";
import sshCertificateAuthorityRows from "../reference/ssh-certificate-authority.json";
import sshCredentialRows from "../reference/ssh-credential.json";
import sshHostCertificateRows from "../reference/ssh-host-certificate.json";
import sshUserCertificateRows from "../reference/ssh-user-certificate.json";
import staticBackendRows from "../reference/static-backend.json";
import tcpEdgeRows from "../reference/tcp-edge.json";
import tlsCertificateRows from "../reference/tls-certificate.json";
import tlsEdgeRows from "../reference/tls-edge.json";
import tunnelRows from "../reference/tunnel.json";
import tunnelGroupBackendRows from "../reference/tunnel-group-backend.json";
import tunnelSessionRows from "../reference/tunnel-session.json";
import vaultRows from "../reference/vault.json";
import weightedBackendRows from "../reference/weighted-backend.json";
import { agentIngress } from "./agent-ingress";
import { apiKey } from "./api-key";
import { applicationSession } from "./application-session";
import { applicationUser } from "./application-user";
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
import { kubernetesOperator } from "./kubernetes-operator";
import { reservedAddr } from "./reserved-addr";
import { reservedDomain } from "./reserved-domain";
import { secret } from "./secret";
import type { Source } from "./source";
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

/** The tables of every family that the emulator serves, and its behaviour where tables do not say all. */
export const sources: readonly Source[] = [
  { stem: "agent-ingress", rows: agentIngressRows, behaviour: agentIngress },
  { stem: "api-key", rows: apiKeyRows, behaviour: apiKey },
  { stem: "application-session", rows: applicationSessionRows, behaviour: applicationSession },
  { stem: "application-user", rows: applicationUserRows, behaviour: applicationUser },
  { stem: "bot-user", rows: botUserRows },
  { stem: "certificate-authority", rows: certificateAuthorityRows, behaviour: certificateAuthority },
  { stem: "credential", rows: credentialRows, behaviour: credential },
  { stem: "endpoint", rows: endpointRows, behaviour: endpoint },
  { stem: "event-destination", rows: eventDestinationRows, behaviour: eventDestination },
  { stem: "event-subscription", rows: eventSubscriptionRows, behaviour: eventSubscription },
  { stem: "failover-backend", rows: failoverBackendRows, behaviour: failoverBackend },
  { stem: "http-response-backend", rows: httpResponseBackendRows, behaviour: httpResponseBackend },
  { stem: "https-edge", rows: httpsEdgeRows, behaviour: httpsEdge },
  { stem: "https-edge-route", rows: httpsEdgeRouteRows, behaviour: httpsEdgeRoute },
  { stem: "ip-policy", rows: ipPolicyRows, behaviour: ipPolicy },
  { stem: "ip-policy-rule", rows: ipPolicyRuleRows, behaviour: ipPolicyRule },
  { stem: "ip-restriction", rows: ipRestrictionRows },
  { stem: "kubernetes-operator", rows: kubernetesOperatorRows, behaviour: kubernetesOperator },
  { stem: "reserved-addr", rows: reservedAddrRows, behaviour: reservedAddr },
  { stem: "reserved-domain", rows: reservedDomainRows, behaviour: reservedDomain },
  { stem: "secret", rows: secretRows, behaviour: secret },
  { stem: "service-user", rows: serviceUserRows },
  {
    stem: "ssh-certificate-authority",
    rows: sshCertificateAuthorityRows,
    behaviour: sshCertificateAuthority,
  },
  { stem: "ssh-credential", rows: sshCredentialRows, behaviour: sshCredential },
  { stem: "ssh-host-certificate", rows: sshHostCertificateRows, behaviour: sshHostCertificate },
  { stem: "ssh-user-certificate", rows: sshUserCertificateRows, behaviour: sshUserCertificate },
  { stem: "static-backend", rows: staticBackendRows, behaviour: staticBackend },
  { stem: "tcp-edge", rows: tcpEdgeRows, behaviour: tcpEdge },
  { stem: "tls-certificate", rows: tlsCertificateRows, behaviour: tlsCertificate },
  { stem: "tls-edge", rows: tlsEdgeRows, behaviour: tlsEdge },
  { stem: "tunnel", rows: tunnelRows, behaviour: tunnel },
  { stem: "tunnel-group-backend", rows: tunnelGroupBackendRows, behaviour: tunnelGroupBackend },
  { stem: "tunnel-session", rows: tunnelSessionRows, behaviour: tunnelSession },
  { stem: "vault", rows: vaultRows, behaviour: vault },
  { stem: "weighted-backend", rows: weightedBackendRows, behaviour: weightedBackend },
];
