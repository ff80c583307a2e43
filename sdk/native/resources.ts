// Generated from provider/families by `npm run generate`; do not edit.
// biome-ignore-all lint/suspicious/noUnsafeDeclarationMerging: the engine's SDK sets the outputs, which are declared once.
import type * as pulumi from "@pulumi/pulumi";
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
import { NativeResource } from "./native-resource";

/** The outputs of a class. */
type OutputsOf<T extends pulumi.CustomResource> = Omit<T, keyof pulumi.CustomResource>;

/** Inputs of AgentIngress. */
export type AgentIngressArgs = AgentIngressModule.AgentIngressArgs;
export interface AgentIngress extends OutputsOf<AgentIngressModule.AgentIngress> {}

/**
 * A domain of yours under which agents reach the service, such as `connect.example.com`. Delegate it to the
 * service with NS records to `nsTargets`.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class AgentIngress extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: AgentIngressArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.AgentIngress, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): AgentIngress {
    return new AgentIngress(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a AgentIngress, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is AgentIngress {
    return NativeResource.isOfType(FACTS.AgentIngress.name, candidate);
  }
}

/** Inputs of ApiKey. */
export type ApiKeyArgs = ApiKeyModule.ApiKeyArgs;
export interface ApiKey extends OutputsOf<ApiKeyModule.ApiKey> {}

/**
 * A key of the management API. Its token is in the response to its creation only; the state keeps it as a
 * secret. Deleting the key whose token the provider itself uses is refused.
 *
 * API reference, section "API key".
 */
export class ApiKey extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: ApiKeyArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.ApiKey, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ApiKey {
    return new ApiKey(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a ApiKey, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is ApiKey {
    return NativeResource.isOfType(FACTS.ApiKey.name, candidate);
  }
}

/** Inputs of BotUser. */
export type BotUserArgs = BotUserModule.BotUserArgs;
export interface BotUser extends OutputsOf<BotUserModule.BotUser> {}

/**
 * An account member for machines. It owns API keys, so that no pipeline depends on a person's key.
 *
 * API reference, section "Bot user".
 *
 * @deprecated ngrok has deprecated bot users: use ServiceUser there. Services that have no service users go
 * on with this class.
 */
export class BotUser extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: BotUserArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.BotUser, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BotUser {
    return new BotUser(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a BotUser, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is BotUser {
    return NativeResource.isOfType(FACTS.BotUser.name, candidate);
  }
}

/** Inputs of CertificateAuthority. */
export type CertificateAuthorityArgs = CertificateAuthorityModule.CertificateAuthorityArgs;
export interface CertificateAuthority extends OutputsOf<CertificateAuthorityModule.CertificateAuthority> {}

/**
 * CA certificates against which the mutual TLS module of an edge validates the certificates of clients.
 *
 * API reference, section "Certificate authority".
 */
export class CertificateAuthority extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: CertificateAuthorityArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.CertificateAuthority, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): CertificateAuthority {
    return new CertificateAuthority(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a CertificateAuthority, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is CertificateAuthority {
    return NativeResource.isOfType(FACTS.CertificateAuthority.name, candidate);
  }
}

/** Inputs of Credential. */
export type CredentialArgs = CredentialModule.CredentialArgs;
export interface Credential extends OutputsOf<CredentialModule.Credential> {}

/**
 * A token with which agents start tunnel sessions. The token is in the response to its creation only; the
 * state keeps it as a secret.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export class Credential extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: CredentialArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.Credential, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Credential {
    return new Credential(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a Credential, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is Credential {
    return NativeResource.isOfType(FACTS.Credential.name, candidate);
  }
}

/** Inputs of Endpoint. */
export type EndpointArgs = EndpointModule.EndpointArgs;
export interface Endpoint extends OutputsOf<EndpointModule.Endpoint> {}

/**
 * A cloud endpoint: a URL whose traffic policy the service applies, without an agent. Endpoints of other
 * types, which agents and edges make, can be looked up but not managed.
 *
 * API reference, section "Endpoint".
 */
export class Endpoint extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: EndpointArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.Endpoint, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Endpoint {
    return new Endpoint(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a Endpoint, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is Endpoint {
    return NativeResource.isOfType(FACTS.Endpoint.name, candidate);
  }
}

/** Inputs of EventDestination. */
export type EventDestinationArgs = EventDestinationModule.EventDestinationArgs;
export interface EventDestination extends OutputsOf<EventDestinationModule.EventDestination> {}

/**
 * A log service that the account's events are sent to. Nothing is sent until an EventSubscription names the
 * destination.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class EventDestination extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: EventDestinationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.EventDestination, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EventDestination {
    return new EventDestination(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a EventDestination, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is EventDestination {
    return NativeResource.isOfType(FACTS.EventDestination.name, candidate);
  }
}

/** Inputs of EventSubscription. */
export type EventSubscriptionArgs = EventSubscriptionModule.EventSubscriptionArgs;
export interface EventSubscription extends OutputsOf<EventSubscriptionModule.EventSubscription> {}

/**
 * Sends events of some types to EventDestinations, such as each change of an IP policy.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class EventSubscription extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: EventSubscriptionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.EventSubscription, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EventSubscription {
    return new EventSubscription(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a EventSubscription, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is EventSubscription {
    return NativeResource.isOfType(FACTS.EventSubscription.name, candidate);
  }
}

/** Inputs of FailoverBackend. */
export type FailoverBackendArgs = FailoverBackendModule.FailoverBackendArgs;
export interface FailoverBackend extends OutputsOf<FailoverBackendModule.FailoverBackend> {}

/**
 * A backend that sends traffic to the first of its child backends that is available.
 *
 * API reference, section "Failover backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class FailoverBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: FailoverBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.FailoverBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): FailoverBackend {
    return new FailoverBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a FailoverBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is FailoverBackend {
    return NativeResource.isOfType(FACTS.FailoverBackend.name, candidate);
  }
}

/** Inputs of HttpResponseBackend. */
export type HttpResponseBackendArgs = HttpResponseBackendModule.HttpResponseBackendArgs;
export interface HttpResponseBackend extends OutputsOf<HttpResponseBackendModule.HttpResponseBackend> {}

/**
 * A backend that answers each request with a fixed response, such as a page for maintenance.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class HttpResponseBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: HttpResponseBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.HttpResponseBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): HttpResponseBackend {
    return new HttpResponseBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a HttpResponseBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is HttpResponseBackend {
    return NativeResource.isOfType(FACTS.HttpResponseBackend.name, candidate);
  }
}

/** Inputs of HttpsEdge. */
export type HttpsEdgeArgs = HttpsEdgeModule.HttpsEdgeArgs;
export interface HttpsEdge extends OutputsOf<HttpsEdgeModule.HttpsEdge> {}

/**
 * An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting
 * the edge deletes its routes.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class HttpsEdge extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: HttpsEdgeArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.HttpsEdge, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): HttpsEdge {
    return new HttpsEdge(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a HttpsEdge, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is HttpsEdge {
    return NativeResource.isOfType(FACTS.HttpsEdge.name, candidate);
  }
}

/** Inputs of HttpsEdgeRoute. */
export type HttpsEdgeRouteArgs = HttpsEdgeRouteModule.HttpsEdgeRouteArgs;
export interface HttpsEdgeRoute extends OutputsOf<HttpsEdgeRouteModule.HttpsEdgeRoute> {}

/**
 * Handles the requests of an HTTPS edge that match a path. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "HTTPS edge route".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class HttpsEdgeRoute extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: HttpsEdgeRouteArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.HttpsEdgeRoute, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): HttpsEdgeRoute {
    return new HttpsEdgeRoute(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a HttpsEdgeRoute, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is HttpsEdgeRoute {
    return NativeResource.isOfType(FACTS.HttpsEdgeRoute.name, candidate);
  }
}

/** Inputs of IpPolicy. */
export type IpPolicyArgs = IpPolicyModule.IpPolicyArgs;
export interface IpPolicy extends OutputsOf<IpPolicyModule.IpPolicy> {}

/**
 * A named group of source addresses, filled with IpPolicyRule. It applies to no traffic until an
 * IpRestriction or the IP restriction module of an edge or route refers to it. Once deleted, whatever still
 * refers to it treats it as a policy without rules.
 *
 * API reference, section "IP policy".
 */
export class IpPolicy extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: IpPolicyArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.IpPolicy, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): IpPolicy {
    return new IpPolicy(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a IpPolicy, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is IpPolicy {
    return NativeResource.isOfType(FACTS.IpPolicy.name, candidate);
  }
}

/** Inputs of IpPolicyRule. */
export type IpPolicyRuleArgs = IpPolicyRuleModule.IpPolicyRuleArgs;
export interface IpPolicyRule extends OutputsOf<IpPolicyRuleModule.IpPolicyRule> {}

/**
 * One rule of an IpPolicy: a network whose traffic the policy allows or denies.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export class IpPolicyRule extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: IpPolicyRuleArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.IpPolicyRule, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): IpPolicyRule {
    return new IpPolicyRule(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a IpPolicyRule, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is IpPolicyRule {
    return NativeResource.isOfType(FACTS.IpPolicyRule.name, candidate);
  }
}

/** Inputs of IpRestriction. */
export type IpRestrictionArgs = IpRestrictionModule.IpRestrictionArgs;
export interface IpRestriction extends OutputsOf<IpRestrictionModule.IpRestriction> {}

/**
 * Restricts from which addresses the dashboard, the API, agents or endpoints of the account can be reached.
 * Take care not to lock yourself out: start with `enforced: false`.
 *
 * API reference, section "IP restriction".
 */
export class IpRestriction extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: IpRestrictionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.IpRestriction, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): IpRestriction {
    return new IpRestriction(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a IpRestriction, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is IpRestriction {
    return NativeResource.isOfType(FACTS.IpRestriction.name, candidate);
  }
}

/** Inputs of ReservedAddr. */
export type ReservedAddrArgs = ReservedAddrModule.ReservedAddrArgs;
export interface ReservedAddr extends OutputsOf<ReservedAddrModule.ReservedAddr> {}

/**
 * A TCP address, hostname and port, reserved for the account. The service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export class ReservedAddr extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: ReservedAddrArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.ReservedAddr, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ReservedAddr {
    return new ReservedAddr(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a ReservedAddr, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is ReservedAddr {
    return NativeResource.isOfType(FACTS.ReservedAddr.name, candidate);
  }
}

/** Inputs of ReservedDomain. */
export type ReservedDomainArgs = ReservedDomainModule.ReservedDomainArgs;
export interface ReservedDomain extends OutputsOf<ReservedDomainModule.ReservedDomain> {}

/**
 * A hostname reserved for the account, with an uploaded certificate or one that the service manages. The
 * domain stays yours when its certificate cannot be issued.
 *
 * API reference, section "Reserved domain".
 */
export class ReservedDomain extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: ReservedDomainArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.ReservedDomain, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ReservedDomain {
    return new ReservedDomain(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a ReservedDomain, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is ReservedDomain {
    return NativeResource.isOfType(FACTS.ReservedDomain.name, candidate);
  }
}

/** Inputs of Secret. */
export type SecretArgs = SecretModule.SecretArgs;
export interface Secret extends OutputsOf<SecretModule.Secret> {}

/**
 * A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service
 * never returns the value.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class Secret extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: SecretArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.Secret, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Secret {
    return new Secret(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a Secret, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is Secret {
    return NativeResource.isOfType(FACTS.Secret.name, candidate);
  }
}

/** Inputs of ServiceUser. */
export type ServiceUserArgs = ServiceUserModule.ServiceUserArgs;
export interface ServiceUser extends OutputsOf<ServiceUserModule.ServiceUser> {}

/**
 * An account member for machines, which owns API keys and credentials. The service has it in place of bot
 * users.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class ServiceUser extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: ServiceUserArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.ServiceUser, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ServiceUser {
    return new ServiceUser(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a ServiceUser, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is ServiceUser {
    return NativeResource.isOfType(FACTS.ServiceUser.name, candidate);
  }
}

/** Inputs of SshCertificateAuthority. */
export type SshCertificateAuthorityArgs = SshCertificateAuthorityModule.SshCertificateAuthorityArgs;
export interface SshCertificateAuthority
  extends OutputsOf<SshCertificateAuthorityModule.SshCertificateAuthority> {}

/**
 * A key pair, stored by the service, that signs SSH user and host certificates.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export class SshCertificateAuthority extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: SshCertificateAuthorityArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshCertificateAuthority, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): SshCertificateAuthority {
    return new SshCertificateAuthority(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a SshCertificateAuthority, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshCertificateAuthority {
    return NativeResource.isOfType(FACTS.SshCertificateAuthority.name, candidate);
  }
}

/** Inputs of SshCredential. */
export type SshCredentialArgs = SshCredentialModule.SshCredentialArgs;
export interface SshCredential extends OutputsOf<SshCredentialModule.SshCredential> {}

/**
 * A public key with which SSH clients may start tunnel sessions.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 */
export class SshCredential extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: SshCredentialArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshCredential, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): SshCredential {
    return new SshCredential(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a SshCredential, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshCredential {
    return NativeResource.isOfType(FACTS.SshCredential.name, candidate);
  }
}

/** Inputs of SshHostCertificate. */
export type SshHostCertificateArgs = SshHostCertificateModule.SshHostCertificateArgs;
export interface SshHostCertificate extends OutputsOf<SshHostCertificateModule.SshHostCertificate> {}

/**
 * The public key of an SSH server signed by an SSH certificate authority, by which clients that trust the
 * authority recognise the server.
 *
 * API reference, section "SSH host certificate".
 */
export class SshHostCertificate extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: SshHostCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshHostCertificate, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): SshHostCertificate {
    return new SshHostCertificate(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a SshHostCertificate, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshHostCertificate {
    return NativeResource.isOfType(FACTS.SshHostCertificate.name, candidate);
  }
}

/** Inputs of SshUserCertificate. */
export type SshUserCertificateArgs = SshUserCertificateModule.SshUserCertificateArgs;
export interface SshUserCertificate extends OutputsOf<SshUserCertificateModule.SshUserCertificate> {}

/**
 * A public key signed by an SSH certificate authority, with which a person or machine signs in to SSH
 * servers that trust the authority.
 *
 * API reference, section "SSH user certificate".
 */
export class SshUserCertificate extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: SshUserCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.SshUserCertificate, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): SshUserCertificate {
    return new SshUserCertificate(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a SshUserCertificate, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is SshUserCertificate {
    return NativeResource.isOfType(FACTS.SshUserCertificate.name, candidate);
  }
}

/** Inputs of StaticBackend. */
export type StaticBackendArgs = StaticBackendModule.StaticBackendArgs;
export interface StaticBackend extends OutputsOf<StaticBackendModule.StaticBackend> {}

/**
 * A backend that sends traffic to a fixed address on the internet, without an agent.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class StaticBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: StaticBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.StaticBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): StaticBackend {
    return new StaticBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a StaticBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is StaticBackend {
    return NativeResource.isOfType(FACTS.StaticBackend.name, candidate);
  }
}

/** Inputs of TcpEdge. */
export type TcpEdgeArgs = TcpEdgeModule.TcpEdgeArgs;
export interface TcpEdge extends OutputsOf<TcpEdgeModule.TcpEdge> {}

/**
 * An edge that accepts TCP connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * Assumed by convention: the API reference does not have it (docs/assumptions.md).
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TcpEdge extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: TcpEdgeArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TcpEdge, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TcpEdge {
    return new TcpEdge(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TcpEdge, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TcpEdge {
    return NativeResource.isOfType(FACTS.TcpEdge.name, candidate);
  }
}

/** Inputs of TlsCertificate. */
export type TlsCertificateArgs = TlsCertificateModule.TlsCertificateArgs;
export interface TlsCertificate extends OutputsOf<TlsCertificateModule.TlsCertificate> {}

/**
 * A TLS certificate with its private key, uploaded for use by reserved domains. Another PEM makes a new
 * object: it is created first, the domains move over, then the old one is deleted.
 *
 * API reference, section "TLS certificate".
 */
export class TlsCertificate extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TlsCertificateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TlsCertificate, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TlsCertificate {
    return new TlsCertificate(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TlsCertificate, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TlsCertificate {
    return NativeResource.isOfType(FACTS.TlsCertificate.name, candidate);
  }
}

/** Inputs of TlsEdge. */
export type TlsEdgeArgs = TlsEdgeModule.TlsEdgeArgs;
export interface TlsEdge extends OutputsOf<TlsEdgeModule.TlsEdge> {}

/**
 * An edge that accepts TLS connections for its hostports. Each module is set, changed and removed with its
 * property; a module that the program never declared is left alone.
 *
 * API reference, section "TLS edge".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TlsEdge extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: TlsEdgeArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TlsEdge, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): TlsEdge {
    return new TlsEdge(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TlsEdge, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TlsEdge {
    return NativeResource.isOfType(FACTS.TlsEdge.name, candidate);
  }
}

/** Inputs of TunnelGroupBackend. */
export type TunnelGroupBackendArgs = TunnelGroupBackendModule.TunnelGroupBackendArgs;
export interface TunnelGroupBackend extends OutputsOf<TunnelGroupBackendModule.TunnelGroupBackend> {}

/**
 * A backend of all tunnels with its labels, whichever agent started them.
 *
 * API reference, section "Tunnel group backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TunnelGroupBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: TunnelGroupBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TunnelGroupBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): TunnelGroupBackend {
    return new TunnelGroupBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TunnelGroupBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TunnelGroupBackend {
    return NativeResource.isOfType(FACTS.TunnelGroupBackend.name, candidate);
  }
}

/** Inputs of Vault. */
export type VaultArgs = VaultModule.VaultArgs;
export interface Vault extends OutputsOf<VaultModule.Vault> {}

/**
 * A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export class Vault extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: VaultArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.Vault, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Vault {
    return new Vault(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a Vault, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is Vault {
    return NativeResource.isOfType(FACTS.Vault.name, candidate);
  }
}

/** Inputs of WeightedBackend. */
export type WeightedBackendArgs = WeightedBackendModule.WeightedBackendArgs;
export interface WeightedBackend extends OutputsOf<WeightedBackendModule.WeightedBackend> {}

/**
 * A backend that distributes traffic among other backends by weight.
 *
 * API reference, section "Weighted backend".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class WeightedBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args?: WeightedBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.WeightedBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<id>`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): WeightedBackend {
    return new WeightedBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a WeightedBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is WeightedBackend {
    return NativeResource.isOfType(FACTS.WeightedBackend.name, candidate);
  }
}

/** Inputs of HttpsEdgeRouteBackend. */
export type HttpsEdgeRouteBackendArgs = HttpsEdgeRouteBackendModule.HttpsEdgeRouteBackendArgs;
export interface HttpsEdgeRouteBackend extends OutputsOf<HttpsEdgeRouteBackendModule.HttpsEdgeRouteBackend> {}

/**
 * The backend module of an HTTPS edge route that is managed elsewhere. Its creation sets the module,
 * whatever was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class HttpsEdgeRouteBackend extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: HttpsEdgeRouteBackendArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.HttpsEdgeRouteBackend, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/<routeId>/backend`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): HttpsEdgeRouteBackend {
    return new HttpsEdgeRouteBackend(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a HttpsEdgeRouteBackend, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is HttpsEdgeRouteBackend {
    return NativeResource.isOfType(FACTS.HttpsEdgeRouteBackend.name, candidate);
  }
}

/** Inputs of TcpEdgeIpRestriction. */
export type TcpEdgeIpRestrictionArgs = TcpEdgeIpRestrictionModule.TcpEdgeIpRestrictionArgs;
export interface TcpEdgeIpRestriction extends OutputsOf<TcpEdgeIpRestrictionModule.TcpEdgeIpRestriction> {}

/**
 * The IP restriction module of a TCP edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TcpEdgeIpRestriction extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TcpEdgeIpRestrictionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TcpEdgeIpRestriction, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/ip_restriction`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): TcpEdgeIpRestriction {
    return new TcpEdgeIpRestriction(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TcpEdgeIpRestriction, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TcpEdgeIpRestriction {
    return NativeResource.isOfType(FACTS.TcpEdgeIpRestriction.name, candidate);
  }
}

/** Inputs of TlsEdgeMutualTls. */
export type TlsEdgeMutualTlsArgs = TlsEdgeMutualTlsModule.TlsEdgeMutualTlsArgs;
export interface TlsEdgeMutualTls extends OutputsOf<TlsEdgeMutualTlsModule.TlsEdgeMutualTls> {}

/**
 * The mutual TLS module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever was
 * there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TlsEdgeMutualTls extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TlsEdgeMutualTlsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TlsEdgeMutualTls, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/mutual_tls`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): TlsEdgeMutualTls {
    return new TlsEdgeMutualTls(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TlsEdgeMutualTls, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TlsEdgeMutualTls {
    return NativeResource.isOfType(FACTS.TlsEdgeMutualTls.name, candidate);
  }
}

/** Inputs of TlsEdgeTlsTermination. */
export type TlsEdgeTlsTerminationArgs = TlsEdgeTlsTerminationModule.TlsEdgeTlsTerminationArgs;
export interface TlsEdgeTlsTermination extends OutputsOf<TlsEdgeTlsTerminationModule.TlsEdgeTlsTermination> {}

/**
 * The TLS termination module of a TLS edge that is managed elsewhere. Its creation sets the module, whatever
 * was there before.
 *
 * API reference, section "Edge module operations".
 *
 * @deprecated ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a
 * trafficPolicy there. Services that have edges go on with this class.
 */
export class TlsEdgeTlsTermination extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TlsEdgeTlsTerminationArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TlsEdgeTlsTermination, name, args, opts);
  }

  /**
   * Reads an existing object without managing it.
   *
   * @param id - `<edgeId>/tls_termination`.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): TlsEdgeTlsTermination {
    return new TlsEdgeTlsTermination(name, undefined as never, { ...opts, id });
  }

  /** Whether a value is a TlsEdgeTlsTermination, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TlsEdgeTlsTermination {
    return NativeResource.isOfType(FACTS.TlsEdgeTlsTermination.name, candidate);
  }
}

/** Inputs of TunnelAgentCommand. */
export type TunnelAgentCommandArgs = TunnelAgentCommandModule.TunnelAgentCommandArgs;
export interface TunnelAgentCommand extends OutputsOf<TunnelAgentCommandModule.TunnelAgentCommand> {}

/**
 * Tells the agent behind a tunnel session to restart, stop or update. It runs once on creation and again
 * whenever `triggers` change; changing the command or the session alone runs nothing, and destroying it does
 * nothing.
 *
 * API reference, section "Tunnel agent commands".
 */
export class TunnelAgentCommand extends NativeResource {
  /**
   * @param name - Name in the program; unique for the class.
   * @param args - What is wanted.
   * @param opts - Options of the engine, such as `protect` or `dependsOn`.
   */
  constructor(name: string, args: TunnelAgentCommandArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(FACTS.TunnelAgentCommand, name, args, opts);
  }

  /** Whether a value is a TunnelAgentCommand, also when it comes from another copy of this package. */
  static override isInstance(candidate: unknown): candidate is TunnelAgentCommand {
    return NativeResource.isOfType(FACTS.TunnelAgentCommand.name, candidate);
  }
}
