// Generated from provider/families by `npm run generate`; do not edit.
import type { ClassWithOptionalArgs, CommandClass, ResourceClass } from "../classes";
import type * as dynamic from "../resources";
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
 * A custom domain that agents connect to, such as `connect.example.com`. Delegate it to the service with NS
 * records that point to `nsTargets`.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const AgentIngress =
  nativeClass<ResourceClass<AgentIngress, dynamic.AgentIngressArgs>>("AgentIngress");

export interface ApiKey extends NativeFace<dynamic.ApiKey> {}
/**
 * A key for the management API. The service returns its token only at creation; the state keeps it as a
 * secret. The key that the provider itself uses can't be deleted.
 *
 * API reference, section "API key".
 */
export const ApiKey = nativeClass<ClassWithOptionalArgs<ApiKey, dynamic.ApiKeyArgs>>("ApiKey");

export interface BotUser extends NativeFace<dynamic.BotUser> {}
/**
 * An account member for machines. It owns API keys, so that pipelines don't depend on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users; with ngrok, use ServiceUser instead. This class is for
 * services without service users.
 */
export const BotUser = nativeClass<ResourceClass<BotUser, dynamic.BotUserArgs>>("BotUser");

export interface CertificateAuthority extends NativeFace<dynamic.CertificateAuthority> {}
/**
 * CA certificates that an edge's mutual TLS module uses to verify client certificates.
 *
 * API reference, section "Certificate authority".
 */
export const CertificateAuthority =
  nativeClass<ResourceClass<CertificateAuthority, dynamic.CertificateAuthorityArgs>>("CertificateAuthority");

export interface Credential extends NativeFace<dynamic.Credential> {}
/**
 * A token that agents use to start tunnel sessions. The service returns it only at creation; the state keeps
 * it as a secret.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const Credential =
  nativeClass<ClassWithOptionalArgs<Credential, dynamic.CredentialArgs>>("Credential");

export interface Endpoint extends NativeFace<dynamic.Endpoint> {}
/**
 * A cloud endpoint: a URL that the service serves according to a traffic policy, without an agent. Endpoints
 * that agents and edges create can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export const Endpoint = nativeClass<ResourceClass<Endpoint, dynamic.EndpointArgs>>("Endpoint");

export interface EventDestination extends NativeFace<dynamic.EventDestination> {}
/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const EventDestination =
  nativeClass<ResourceClass<EventDestination, dynamic.EventDestinationArgs>>("EventDestination");

export interface EventSubscription extends NativeFace<dynamic.EventSubscription> {}
/**
 * Sends events of the given types, such as changes to IP policies, to EventDestinations.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const EventSubscription =
  nativeClass<ClassWithOptionalArgs<EventSubscription, dynamic.EventSubscriptionArgs>>("EventSubscription");

export interface FailoverBackend extends NativeFace<dynamic.FailoverBackend> {}
/**
 * A backend that sends traffic to the first available child backend.
 *
 * API reference, section "Failover backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const FailoverBackend =
  nativeClass<ClassWithOptionalArgs<FailoverBackend, dynamic.FailoverBackendArgs>>("FailoverBackend");

export interface HttpResponseBackend extends NativeFace<dynamic.HttpResponseBackend> {}
/**
 * A backend that answers each request with a fixed response, such as a maintenance page.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpResponseBackend =
  nativeClass<ClassWithOptionalArgs<HttpResponseBackend, dynamic.HttpResponseBackendArgs>>(
    "HttpResponseBackend",
  );

export interface HttpsEdge extends NativeFace<dynamic.HttpsEdge> {}
/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdge = nativeClass<ClassWithOptionalArgs<HttpsEdge, dynamic.HttpsEdgeArgs>>("HttpsEdge");

export interface HttpsEdgeRoute extends NativeFace<dynamic.HttpsEdgeRoute> {}
/**
 * Handles requests to an HTTPS edge that match a path. Each module is set, changed, and removed with its
 * property; a module that the program never declared is left unchanged.
 *
 * API reference, section "HTTPS edge route".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdgeRoute =
  nativeClass<ResourceClass<HttpsEdgeRoute, dynamic.HttpsEdgeRouteArgs>>("HttpsEdgeRoute");

export interface IpPolicy extends NativeFace<dynamic.IpPolicy> {}
/**
 * A named group of source addresses; each IpPolicyRule adds one. It has no effect until an IpRestriction or
 * the IP restriction module of an edge or route refers to it. References to a deleted policy act as if it
 * had no rules.
 *
 * API reference, section "IP policy".
 */
export const IpPolicy = nativeClass<ClassWithOptionalArgs<IpPolicy, dynamic.IpPolicyArgs>>("IpPolicy");

export interface IpPolicyRule extends NativeFace<dynamic.IpPolicyRule> {}
/**
 * A rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const IpPolicyRule =
  nativeClass<ResourceClass<IpPolicyRule, dynamic.IpPolicyRuleArgs>>("IpPolicyRule");

export interface IpRestriction extends NativeFace<dynamic.IpRestriction> {}
/**
 * Restricts the source addresses that can reach the account's dashboard, API, agents, or endpoints. Take
 * care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export const IpRestriction =
  nativeClass<ResourceClass<IpRestriction, dynamic.IpRestrictionArgs>>("IpRestriction");

export interface ReservedAddr extends NativeFace<dynamic.ReservedAddr> {}
/**
 * A TCP address (hostname and port) reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export const ReservedAddr =
  nativeClass<ClassWithOptionalArgs<ReservedAddr, dynamic.ReservedAddrArgs>>("ReservedAddr");

export interface ReservedDomain extends NativeFace<dynamic.ReservedDomain> {}
/**
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. You
 * keep the domain even if its certificate can't be issued.
 *
 * API reference, section "Reserved domain".
 */
export const ReservedDomain =
  nativeClass<ResourceClass<ReservedDomain, dynamic.ReservedDomainArgs>>("ReservedDomain");

export interface Secret extends NativeFace<dynamic.Secret> {}
/**
 * A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service
 * never returns the value.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const Secret = nativeClass<ResourceClass<Secret, dynamic.SecretArgs>>("Secret");

export interface ServiceUser extends NativeFace<dynamic.ServiceUser> {}
/**
 * An account member for machines that owns API keys and credentials. Replaces bot users.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const ServiceUser = nativeClass<ResourceClass<ServiceUser, dynamic.ServiceUserArgs>>("ServiceUser");

export interface SshCertificateAuthority extends NativeFace<dynamic.SshCertificateAuthority> {}
/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const SshCertificateAuthority =
  nativeClass<ClassWithOptionalArgs<SshCertificateAuthority, dynamic.SshCertificateAuthorityArgs>>(
    "SshCertificateAuthority",
  );

export interface SshCredential extends NativeFace<dynamic.SshCredential> {}
/**
 * A public key that SSH clients use to start tunnel sessions.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 */
export const SshCredential =
  nativeClass<ResourceClass<SshCredential, dynamic.SshCredentialArgs>>("SshCredential");

export interface SshHostCertificate extends NativeFace<dynamic.SshHostCertificate> {}
/**
 * An SSH server's public key signed by an SSH certificate authority. Clients that trust the authority
 * recognize the server by it.
 *
 * API reference, section "SSH host certificate".
 */
export const SshHostCertificate =
  nativeClass<ResourceClass<SshHostCertificate, dynamic.SshHostCertificateArgs>>("SshHostCertificate");

export interface SshUserCertificate extends NativeFace<dynamic.SshUserCertificate> {}
/**
 * A public key signed by an SSH certificate authority. A person or machine uses it to sign in to SSH servers
 * that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export const SshUserCertificate =
  nativeClass<ResourceClass<SshUserCertificate, dynamic.SshUserCertificateArgs>>("SshUserCertificate");

export interface StaticBackend extends NativeFace<dynamic.StaticBackend> {}
/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const StaticBackend =
  nativeClass<ResourceClass<StaticBackend, dynamic.StaticBackendArgs>>("StaticBackend");

export interface TcpEdge extends NativeFace<dynamic.TcpEdge> {}
/**
 * An edge that accepts TCP connections for its hostports. Each module is set, changed, and removed with its
 * property; a module that the program never declared is left unchanged.
 *
 * Inferred from the API's conventions: not in the API reference (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TcpEdge = nativeClass<ClassWithOptionalArgs<TcpEdge, dynamic.TcpEdgeArgs>>("TcpEdge");

export interface TlsCertificate extends NativeFace<dynamic.TlsCertificate> {}
/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. A different PEM replaces the
 * object: the new one is created, the domains switch to it, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export const TlsCertificate =
  nativeClass<ResourceClass<TlsCertificate, dynamic.TlsCertificateArgs>>("TlsCertificate");

export interface TlsEdge extends NativeFace<dynamic.TlsEdge> {}
/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed, and removed with its
 * property; a module that the program never declared is left unchanged.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdge = nativeClass<ClassWithOptionalArgs<TlsEdge, dynamic.TlsEdgeArgs>>("TlsEdge");

export interface TunnelGroupBackend extends NativeFace<dynamic.TunnelGroupBackend> {}
/**
 * A backend that balances over all tunnels with matching labels, regardless of the agent.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TunnelGroupBackend =
  nativeClass<ClassWithOptionalArgs<TunnelGroupBackend, dynamic.TunnelGroupBackendArgs>>(
    "TunnelGroupBackend",
  );

export interface Vault extends NativeFace<dynamic.Vault> {}
/**
 * A collection of Secrets. Traffic policies refer to a secret by its name and the vault's name.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export const Vault = nativeClass<ResourceClass<Vault, dynamic.VaultArgs>>("Vault");

export interface WeightedBackend extends NativeFace<dynamic.WeightedBackend> {}
/**
 * A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const WeightedBackend =
  nativeClass<ClassWithOptionalArgs<WeightedBackend, dynamic.WeightedBackendArgs>>("WeightedBackend");

export interface HttpsEdgeRouteBackend extends NativeFace<dynamic.HttpsEdgeRouteBackend> {}
/**
 * The backend module of an HTTPS edge route that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const HttpsEdgeRouteBackend =
  nativeClass<ResourceClass<HttpsEdgeRouteBackend, dynamic.HttpsEdgeRouteBackendArgs>>(
    "HttpsEdgeRouteBackend",
  );

export interface TcpEdgeIpRestriction extends NativeFace<dynamic.TcpEdgeIpRestriction> {}
/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TcpEdgeIpRestriction =
  nativeClass<ResourceClass<TcpEdgeIpRestriction, dynamic.TcpEdgeIpRestrictionArgs>>("TcpEdgeIpRestriction");

export interface TlsEdgeMutualTls extends NativeFace<dynamic.TlsEdgeMutualTls> {}
/**
 * The mutual TLS module of a TLS edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdgeMutualTls =
  nativeClass<ResourceClass<TlsEdgeMutualTls, dynamic.TlsEdgeMutualTlsArgs>>("TlsEdgeMutualTls");

export interface TlsEdgeTlsTermination extends NativeFace<dynamic.TlsEdgeTlsTermination> {}
/**
 * The TLS termination module of a TLS edge that is managed elsewhere. Creating it overwrites the module's
 * previous settings.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint
 * with a trafficPolicy instead. This class is for services that still have edges.
 */
export const TlsEdgeTlsTermination =
  nativeClass<ResourceClass<TlsEdgeTlsTermination, dynamic.TlsEdgeTlsTerminationArgs>>(
    "TlsEdgeTlsTermination",
  );

export interface TunnelAgentCommand extends NativeFace<dynamic.TunnelAgentCommand> {}
/**
 * Tells the agent behind a tunnel session to restart, stop, or update. It runs once on creation and again
 * whenever `triggers` change. Changing only the command or the session runs nothing, and neither does
 * destroying it.
 *
 * API reference, section "Tunnel agent commands".
 */
export const TunnelAgentCommand =
  nativeClass<CommandClass<TunnelAgentCommand, dynamic.TunnelAgentCommandArgs>>("TunnelAgentCommand");
