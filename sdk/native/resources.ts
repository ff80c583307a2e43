// Generated from provider/families by `npm run generate`; do not edit.

import type { CommandClass, FreeClass, ResourceClass } from "../classes";
import type * as AgentIngressModule from "../resources/agent-ingress";
import type * as ApiKeyModule from "../resources/api-key";
import type * as BotUserModule from "../resources/bot-user";
import type * as CertificateAuthorityModule from "../resources/certificate-authority";
import type * as CredentialModule from "../resources/credential";
import type * as EndpointModule from "../resources/endpoint";
import type * as EventDestinationModule from "../resources/event-destination";
import type * as EventSubscriptionModule from "../resources/event-subscription";
import { FACTS } from "../resources/facts";
import type * as FailoverBackendModule from "../resources/failover-backend";
import type * as HttpResponseBackendModule from "../resources/http-response-backend";
import type * as HttpsEdgeModule from "../resources/https-edge";
import type * as HttpsEdgeRouteModule from "../resources/https-edge-route";
import type * as HttpsEdgeRouteBackendModule from "../resources/https-edge-route-backend";
import type * as IpPolicyModule from "../resources/ip-policy";
import type * as IpPolicyRuleModule from "../resources/ip-policy-rule";
import type * as IpRestrictionModule from "../resources/ip-restriction";
import type * as ReservedAddrModule from "../resources/reserved-addr";
import type * as ReservedDomainModule from "../resources/reserved-domain";
import type * as SecretModule from "../resources/secret";
import type * as ServiceUserModule from "../resources/service-user";
import type * as SshCertificateAuthorityModule from "../resources/ssh-certificate-authority";
import type * as SshCredentialModule from "../resources/ssh-credential";
import type * as SshHostCertificateModule from "../resources/ssh-host-certificate";
import type * as SshUserCertificateModule from "../resources/ssh-user-certificate";
import type * as StaticBackendModule from "../resources/static-backend";
import type * as TcpEdgeModule from "../resources/tcp-edge";
import type * as TcpEdgeIpRestrictionModule from "../resources/tcp-edge-ip-restriction";
import type * as TlsCertificateModule from "../resources/tls-certificate";
import type * as TlsEdgeModule from "../resources/tls-edge";
import type * as TlsEdgeMutualTlsModule from "../resources/tls-edge-mutual-tls";
import type * as TlsEdgeTlsTerminationModule from "../resources/tls-edge-tls-termination";
import type * as TunnelAgentCommandModule from "../resources/tunnel-agent-command";
import type * as TunnelGroupBackendModule from "../resources/tunnel-group-backend";
import type * as VaultModule from "../resources/vault";
import type * as WeightedBackendModule from "../resources/weighted-backend";
import { type NativeFace, nativeClass } from "./native-resource";

/** Inputs of AgentIngress. */
export type AgentIngressArgs = AgentIngressModule.AgentIngressArgs;
export interface AgentIngress extends NativeFace<AgentIngressModule.AgentIngress> {}
/**
 * A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the
 * service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const AgentIngress = nativeClass<ResourceClass<AgentIngress, AgentIngressArgs>>(FACTS.AgentIngress);

/** Inputs of ApiKey. */
export type ApiKeyArgs = ApiKeyModule.ApiKeyArgs;
export interface ApiKey extends NativeFace<ApiKeyModule.ApiKey> {}
/**
 * A key of the management API. Its token is in the response to its creation only; the state keeps it as a
 * secret. Deleting the key whose token the provider itself uses is refused.
 *
 * API reference, section "API key".
 */
export const ApiKey = nativeClass<FreeClass<ApiKey, ApiKeyArgs>>(FACTS.ApiKey);

/** Inputs of BotUser. */
export type BotUserArgs = BotUserModule.BotUserArgs;
export interface BotUser extends NativeFace<BotUserModule.BotUser> {}
/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users: use ServiceUser there. Keep this class for services without
 * service users.
 */
export const BotUser = nativeClass<ResourceClass<BotUser, BotUserArgs>>(FACTS.BotUser);

/** Inputs of CertificateAuthority. */
export type CertificateAuthorityArgs = CertificateAuthorityModule.CertificateAuthorityArgs;
export interface CertificateAuthority extends NativeFace<CertificateAuthorityModule.CertificateAuthority> {}
/**
 * CA certificates against which the mutual TLS module of an edge validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export const CertificateAuthority = nativeClass<
  ResourceClass<CertificateAuthority, CertificateAuthorityArgs>
>(FACTS.CertificateAuthority);

/** Inputs of Credential. */
export type CredentialArgs = CredentialModule.CredentialArgs;
export interface Credential extends NativeFace<CredentialModule.Credential> {}
/**
 * A token with which agents start tunnel sessions. The token is in the response to its creation only; the
 * state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const Credential = nativeClass<FreeClass<Credential, CredentialArgs>>(FACTS.Credential);

/** Inputs of Endpoint. */
export type EndpointArgs = EndpointModule.EndpointArgs;
export interface Endpoint extends NativeFace<EndpointModule.Endpoint> {}
/**
 * A cloud endpoint: a URL whose traffic policy the service applies, without an agent. Endpoints of other
 * types, which agents and edges make, can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export const Endpoint = nativeClass<ResourceClass<Endpoint, EndpointArgs>>(FACTS.Endpoint);

/** Inputs of EventDestination. */
export type EventDestinationArgs = EventDestinationModule.EventDestinationArgs;
export interface EventDestination extends NativeFace<EventDestinationModule.EventDestination> {}
/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventDestination = nativeClass<ResourceClass<EventDestination, EventDestinationArgs>>(
  FACTS.EventDestination,
);

/** Inputs of EventSubscription. */
export type EventSubscriptionArgs = EventSubscriptionModule.EventSubscriptionArgs;
export interface EventSubscription extends NativeFace<EventSubscriptionModule.EventSubscription> {}
/**
 * Sends events of some types to EventDestinations, such as each change of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventSubscription = nativeClass<FreeClass<EventSubscription, EventSubscriptionArgs>>(
  FACTS.EventSubscription,
);

/** Inputs of FailoverBackend. */
export type FailoverBackendArgs = FailoverBackendModule.FailoverBackendArgs;
export interface FailoverBackend extends NativeFace<FailoverBackendModule.FailoverBackend> {}
/**
 * A backend that sends traffic to the first of its child backends that is available.
 *
 * API reference, section "Failover backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const FailoverBackend = nativeClass<FreeClass<FailoverBackend, FailoverBackendArgs>>(
  FACTS.FailoverBackend,
);

/** Inputs of HttpResponseBackend. */
export type HttpResponseBackendArgs = HttpResponseBackendModule.HttpResponseBackendArgs;
export interface HttpResponseBackend extends NativeFace<HttpResponseBackendModule.HttpResponseBackend> {}
/**
 * A backend that answers each request with a fixed response, such as a page for maintenance.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpResponseBackend = nativeClass<FreeClass<HttpResponseBackend, HttpResponseBackendArgs>>(
  FACTS.HttpResponseBackend,
);

/** Inputs of HttpsEdge. */
export type HttpsEdgeArgs = HttpsEdgeModule.HttpsEdgeArgs;
export interface HttpsEdge extends NativeFace<HttpsEdgeModule.HttpsEdge> {}
/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdge = nativeClass<FreeClass<HttpsEdge, HttpsEdgeArgs>>(FACTS.HttpsEdge);

/** Inputs of HttpsEdgeRoute. */
export type HttpsEdgeRouteArgs = HttpsEdgeRouteModule.HttpsEdgeRouteArgs;
export interface HttpsEdgeRoute extends NativeFace<HttpsEdgeRouteModule.HttpsEdgeRoute> {}
/**
 * Handles the requests of an HTTPS edge that match a path. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "HTTPS edge route".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdgeRoute = nativeClass<ResourceClass<HttpsEdgeRoute, HttpsEdgeRouteArgs>>(
  FACTS.HttpsEdgeRoute,
);

/** Inputs of IpPolicy. */
export type IpPolicyArgs = IpPolicyModule.IpPolicyArgs;
export interface IpPolicy extends NativeFace<IpPolicyModule.IpPolicy> {}
/**
 * A named group of source addresses, filled with IpPolicyRule. It applies to no traffic until an
 * IpRestriction or the IP restriction module of an edge or route refers to it. Once deleted, whatever still
 * refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export const IpPolicy = nativeClass<FreeClass<IpPolicy, IpPolicyArgs>>(FACTS.IpPolicy);

/** Inputs of IpPolicyRule. */
export type IpPolicyRuleArgs = IpPolicyRuleModule.IpPolicyRuleArgs;
export interface IpPolicyRule extends NativeFace<IpPolicyRuleModule.IpPolicyRule> {}
/**
 * One rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const IpPolicyRule = nativeClass<ResourceClass<IpPolicyRule, IpPolicyRuleArgs>>(FACTS.IpPolicyRule);

/** Inputs of IpRestriction. */
export type IpRestrictionArgs = IpRestrictionModule.IpRestrictionArgs;
export interface IpRestriction extends NativeFace<IpRestrictionModule.IpRestriction> {}
/**
 * Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached.
 * Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export const IpRestriction = nativeClass<ResourceClass<IpRestriction, IpRestrictionArgs>>(
  FACTS.IpRestriction,
);

/** Inputs of ReservedAddr. */
export type ReservedAddrArgs = ReservedAddrModule.ReservedAddrArgs;
export interface ReservedAddr extends NativeFace<ReservedAddrModule.ReservedAddr> {}
/**
 * A TCP address, hostname and port, reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export const ReservedAddr = nativeClass<FreeClass<ReservedAddr, ReservedAddrArgs>>(FACTS.ReservedAddr);

/** Inputs of ReservedDomain. */
export type ReservedDomainArgs = ReservedDomainModule.ReservedDomainArgs;
export interface ReservedDomain extends NativeFace<ReservedDomainModule.ReservedDomain> {}
/**
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. The
 * domain stays yours when its certificate cannot be issued.
 *
 * API reference, section "Reserved domain".
 */
export const ReservedDomain = nativeClass<ResourceClass<ReservedDomain, ReservedDomainArgs>>(
  FACTS.ReservedDomain,
);

/** Inputs of Secret. */
export type SecretArgs = SecretModule.SecretArgs;
export interface Secret extends NativeFace<SecretModule.Secret> {}
/**
 * A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service
 * never returns the value.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Secret = nativeClass<ResourceClass<Secret, SecretArgs>>(FACTS.Secret);

/** Inputs of ServiceUser. */
export type ServiceUserArgs = ServiceUserModule.ServiceUserArgs;
export interface ServiceUser extends NativeFace<ServiceUserModule.ServiceUser> {}
/**
 * An account member for machines, which owns API keys and credentials. Replaces bot users.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const ServiceUser = nativeClass<ResourceClass<ServiceUser, ServiceUserArgs>>(FACTS.ServiceUser);

/** Inputs of SshCertificateAuthority. */
export type SshCertificateAuthorityArgs = SshCertificateAuthorityModule.SshCertificateAuthorityArgs;
export interface SshCertificateAuthority
  extends NativeFace<SshCertificateAuthorityModule.SshCertificateAuthority> {}
/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const SshCertificateAuthority = nativeClass<
  FreeClass<SshCertificateAuthority, SshCertificateAuthorityArgs>
>(FACTS.SshCertificateAuthority);

/** Inputs of SshCredential. */
export type SshCredentialArgs = SshCredentialModule.SshCredentialArgs;
export interface SshCredential extends NativeFace<SshCredentialModule.SshCredential> {}
/**
 * A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const SshCredential = nativeClass<ResourceClass<SshCredential, SshCredentialArgs>>(
  FACTS.SshCredential,
);

/** Inputs of SshHostCertificate. */
export type SshHostCertificateArgs = SshHostCertificateModule.SshHostCertificateArgs;
export interface SshHostCertificate extends NativeFace<SshHostCertificateModule.SshHostCertificate> {}
/**
 * The public key of an SSH server signed by an SSH certificate authority, by which clients that trust the
 * authority recognise the server.
 *
 * API reference, section "SSH host certificate".
 */
export const SshHostCertificate = nativeClass<ResourceClass<SshHostCertificate, SshHostCertificateArgs>>(
  FACTS.SshHostCertificate,
);

/** Inputs of SshUserCertificate. */
export type SshUserCertificateArgs = SshUserCertificateModule.SshUserCertificateArgs;
export interface SshUserCertificate extends NativeFace<SshUserCertificateModule.SshUserCertificate> {}
/**
 * A public key signed by an SSH certificate authority, with which a person or machine signs in to SSH
 * servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export const SshUserCertificate = nativeClass<ResourceClass<SshUserCertificate, SshUserCertificateArgs>>(
  FACTS.SshUserCertificate,
);

/** Inputs of StaticBackend. */
export type StaticBackendArgs = StaticBackendModule.StaticBackendArgs;
export interface StaticBackend extends NativeFace<StaticBackendModule.StaticBackend> {}
/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const StaticBackend = nativeClass<ResourceClass<StaticBackend, StaticBackendArgs>>(
  FACTS.StaticBackend,
);

/** Inputs of TcpEdge. */
export type TcpEdgeArgs = TcpEdgeModule.TcpEdgeArgs;
export interface TcpEdge extends NativeFace<TcpEdgeModule.TcpEdge> {}
/**
 * An edge that accepts TCP connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TcpEdge = nativeClass<FreeClass<TcpEdge, TcpEdgeArgs>>(FACTS.TcpEdge);

/** Inputs of TlsCertificate. */
export type TlsCertificateArgs = TlsCertificateModule.TlsCertificateArgs;
export interface TlsCertificate extends NativeFace<TlsCertificateModule.TlsCertificate> {}
/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. Another PEM makes a new
 * object: it is created first, the domains move over, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export const TlsCertificate = nativeClass<ResourceClass<TlsCertificate, TlsCertificateArgs>>(
  FACTS.TlsCertificate,
);

/** Inputs of TlsEdge. */
export type TlsEdgeArgs = TlsEdgeModule.TlsEdgeArgs;
export interface TlsEdge extends NativeFace<TlsEdgeModule.TlsEdge> {}
/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdge = nativeClass<FreeClass<TlsEdge, TlsEdgeArgs>>(FACTS.TlsEdge);

/** Inputs of TunnelGroupBackend. */
export type TunnelGroupBackendArgs = TunnelGroupBackendModule.TunnelGroupBackendArgs;
export interface TunnelGroupBackend extends NativeFace<TunnelGroupBackendModule.TunnelGroupBackend> {}
/**
 * A backend of all tunnels with its labels, whichever agent started them.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TunnelGroupBackend = nativeClass<FreeClass<TunnelGroupBackend, TunnelGroupBackendArgs>>(
  FACTS.TunnelGroupBackend,
);

/** Inputs of Vault. */
export type VaultArgs = VaultModule.VaultArgs;
export interface Vault extends NativeFace<VaultModule.Vault> {}
/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Vault = nativeClass<ResourceClass<Vault, VaultArgs>>(FACTS.Vault);

/** Inputs of WeightedBackend. */
export type WeightedBackendArgs = WeightedBackendModule.WeightedBackendArgs;
export interface WeightedBackend extends NativeFace<WeightedBackendModule.WeightedBackend> {}
/**
 * A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const WeightedBackend = nativeClass<FreeClass<WeightedBackend, WeightedBackendArgs>>(
  FACTS.WeightedBackend,
);

/** Inputs of HttpsEdgeRouteBackend. */
export type HttpsEdgeRouteBackendArgs = HttpsEdgeRouteBackendModule.HttpsEdgeRouteBackendArgs;
export interface HttpsEdgeRouteBackend
  extends NativeFace<HttpsEdgeRouteBackendModule.HttpsEdgeRouteBackend> {}
/**
 * The backend module of an HTTPS edge route that is managed elsewhere. Its creation sets the module,
 * whatever was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdgeRouteBackend = nativeClass<
  ResourceClass<HttpsEdgeRouteBackend, HttpsEdgeRouteBackendArgs>
>(FACTS.HttpsEdgeRouteBackend);

/** Inputs of TcpEdgeIpRestriction. */
export type TcpEdgeIpRestrictionArgs = TcpEdgeIpRestrictionModule.TcpEdgeIpRestrictionArgs;
export interface TcpEdgeIpRestriction extends NativeFace<TcpEdgeIpRestrictionModule.TcpEdgeIpRestriction> {}
/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TcpEdgeIpRestriction = nativeClass<
  ResourceClass<TcpEdgeIpRestriction, TcpEdgeIpRestrictionArgs>
>(FACTS.TcpEdgeIpRestriction);

/** Inputs of TlsEdgeMutualTls. */
export type TlsEdgeMutualTlsArgs = TlsEdgeMutualTlsModule.TlsEdgeMutualTlsArgs;
export interface TlsEdgeMutualTls extends NativeFace<TlsEdgeMutualTlsModule.TlsEdgeMutualTls> {}
/**
 * The mutual TLS module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever was
 * there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdgeMutualTls = nativeClass<ResourceClass<TlsEdgeMutualTls, TlsEdgeMutualTlsArgs>>(
  FACTS.TlsEdgeMutualTls,
);

/** Inputs of TlsEdgeTlsTermination. */
export type TlsEdgeTlsTerminationArgs = TlsEdgeTlsTerminationModule.TlsEdgeTlsTerminationArgs;
export interface TlsEdgeTlsTermination
  extends NativeFace<TlsEdgeTlsTerminationModule.TlsEdgeTlsTermination> {}
/**
 * The TLS termination module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdgeTlsTermination = nativeClass<
  ResourceClass<TlsEdgeTlsTermination, TlsEdgeTlsTerminationArgs>
>(FACTS.TlsEdgeTlsTermination);

/** Inputs of TunnelAgentCommand. */
export type TunnelAgentCommandArgs = TunnelAgentCommandModule.TunnelAgentCommandArgs;
export interface TunnelAgentCommand extends NativeFace<TunnelAgentCommandModule.TunnelAgentCommand> {}
/**
 * Tells the agent behind a tunnel session to restart, stop or update. It runs once on creation and again
 * whenever `triggers` change; changing the command or the session alone runs nothing, and destroying it does
 * nothing.
 *
 * API reference, section "Tunnel agent commands".
 */
export const TunnelAgentCommand = nativeClass<CommandClass<TunnelAgentCommand, TunnelAgentCommandArgs>>(
  FACTS.TunnelAgentCommand,
);
