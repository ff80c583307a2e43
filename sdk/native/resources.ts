// Generated from provider/families by `npm run generate`; do not edit.
import type { CommandClass, FreeClass, ResourceClass } from "../classes";
import type * as dynamic from "../resources";
import { FACTS } from "../resources/facts";
import { type NativeFace, nativeClass } from "./native-resource";

export type {
  AgentIngressArgs,
  ApiKeyArgs,
  BotUserArgs,
  CertificateAuthorityArgs,
  CredentialArgs,
  EndpointArgs,
  EventDestinationArgs,
  EventSubscriptionArgs,
  FailoverBackendArgs,
  HttpResponseBackendArgs,
  HttpsEdgeArgs,
  HttpsEdgeRouteArgs,
  HttpsEdgeRouteBackendArgs,
  IpPolicyArgs,
  IpPolicyRuleArgs,
  IpRestrictionArgs,
  ReservedAddrArgs,
  ReservedDomainArgs,
  SecretArgs,
  ServiceUserArgs,
  SshCertificateAuthorityArgs,
  SshCredentialArgs,
  SshHostCertificateArgs,
  SshUserCertificateArgs,
  StaticBackendArgs,
  TcpEdgeArgs,
  TcpEdgeIpRestrictionArgs,
  TlsCertificateArgs,
  TlsEdgeArgs,
  TlsEdgeMutualTlsArgs,
  TlsEdgeTlsTerminationArgs,
  TunnelAgentCommandArgs,
  TunnelGroupBackendArgs,
  VaultArgs,
  WeightedBackendArgs,
} from "../resources";

export interface AgentIngress extends NativeFace<dynamic.AgentIngress> {}
/**
 * A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the
 * service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const AgentIngress = nativeClass<ResourceClass<AgentIngress, dynamic.AgentIngressArgs>>(
  FACTS.AgentIngress,
);

export interface ApiKey extends NativeFace<dynamic.ApiKey> {}
/**
 * A key of the management API. Its token is in the response to its creation only; the state keeps it as a
 * secret. Deleting the key whose token the provider itself uses is refused.
 *
 * API reference, section "API key".
 */
export const ApiKey = nativeClass<FreeClass<ApiKey, dynamic.ApiKeyArgs>>(FACTS.ApiKey);

export interface BotUser extends NativeFace<dynamic.BotUser> {}
/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users: use ServiceUser there. Keep this class for services without
 * service users.
 */
export const BotUser = nativeClass<ResourceClass<BotUser, dynamic.BotUserArgs>>(FACTS.BotUser);

export interface CertificateAuthority extends NativeFace<dynamic.CertificateAuthority> {}
/**
 * CA certificates against which the mutual TLS module of an edge validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export const CertificateAuthority = nativeClass<
  ResourceClass<CertificateAuthority, dynamic.CertificateAuthorityArgs>
>(FACTS.CertificateAuthority);

export interface Credential extends NativeFace<dynamic.Credential> {}
/**
 * A token with which agents start tunnel sessions. The token is in the response to its creation only; the
 * state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const Credential = nativeClass<FreeClass<Credential, dynamic.CredentialArgs>>(FACTS.Credential);

export interface Endpoint extends NativeFace<dynamic.Endpoint> {}
/**
 * A cloud endpoint: a URL whose traffic policy the service applies, without an agent. Endpoints of other
 * types, which agents and edges make, can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export const Endpoint = nativeClass<ResourceClass<Endpoint, dynamic.EndpointArgs>>(FACTS.Endpoint);

export interface EventDestination extends NativeFace<dynamic.EventDestination> {}
/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventDestination = nativeClass<ResourceClass<EventDestination, dynamic.EventDestinationArgs>>(
  FACTS.EventDestination,
);

export interface EventSubscription extends NativeFace<dynamic.EventSubscription> {}
/**
 * Sends events of some types to EventDestinations, such as each change of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const EventSubscription = nativeClass<FreeClass<EventSubscription, dynamic.EventSubscriptionArgs>>(
  FACTS.EventSubscription,
);

export interface FailoverBackend extends NativeFace<dynamic.FailoverBackend> {}
/**
 * A backend that sends traffic to the first of its child backends that is available.
 *
 * API reference, section "Failover backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const FailoverBackend = nativeClass<FreeClass<FailoverBackend, dynamic.FailoverBackendArgs>>(
  FACTS.FailoverBackend,
);

export interface HttpResponseBackend extends NativeFace<dynamic.HttpResponseBackend> {}
/**
 * A backend that answers each request with a fixed response, such as a page for maintenance.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpResponseBackend = nativeClass<
  FreeClass<HttpResponseBackend, dynamic.HttpResponseBackendArgs>
>(FACTS.HttpResponseBackend);

export interface HttpsEdge extends NativeFace<dynamic.HttpsEdge> {}
/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdge = nativeClass<FreeClass<HttpsEdge, dynamic.HttpsEdgeArgs>>(FACTS.HttpsEdge);

export interface HttpsEdgeRoute extends NativeFace<dynamic.HttpsEdgeRoute> {}
/**
 * Handles the requests of an HTTPS edge that match a path. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "HTTPS edge route".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const HttpsEdgeRoute = nativeClass<ResourceClass<HttpsEdgeRoute, dynamic.HttpsEdgeRouteArgs>>(
  FACTS.HttpsEdgeRoute,
);

export interface IpPolicy extends NativeFace<dynamic.IpPolicy> {}
/**
 * A named group of source addresses, filled with IpPolicyRule. It applies to no traffic until an
 * IpRestriction or the IP restriction module of an edge or route refers to it. Once deleted, whatever still
 * refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export const IpPolicy = nativeClass<FreeClass<IpPolicy, dynamic.IpPolicyArgs>>(FACTS.IpPolicy);

export interface IpPolicyRule extends NativeFace<dynamic.IpPolicyRule> {}
/**
 * One rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const IpPolicyRule = nativeClass<ResourceClass<IpPolicyRule, dynamic.IpPolicyRuleArgs>>(
  FACTS.IpPolicyRule,
);

export interface IpRestriction extends NativeFace<dynamic.IpRestriction> {}
/**
 * Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached.
 * Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export const IpRestriction = nativeClass<ResourceClass<IpRestriction, dynamic.IpRestrictionArgs>>(
  FACTS.IpRestriction,
);

export interface ReservedAddr extends NativeFace<dynamic.ReservedAddr> {}
/**
 * A TCP address, hostname and port, reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export const ReservedAddr = nativeClass<FreeClass<ReservedAddr, dynamic.ReservedAddrArgs>>(
  FACTS.ReservedAddr,
);

export interface ReservedDomain extends NativeFace<dynamic.ReservedDomain> {}
/**
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. The
 * domain stays yours when its certificate cannot be issued.
 *
 * API reference, section "Reserved domain".
 */
export const ReservedDomain = nativeClass<ResourceClass<ReservedDomain, dynamic.ReservedDomainArgs>>(
  FACTS.ReservedDomain,
);

export interface Secret extends NativeFace<dynamic.Secret> {}
/**
 * A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service
 * never returns the value.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Secret = nativeClass<ResourceClass<Secret, dynamic.SecretArgs>>(FACTS.Secret);

export interface ServiceUser extends NativeFace<dynamic.ServiceUser> {}
/**
 * An account member for machines, which owns API keys and credentials. Replaces bot users.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const ServiceUser = nativeClass<ResourceClass<ServiceUser, dynamic.ServiceUserArgs>>(
  FACTS.ServiceUser,
);

export interface SshCertificateAuthority extends NativeFace<dynamic.SshCertificateAuthority> {}
/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const SshCertificateAuthority = nativeClass<
  FreeClass<SshCertificateAuthority, dynamic.SshCertificateAuthorityArgs>
>(FACTS.SshCertificateAuthority);

export interface SshCredential extends NativeFace<dynamic.SshCredential> {}
/**
 * A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export const SshCredential = nativeClass<ResourceClass<SshCredential, dynamic.SshCredentialArgs>>(
  FACTS.SshCredential,
);

export interface SshHostCertificate extends NativeFace<dynamic.SshHostCertificate> {}
/**
 * The public key of an SSH server signed by an SSH certificate authority, by which clients that trust the
 * authority recognise the server.
 *
 * API reference, section "SSH host certificate".
 */
export const SshHostCertificate = nativeClass<
  ResourceClass<SshHostCertificate, dynamic.SshHostCertificateArgs>
>(FACTS.SshHostCertificate);

export interface SshUserCertificate extends NativeFace<dynamic.SshUserCertificate> {}
/**
 * A public key signed by an SSH certificate authority, with which a person or machine signs in to SSH
 * servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export const SshUserCertificate = nativeClass<
  ResourceClass<SshUserCertificate, dynamic.SshUserCertificateArgs>
>(FACTS.SshUserCertificate);

export interface StaticBackend extends NativeFace<dynamic.StaticBackend> {}
/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const StaticBackend = nativeClass<ResourceClass<StaticBackend, dynamic.StaticBackendArgs>>(
  FACTS.StaticBackend,
);

export interface TcpEdge extends NativeFace<dynamic.TcpEdge> {}
/**
 * An edge that accepts TCP connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TcpEdge = nativeClass<FreeClass<TcpEdge, dynamic.TcpEdgeArgs>>(FACTS.TcpEdge);

export interface TlsCertificate extends NativeFace<dynamic.TlsCertificate> {}
/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. Another PEM makes a new
 * object: it is created first, the domains move over, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export const TlsCertificate = nativeClass<ResourceClass<TlsCertificate, dynamic.TlsCertificateArgs>>(
  FACTS.TlsCertificate,
);

export interface TlsEdge extends NativeFace<dynamic.TlsEdge> {}
/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdge = nativeClass<FreeClass<TlsEdge, dynamic.TlsEdgeArgs>>(FACTS.TlsEdge);

export interface TunnelGroupBackend extends NativeFace<dynamic.TunnelGroupBackend> {}
/**
 * A backend of all tunnels with its labels, whichever agent started them.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TunnelGroupBackend = nativeClass<FreeClass<TunnelGroupBackend, dynamic.TunnelGroupBackendArgs>>(
  FACTS.TunnelGroupBackend,
);

export interface Vault extends NativeFace<dynamic.Vault> {}
/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export const Vault = nativeClass<ResourceClass<Vault, dynamic.VaultArgs>>(FACTS.Vault);

export interface WeightedBackend extends NativeFace<dynamic.WeightedBackend> {}
/**
 * A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const WeightedBackend = nativeClass<FreeClass<WeightedBackend, dynamic.WeightedBackendArgs>>(
  FACTS.WeightedBackend,
);

export interface HttpsEdgeRouteBackend extends NativeFace<dynamic.HttpsEdgeRouteBackend> {}
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
  ResourceClass<HttpsEdgeRouteBackend, dynamic.HttpsEdgeRouteBackendArgs>
>(FACTS.HttpsEdgeRouteBackend);

export interface TcpEdgeIpRestriction extends NativeFace<dynamic.TcpEdgeIpRestriction> {}
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
  ResourceClass<TcpEdgeIpRestriction, dynamic.TcpEdgeIpRestrictionArgs>
>(FACTS.TcpEdgeIpRestriction);

export interface TlsEdgeMutualTls extends NativeFace<dynamic.TlsEdgeMutualTls> {}
/**
 * The mutual TLS module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever was
 * there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Keep this class for services that have edges.
 */
export const TlsEdgeMutualTls = nativeClass<ResourceClass<TlsEdgeMutualTls, dynamic.TlsEdgeMutualTlsArgs>>(
  FACTS.TlsEdgeMutualTls,
);

export interface TlsEdgeTlsTermination extends NativeFace<dynamic.TlsEdgeTlsTermination> {}
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
  ResourceClass<TlsEdgeTlsTermination, dynamic.TlsEdgeTlsTerminationArgs>
>(FACTS.TlsEdgeTlsTermination);

export interface TunnelAgentCommand extends NativeFace<dynamic.TunnelAgentCommand> {}
/**
 * Tells the agent behind a tunnel session to restart, stop or update. It runs once on creation and again
 * whenever `triggers` change; changing the command or the session alone runs nothing, and destroying it does
 * nothing.
 *
 * API reference, section "Tunnel agent commands".
 */
export const TunnelAgentCommand = nativeClass<
  CommandClass<TunnelAgentCommand, dynamic.TunnelAgentCommandArgs>
>(FACTS.TunnelAgentCommand);
