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
import type { Source } from "../schema/family";
import { agentIngress } from "./agent-ingress";
import { applicationSession, applicationUser } from "./applications";
import {
  failoverBackend,
  httpResponseBackend,
  staticBackend,
  tunnelGroupBackend,
  weightedBackend,
} from "./backends";
import { certificateAuthority, tlsCertificate } from "./certificates";
import { apiKey, credential, sshCredential } from "./credentials";
import { httpsEdge, tcpEdge, tlsEdge } from "./edges";
import { endpoint } from "./endpoint";
import { eventDestination, eventSubscription } from "./events";
import { httpsEdgeRoute } from "./https-edge-route";
import { ipPolicy, ipPolicyRule } from "./ip-policies";
import { kubernetesOperator } from "./kubernetes-operator";
import { reservedAddr } from "./reserved-addr";
import { reservedDomain } from "./reserved-domain";
import { sshCertificateAuthority, sshHostCertificate, sshUserCertificate } from "./ssh";
import { tunnel, tunnelSession } from "./tunnels";
import { secret, vault } from "./vaults";

/** The tables of every family that the emulator serves, and its behavior beyond the tables. */
export const sources: readonly Source[] = [
  { stem: "agent-ingress", rows: agentIngressRows, behavior: agentIngress },
  { stem: "api-key", rows: apiKeyRows, behavior: apiKey },
  { stem: "application-session", rows: applicationSessionRows, behavior: applicationSession },
  { stem: "application-user", rows: applicationUserRows, behavior: applicationUser },
  { stem: "bot-user", rows: botUserRows },
  { stem: "certificate-authority", rows: certificateAuthorityRows, behavior: certificateAuthority },
  { stem: "credential", rows: credentialRows, behavior: credential },
  { stem: "endpoint", rows: endpointRows, behavior: endpoint },
  { stem: "event-destination", rows: eventDestinationRows, behavior: eventDestination },
  { stem: "event-subscription", rows: eventSubscriptionRows, behavior: eventSubscription },
  { stem: "failover-backend", rows: failoverBackendRows, behavior: failoverBackend },
  { stem: "http-response-backend", rows: httpResponseBackendRows, behavior: httpResponseBackend },
  { stem: "https-edge", rows: httpsEdgeRows, behavior: httpsEdge },
  { stem: "https-edge-route", rows: httpsEdgeRouteRows, behavior: httpsEdgeRoute },
  { stem: "ip-policy", rows: ipPolicyRows, behavior: ipPolicy },
  { stem: "ip-policy-rule", rows: ipPolicyRuleRows, behavior: ipPolicyRule },
  { stem: "ip-restriction", rows: ipRestrictionRows },
  { stem: "kubernetes-operator", rows: kubernetesOperatorRows, behavior: kubernetesOperator },
  { stem: "reserved-addr", rows: reservedAddrRows, behavior: reservedAddr },
  { stem: "reserved-domain", rows: reservedDomainRows, behavior: reservedDomain },
  { stem: "secret", rows: secretRows, behavior: secret },
  { stem: "service-user", rows: serviceUserRows },
  { stem: "ssh-certificate-authority", rows: sshCertificateAuthorityRows, behavior: sshCertificateAuthority },
  { stem: "ssh-credential", rows: sshCredentialRows, behavior: sshCredential },
  { stem: "ssh-host-certificate", rows: sshHostCertificateRows, behavior: sshHostCertificate },
  { stem: "ssh-user-certificate", rows: sshUserCertificateRows, behavior: sshUserCertificate },
  { stem: "static-backend", rows: staticBackendRows, behavior: staticBackend },
  { stem: "tcp-edge", rows: tcpEdgeRows, behavior: tcpEdge },
  { stem: "tls-certificate", rows: tlsCertificateRows, behavior: tlsCertificate },
  { stem: "tls-edge", rows: tlsEdgeRows, behavior: tlsEdge },
  { stem: "tunnel", rows: tunnelRows, behavior: tunnel },
  { stem: "tunnel-group-backend", rows: tunnelGroupBackendRows, behavior: tunnelGroupBackend },
  { stem: "tunnel-session", rows: tunnelSessionRows, behavior: tunnelSession },
  { stem: "vault", rows: vaultRows, behavior: vault },
  { stem: "weighted-backend", rows: weightedBackendRows, behavior: weightedBackend },
];
