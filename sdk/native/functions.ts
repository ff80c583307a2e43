// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { AgentIngressResult, GetAgentIngressArgs } from "../functions/agent-ingress";
import type { ApiKeyResult, GetApiKeyArgs } from "../functions/api-key";
import type { ApplicationSessionResult, GetApplicationSessionArgs } from "../functions/application-session";
import type { ApplicationUserResult, GetApplicationUserArgs } from "../functions/application-user";
import type { BotUserResult, GetBotUserArgs } from "../functions/bot-user";
import type {
  CertificateAuthorityResult,
  GetCertificateAuthorityArgs,
} from "../functions/certificate-authority";
import type { CredentialResult, GetCredentialArgs } from "../functions/credential";
import type { EndpointResult, GetEndpointArgs } from "../functions/endpoint";
import type { EventDestinationResult, GetEventDestinationArgs } from "../functions/event-destination";
import type { EventSubscriptionResult, GetEventSubscriptionArgs } from "../functions/event-subscription";
import type { FailoverBackendResult, GetFailoverBackendArgs } from "../functions/failover-backend";
import type {
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult,
} from "../functions/http-response-backend";
import type { GetHttpsEdgeArgs, HttpsEdgeResult } from "../functions/https-edge";
import type {
  GetHttpsEdgeRouteArgs,
  HttpsEdgeRouteResult,
  ListHttpsEdgeRoutesArgs,
} from "../functions/https-edge-route";
import type {
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult,
} from "../functions/https-edge-route-backend";
import type { GetIpPolicyArgs, IpPolicyResult } from "../functions/ip-policy";
import type { GetIpPolicyRuleArgs, IpPolicyRuleResult } from "../functions/ip-policy-rule";
import type { GetIpRestrictionArgs, IpRestrictionResult } from "../functions/ip-restriction";
import type { GetReservedAddrArgs, ReservedAddrResult } from "../functions/reserved-addr";
import type { GetReservedDomainArgs, ReservedDomainResult } from "../functions/reserved-domain";
import type { GetSecretArgs, SecretResult } from "../functions/secret";
import type { GetServiceUserArgs, ServiceUserResult } from "../functions/service-user";
import type {
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult,
} from "../functions/ssh-certificate-authority";
import type { GetSshCredentialArgs, SshCredentialResult } from "../functions/ssh-credential";
import type { GetSshHostCertificateArgs, SshHostCertificateResult } from "../functions/ssh-host-certificate";
import type { GetSshUserCertificateArgs, SshUserCertificateResult } from "../functions/ssh-user-certificate";
import type { GetStaticBackendArgs, StaticBackendResult } from "../functions/static-backend";
import type { GetTcpEdgeArgs, TcpEdgeResult } from "../functions/tcp-edge";
import type {
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult,
} from "../functions/tcp-edge-ip-restriction";
import type { GetTlsCertificateArgs, TlsCertificateResult } from "../functions/tls-certificate";
import type { GetTlsEdgeArgs, TlsEdgeResult } from "../functions/tls-edge";
import type { GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult } from "../functions/tls-edge-mutual-tls";
import type {
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult,
} from "../functions/tls-edge-tls-termination";
import type { GetTunnelArgs, TunnelResult } from "../functions/tunnel";
import type { GetTunnelGroupBackendArgs, TunnelGroupBackendResult } from "../functions/tunnel-group-backend";
import type { GetTunnelSessionArgs, TunnelSessionResult } from "../functions/tunnel-session";
import type { GetVaultArgs, VaultResult } from "../functions/vault";
import type { GetWeightedBackendArgs, WeightedBackendResult } from "../functions/weighted-backend";
import {
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

export type { AgentIngressResult, GetAgentIngressArgs } from "../functions/agent-ingress";
export type { ApiKeyResult, GetApiKeyArgs } from "../functions/api-key";
export type { ApplicationSessionResult, GetApplicationSessionArgs } from "../functions/application-session";
export type { ApplicationUserResult, GetApplicationUserArgs } from "../functions/application-user";
export type { BotUserResult, GetBotUserArgs } from "../functions/bot-user";
export type {
  CertificateAuthorityResult,
  GetCertificateAuthorityArgs,
} from "../functions/certificate-authority";
export type { CredentialResult, GetCredentialArgs } from "../functions/credential";
export type { EndpointResult, GetEndpointArgs } from "../functions/endpoint";
export type { EventDestinationResult, GetEventDestinationArgs } from "../functions/event-destination";
export type { EventSubscriptionResult, GetEventSubscriptionArgs } from "../functions/event-subscription";
export type { FailoverBackendResult, GetFailoverBackendArgs } from "../functions/failover-backend";
export type {
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult,
} from "../functions/http-response-backend";
export type { GetHttpsEdgeArgs, HttpsEdgeResult } from "../functions/https-edge";
export type {
  GetHttpsEdgeRouteArgs,
  HttpsEdgeRouteResult,
  ListHttpsEdgeRoutesArgs,
} from "../functions/https-edge-route";
export type {
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult,
} from "../functions/https-edge-route-backend";
export type { GetIpPolicyArgs, IpPolicyResult } from "../functions/ip-policy";
export type { GetIpPolicyRuleArgs, IpPolicyRuleResult } from "../functions/ip-policy-rule";
export type { GetIpRestrictionArgs, IpRestrictionResult } from "../functions/ip-restriction";
export type { GetReservedAddrArgs, ReservedAddrResult } from "../functions/reserved-addr";
export type { GetReservedDomainArgs, ReservedDomainResult } from "../functions/reserved-domain";
export type { GetSecretArgs, SecretResult } from "../functions/secret";
export type { GetServiceUserArgs, ServiceUserResult } from "../functions/service-user";
export type {
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult,
} from "../functions/ssh-certificate-authority";
export type { GetSshCredentialArgs, SshCredentialResult } from "../functions/ssh-credential";
export type { GetSshHostCertificateArgs, SshHostCertificateResult } from "../functions/ssh-host-certificate";
export type { GetSshUserCertificateArgs, SshUserCertificateResult } from "../functions/ssh-user-certificate";
export type { GetStaticBackendArgs, StaticBackendResult } from "../functions/static-backend";
export type { GetTcpEdgeArgs, TcpEdgeResult } from "../functions/tcp-edge";
export type {
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult,
} from "../functions/tcp-edge-ip-restriction";
export type { GetTlsCertificateArgs, TlsCertificateResult } from "../functions/tls-certificate";
export type { GetTlsEdgeArgs, TlsEdgeResult } from "../functions/tls-edge";
export type { GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult } from "../functions/tls-edge-mutual-tls";
export type {
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult,
} from "../functions/tls-edge-tls-termination";
export type { GetTunnelArgs, TunnelResult } from "../functions/tunnel";
export type { GetTunnelGroupBackendArgs, TunnelGroupBackendResult } from "../functions/tunnel-group-backend";
export type { GetTunnelSessionArgs, TunnelSessionResult } from "../functions/tunnel-session";
export type { GetVaultArgs, VaultResult } from "../functions/vault";
export type { GetWeightedBackendArgs, WeightedBackendResult } from "../functions/weighted-backend";

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getAgentIngressOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getAgentIngress(
  args: GetAgentIngressArgs,
  opts?: LookupOptions,
): Promise<AgentIngressResult> {
  return get<AgentIngressResult>("AgentIngress", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getAgentIngressOutput(
  args: InputsOf<GetAgentIngressArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<AgentIngressResult> {
  return getOutput<AgentIngressResult>("AgentIngress", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listAgentIngresses(opts?: ListOptions): Promise<AgentIngressResult[]> {
  return list<AgentIngressResult>("AgentIngresses", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listAgentIngressesOutput(opts?: ListOutputOptions): pulumi.Output<AgentIngressResult[]> {
  return listOutput<AgentIngressResult>("AgentIngresses", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getApiKeyOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApiKey(args: GetApiKeyArgs, opts?: LookupOptions): Promise<ApiKeyResult> {
  return get<ApiKeyResult>("ApiKey", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApiKeyOutput(
  args: InputsOf<GetApiKeyArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApiKeyResult> {
  return getOutput<ApiKeyResult>("ApiKey", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listApiKeys(opts?: ListOptions): Promise<ApiKeyResult[]> {
  return list<ApiKeyResult>("ApiKeys", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApiKeysOutput(opts?: ListOutputOptions): pulumi.Output<ApiKeyResult[]> {
  return listOutput<ApiKeyResult>("ApiKeys", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getBotUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getBotUser(args: GetBotUserArgs, opts?: LookupOptions): Promise<BotUserResult> {
  return get<BotUserResult>("BotUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getBotUserOutput(
  args: InputsOf<GetBotUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<BotUserResult> {
  return getOutput<BotUserResult>("BotUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listBotUsers(opts?: LookupOptions): Promise<BotUserResult[]> {
  return list<BotUserResult>("BotUsers", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listBotUsersOutput(opts?: LookupOutputOptions): pulumi.Output<BotUserResult[]> {
  return listOutput<BotUserResult>("BotUsers", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getCertificateAuthorityOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getCertificateAuthority(
  args: GetCertificateAuthorityArgs,
  opts?: LookupOptions,
): Promise<CertificateAuthorityResult> {
  return get<CertificateAuthorityResult>("CertificateAuthority", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getCertificateAuthorityOutput(
  args: InputsOf<GetCertificateAuthorityArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<CertificateAuthorityResult> {
  return getOutput<CertificateAuthorityResult>("CertificateAuthority", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listCertificateAuthorities(opts?: ListOptions): Promise<CertificateAuthorityResult[]> {
  return list<CertificateAuthorityResult>("CertificateAuthorities", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listCertificateAuthoritiesOutput(
  opts?: ListOutputOptions,
): pulumi.Output<CertificateAuthorityResult[]> {
  return listOutput<CertificateAuthorityResult>("CertificateAuthorities", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getCredentialOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getCredential(args: GetCredentialArgs, opts?: LookupOptions): Promise<CredentialResult> {
  return get<CredentialResult>("Credential", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getCredentialOutput(
  args: InputsOf<GetCredentialArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<CredentialResult> {
  return getOutput<CredentialResult>("Credential", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listCredentials(opts?: ListOptions): Promise<CredentialResult[]> {
  return list<CredentialResult>("Credentials", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listCredentialsOutput(opts?: ListOutputOptions): pulumi.Output<CredentialResult[]> {
  return listOutput<CredentialResult>("Credentials", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getEndpointOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getEndpoint(args: GetEndpointArgs, opts?: LookupOptions): Promise<EndpointResult> {
  return get<EndpointResult>("Endpoint", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getEndpointOutput(
  args: InputsOf<GetEndpointArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<EndpointResult> {
  return getOutput<EndpointResult>("Endpoint", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listEndpoints(opts?: ListOptions): Promise<EndpointResult[]> {
  return list<EndpointResult>("Endpoints", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listEndpointsOutput(opts?: ListOutputOptions): pulumi.Output<EndpointResult[]> {
  return listOutput<EndpointResult>("Endpoints", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getEventDestinationOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getEventDestination(
  args: GetEventDestinationArgs,
  opts?: LookupOptions,
): Promise<EventDestinationResult> {
  return get<EventDestinationResult>("EventDestination", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getEventDestinationOutput(
  args: InputsOf<GetEventDestinationArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<EventDestinationResult> {
  return getOutput<EventDestinationResult>("EventDestination", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listEventDestinations(opts?: ListOptions): Promise<EventDestinationResult[]> {
  return list<EventDestinationResult>("EventDestinations", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listEventDestinationsOutput(
  opts?: ListOutputOptions,
): pulumi.Output<EventDestinationResult[]> {
  return listOutput<EventDestinationResult>("EventDestinations", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getEventSubscriptionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getEventSubscription(
  args: GetEventSubscriptionArgs,
  opts?: LookupOptions,
): Promise<EventSubscriptionResult> {
  return get<EventSubscriptionResult>("EventSubscription", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getEventSubscriptionOutput(
  args: InputsOf<GetEventSubscriptionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<EventSubscriptionResult> {
  return getOutput<EventSubscriptionResult>("EventSubscription", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listEventSubscriptions(opts?: ListOptions): Promise<EventSubscriptionResult[]> {
  return list<EventSubscriptionResult>("EventSubscriptions", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listEventSubscriptionsOutput(
  opts?: ListOutputOptions,
): pulumi.Output<EventSubscriptionResult[]> {
  return listOutput<EventSubscriptionResult>("EventSubscriptions", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getFailoverBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getFailoverBackend(
  args: GetFailoverBackendArgs,
  opts?: LookupOptions,
): Promise<FailoverBackendResult> {
  return get<FailoverBackendResult>("FailoverBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getFailoverBackendOutput(
  args: InputsOf<GetFailoverBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<FailoverBackendResult> {
  return getOutput<FailoverBackendResult>("FailoverBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listFailoverBackends(opts?: LookupOptions): Promise<FailoverBackendResult[]> {
  return list<FailoverBackendResult>("FailoverBackends", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listFailoverBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<FailoverBackendResult[]> {
  return listOutput<FailoverBackendResult>("FailoverBackends", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpResponseBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpResponseBackend(
  args: GetHttpResponseBackendArgs,
  opts?: LookupOptions,
): Promise<HttpResponseBackendResult> {
  return get<HttpResponseBackendResult>("HttpResponseBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpResponseBackendOutput(
  args: InputsOf<GetHttpResponseBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpResponseBackendResult> {
  return getOutput<HttpResponseBackendResult>("HttpResponseBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listHttpResponseBackends(opts?: LookupOptions): Promise<HttpResponseBackendResult[]> {
  return list<HttpResponseBackendResult>("HttpResponseBackends", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpResponseBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<HttpResponseBackendResult[]> {
  return listOutput<HttpResponseBackendResult>("HttpResponseBackends", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpsEdge(args: GetHttpsEdgeArgs, opts?: LookupOptions): Promise<HttpsEdgeResult> {
  return get<HttpsEdgeResult>("HttpsEdge", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeOutput(
  args: InputsOf<GetHttpsEdgeArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeResult> {
  return getOutput<HttpsEdgeResult>("HttpsEdge", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listHttpsEdges(opts?: LookupOptions): Promise<HttpsEdgeResult[]> {
  return list<HttpsEdgeResult>("HttpsEdges", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpsEdgesOutput(opts?: LookupOutputOptions): pulumi.Output<HttpsEdgeResult[]> {
  return listOutput<HttpsEdgeResult>("HttpsEdges", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeRouteOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getHttpsEdgeRoute(
  args: GetHttpsEdgeRouteArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteResult> {
  return get<HttpsEdgeRouteResult>("HttpsEdgeRoute", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeRouteOutput(
  args: InputsOf<GetHttpsEdgeRouteArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteResult> {
  return getOutput<HttpsEdgeRouteResult>("HttpsEdgeRoute", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listHttpsEdgeRoutes(
  at: ListHttpsEdgeRoutesArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteResult[]> {
  return list<HttpsEdgeRouteResult>("HttpsEdgeRoutes", at, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listHttpsEdgeRoutesOutput(
  at: InputsOf<ListHttpsEdgeRoutesArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteResult[]> {
  return listOutput<HttpsEdgeRouteResult>("HttpsEdgeRoutes", at, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpPolicyOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpPolicy(args: GetIpPolicyArgs, opts?: LookupOptions): Promise<IpPolicyResult> {
  return get<IpPolicyResult>("IpPolicy", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpPolicyOutput(
  args: InputsOf<GetIpPolicyArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpPolicyResult> {
  return getOutput<IpPolicyResult>("IpPolicy", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listIpPolicies(opts?: ListOptions): Promise<IpPolicyResult[]> {
  return list<IpPolicyResult>("IpPolicies", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpPoliciesOutput(opts?: ListOutputOptions): pulumi.Output<IpPolicyResult[]> {
  return listOutput<IpPolicyResult>("IpPolicies", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpPolicyRuleOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpPolicyRule(
  args: GetIpPolicyRuleArgs,
  opts?: LookupOptions,
): Promise<IpPolicyRuleResult> {
  return get<IpPolicyRuleResult>("IpPolicyRule", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpPolicyRuleOutput(
  args: InputsOf<GetIpPolicyRuleArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpPolicyRuleResult> {
  return getOutput<IpPolicyRuleResult>("IpPolicyRule", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listIpPolicyRules(opts?: ListOptions): Promise<IpPolicyRuleResult[]> {
  return list<IpPolicyRuleResult>("IpPolicyRules", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpPolicyRulesOutput(opts?: ListOutputOptions): pulumi.Output<IpPolicyRuleResult[]> {
  return listOutput<IpPolicyRuleResult>("IpPolicyRules", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getIpRestrictionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getIpRestriction(
  args: GetIpRestrictionArgs,
  opts?: LookupOptions,
): Promise<IpRestrictionResult> {
  return get<IpRestrictionResult>("IpRestriction", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getIpRestrictionOutput(
  args: InputsOf<GetIpRestrictionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<IpRestrictionResult> {
  return getOutput<IpRestrictionResult>("IpRestriction", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listIpRestrictions(opts?: ListOptions): Promise<IpRestrictionResult[]> {
  return list<IpRestrictionResult>("IpRestrictions", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listIpRestrictionsOutput(opts?: ListOutputOptions): pulumi.Output<IpRestrictionResult[]> {
  return listOutput<IpRestrictionResult>("IpRestrictions", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getReservedAddrOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getReservedAddr(
  args: GetReservedAddrArgs,
  opts?: LookupOptions,
): Promise<ReservedAddrResult> {
  return get<ReservedAddrResult>("ReservedAddr", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getReservedAddrOutput(
  args: InputsOf<GetReservedAddrArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ReservedAddrResult> {
  return getOutput<ReservedAddrResult>("ReservedAddr", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listReservedAddrs(opts?: ListOptions): Promise<ReservedAddrResult[]> {
  return list<ReservedAddrResult>("ReservedAddrs", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listReservedAddrsOutput(opts?: ListOutputOptions): pulumi.Output<ReservedAddrResult[]> {
  return listOutput<ReservedAddrResult>("ReservedAddrs", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getReservedDomainOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getReservedDomain(
  args: GetReservedDomainArgs,
  opts?: LookupOptions,
): Promise<ReservedDomainResult> {
  return get<ReservedDomainResult>("ReservedDomain", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getReservedDomainOutput(
  args: InputsOf<GetReservedDomainArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ReservedDomainResult> {
  return getOutput<ReservedDomainResult>("ReservedDomain", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listReservedDomains(opts?: ListOptions): Promise<ReservedDomainResult[]> {
  return list<ReservedDomainResult>("ReservedDomains", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listReservedDomainsOutput(opts?: ListOutputOptions): pulumi.Output<ReservedDomainResult[]> {
  return listOutput<ReservedDomainResult>("ReservedDomains", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSecretOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSecret(args: GetSecretArgs, opts?: LookupOptions): Promise<SecretResult> {
  return get<SecretResult>("Secret", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSecretOutput(
  args: InputsOf<GetSecretArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SecretResult> {
  return getOutput<SecretResult>("Secret", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listSecrets(opts?: ListOptions): Promise<SecretResult[]> {
  return list<SecretResult>("Secrets", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSecretsOutput(opts?: ListOutputOptions): pulumi.Output<SecretResult[]> {
  return listOutput<SecretResult>("Secrets", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getServiceUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getServiceUser(args: GetServiceUserArgs, opts?: LookupOptions): Promise<ServiceUserResult> {
  return get<ServiceUserResult>("ServiceUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getServiceUserOutput(
  args: InputsOf<GetServiceUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ServiceUserResult> {
  return getOutput<ServiceUserResult>("ServiceUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listServiceUsers(opts?: ListOptions): Promise<ServiceUserResult[]> {
  return list<ServiceUserResult>("ServiceUsers", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listServiceUsersOutput(opts?: ListOutputOptions): pulumi.Output<ServiceUserResult[]> {
  return listOutput<ServiceUserResult>("ServiceUsers", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSshCertificateAuthorityOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshCertificateAuthority(
  args: GetSshCertificateAuthorityArgs,
  opts?: LookupOptions,
): Promise<SshCertificateAuthorityResult> {
  return get<SshCertificateAuthorityResult>("SshCertificateAuthority", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshCertificateAuthorityOutput(
  args: InputsOf<GetSshCertificateAuthorityArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshCertificateAuthorityResult> {
  return getOutput<SshCertificateAuthorityResult>("SshCertificateAuthority", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listSshCertificateAuthorities(opts?: ListOptions): Promise<SshCertificateAuthorityResult[]> {
  return list<SshCertificateAuthorityResult>("SshCertificateAuthorities", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshCertificateAuthoritiesOutput(
  opts?: ListOutputOptions,
): pulumi.Output<SshCertificateAuthorityResult[]> {
  return listOutput<SshCertificateAuthorityResult>("SshCertificateAuthorities", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSshCredentialOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshCredential(
  args: GetSshCredentialArgs,
  opts?: LookupOptions,
): Promise<SshCredentialResult> {
  return get<SshCredentialResult>("SshCredential", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshCredentialOutput(
  args: InputsOf<GetSshCredentialArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshCredentialResult> {
  return getOutput<SshCredentialResult>("SshCredential", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listSshCredentials(opts?: ListOptions): Promise<SshCredentialResult[]> {
  return list<SshCredentialResult>("SshCredentials", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshCredentialsOutput(opts?: ListOutputOptions): pulumi.Output<SshCredentialResult[]> {
  return listOutput<SshCredentialResult>("SshCredentials", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSshHostCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshHostCertificate(
  args: GetSshHostCertificateArgs,
  opts?: LookupOptions,
): Promise<SshHostCertificateResult> {
  return get<SshHostCertificateResult>("SshHostCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshHostCertificateOutput(
  args: InputsOf<GetSshHostCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshHostCertificateResult> {
  return getOutput<SshHostCertificateResult>("SshHostCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listSshHostCertificates(opts?: LookupOptions): Promise<SshHostCertificateResult[]> {
  return list<SshHostCertificateResult>("SshHostCertificates", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshHostCertificatesOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<SshHostCertificateResult[]> {
  return listOutput<SshHostCertificateResult>("SshHostCertificates", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getSshUserCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getSshUserCertificate(
  args: GetSshUserCertificateArgs,
  opts?: LookupOptions,
): Promise<SshUserCertificateResult> {
  return get<SshUserCertificateResult>("SshUserCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getSshUserCertificateOutput(
  args: InputsOf<GetSshUserCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<SshUserCertificateResult> {
  return getOutput<SshUserCertificateResult>("SshUserCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listSshUserCertificates(opts?: LookupOptions): Promise<SshUserCertificateResult[]> {
  return list<SshUserCertificateResult>("SshUserCertificates", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listSshUserCertificatesOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<SshUserCertificateResult[]> {
  return listOutput<SshUserCertificateResult>("SshUserCertificates", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getStaticBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getStaticBackend(
  args: GetStaticBackendArgs,
  opts?: LookupOptions,
): Promise<StaticBackendResult> {
  return get<StaticBackendResult>("StaticBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getStaticBackendOutput(
  args: InputsOf<GetStaticBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<StaticBackendResult> {
  return getOutput<StaticBackendResult>("StaticBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listStaticBackends(opts?: LookupOptions): Promise<StaticBackendResult[]> {
  return list<StaticBackendResult>("StaticBackends", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listStaticBackendsOutput(opts?: LookupOutputOptions): pulumi.Output<StaticBackendResult[]> {
  return listOutput<StaticBackendResult>("StaticBackends", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTcpEdgeOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTcpEdge(args: GetTcpEdgeArgs, opts?: LookupOptions): Promise<TcpEdgeResult> {
  return get<TcpEdgeResult>("TcpEdge", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTcpEdgeOutput(
  args: InputsOf<GetTcpEdgeArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TcpEdgeResult> {
  return getOutput<TcpEdgeResult>("TcpEdge", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listTcpEdges(opts?: LookupOptions): Promise<TcpEdgeResult[]> {
  return list<TcpEdgeResult>("TcpEdges", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTcpEdgesOutput(opts?: LookupOutputOptions): pulumi.Output<TcpEdgeResult[]> {
  return listOutput<TcpEdgeResult>("TcpEdges", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTlsCertificateOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTlsCertificate(
  args: GetTlsCertificateArgs,
  opts?: LookupOptions,
): Promise<TlsCertificateResult> {
  return get<TlsCertificateResult>("TlsCertificate", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsCertificateOutput(
  args: InputsOf<GetTlsCertificateArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsCertificateResult> {
  return getOutput<TlsCertificateResult>("TlsCertificate", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listTlsCertificates(opts?: ListOptions): Promise<TlsCertificateResult[]> {
  return list<TlsCertificateResult>("TlsCertificates", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTlsCertificatesOutput(opts?: ListOutputOptions): pulumi.Output<TlsCertificateResult[]> {
  return listOutput<TlsCertificateResult>("TlsCertificates", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTlsEdgeOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTlsEdge(args: GetTlsEdgeArgs, opts?: LookupOptions): Promise<TlsEdgeResult> {
  return get<TlsEdgeResult>("TlsEdge", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsEdgeOutput(
  args: InputsOf<GetTlsEdgeArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsEdgeResult> {
  return getOutput<TlsEdgeResult>("TlsEdge", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listTlsEdges(opts?: LookupOptions): Promise<TlsEdgeResult[]> {
  return list<TlsEdgeResult>("TlsEdges", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTlsEdgesOutput(opts?: LookupOutputOptions): pulumi.Output<TlsEdgeResult[]> {
  return listOutput<TlsEdgeResult>("TlsEdges", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTunnelGroupBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnelGroupBackend(
  args: GetTunnelGroupBackendArgs,
  opts?: LookupOptions,
): Promise<TunnelGroupBackendResult> {
  return get<TunnelGroupBackendResult>("TunnelGroupBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelGroupBackendOutput(
  args: InputsOf<GetTunnelGroupBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelGroupBackendResult> {
  return getOutput<TunnelGroupBackendResult>("TunnelGroupBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listTunnelGroupBackends(opts?: LookupOptions): Promise<TunnelGroupBackendResult[]> {
  return list<TunnelGroupBackendResult>("TunnelGroupBackends", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelGroupBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelGroupBackendResult[]> {
  return listOutput<TunnelGroupBackendResult>("TunnelGroupBackends", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getVaultOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getVault(args: GetVaultArgs, opts?: LookupOptions): Promise<VaultResult> {
  return get<VaultResult>("Vault", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getVaultOutput(
  args: InputsOf<GetVaultArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<VaultResult> {
  return getOutput<VaultResult>("Vault", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listVaults(opts?: ListOptions): Promise<VaultResult[]> {
  return list<VaultResult>("Vaults", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listVaultsOutput(opts?: ListOutputOptions): pulumi.Output<VaultResult[]> {
  return listOutput<VaultResult>("Vaults", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getWeightedBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getWeightedBackend(
  args: GetWeightedBackendArgs,
  opts?: LookupOptions,
): Promise<WeightedBackendResult> {
  return get<WeightedBackendResult>("WeightedBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getWeightedBackendOutput(
  args: InputsOf<GetWeightedBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<WeightedBackendResult> {
  return getOutput<WeightedBackendResult>("WeightedBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listWeightedBackends(opts?: LookupOptions): Promise<WeightedBackendResult[]> {
  return list<WeightedBackendResult>("WeightedBackends", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listWeightedBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<WeightedBackendResult[]> {
  return listOutput<WeightedBackendResult>("WeightedBackends", {}, opts);
}

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getHttpsEdgeRouteBackendOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getHttpsEdgeRouteBackend(
  args: GetHttpsEdgeRouteBackendArgs,
  opts?: LookupOptions,
): Promise<HttpsEdgeRouteBackendResult> {
  return get<HttpsEdgeRouteBackendResult>("HttpsEdgeRouteBackend", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getHttpsEdgeRouteBackendOutput(
  args: InputsOf<GetHttpsEdgeRouteBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<HttpsEdgeRouteBackendResult> {
  return getOutput<HttpsEdgeRouteBackendResult>("HttpsEdgeRouteBackend", args, opts);
}

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTcpEdgeIpRestrictionOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTcpEdgeIpRestriction(
  args: GetTcpEdgeIpRestrictionArgs,
  opts?: LookupOptions,
): Promise<TcpEdgeIpRestrictionResult> {
  return get<TcpEdgeIpRestrictionResult>("TcpEdgeIpRestriction", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTcpEdgeIpRestrictionOutput(
  args: InputsOf<GetTcpEdgeIpRestrictionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TcpEdgeIpRestrictionResult> {
  return getOutput<TcpEdgeIpRestrictionResult>("TcpEdgeIpRestriction", args, opts);
}

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTlsEdgeMutualTlsOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTlsEdgeMutualTls(
  args: GetTlsEdgeMutualTlsArgs,
  opts?: LookupOptions,
): Promise<TlsEdgeMutualTlsResult> {
  return get<TlsEdgeMutualTlsResult>("TlsEdgeMutualTls", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsEdgeMutualTlsOutput(
  args: InputsOf<GetTlsEdgeMutualTlsArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsEdgeMutualTlsResult> {
  return getOutput<TlsEdgeMutualTlsResult>("TlsEdgeMutualTls", args, opts);
}

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTlsEdgeTlsTerminationOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTlsEdgeTlsTermination(
  args: GetTlsEdgeTlsTerminationArgs,
  opts?: LookupOptions,
): Promise<TlsEdgeTlsTerminationResult> {
  return get<TlsEdgeTlsTerminationResult>("TlsEdgeTlsTermination", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsEdgeTlsTerminationOutput(
  args: InputsOf<GetTlsEdgeTlsTerminationArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsEdgeTlsTerminationResult> {
  return getOutput<TlsEdgeTlsTerminationResult>("TlsEdgeTlsTermination", args, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getApplicationSessionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApplicationSession(
  args: GetApplicationSessionArgs,
  opts?: LookupOptions,
): Promise<ApplicationSessionResult> {
  return get<ApplicationSessionResult>("ApplicationSession", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApplicationSessionOutput(
  args: InputsOf<GetApplicationSessionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationSessionResult> {
  return getOutput<ApplicationSessionResult>("ApplicationSession", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listApplicationSessions(opts?: LookupOptions): Promise<ApplicationSessionResult[]> {
  return list<ApplicationSessionResult>("ApplicationSessions", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApplicationSessionsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationSessionResult[]> {
  return listOutput<ApplicationSessionResult>("ApplicationSessions", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getApplicationUserOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApplicationUser(
  args: GetApplicationUserArgs,
  opts?: LookupOptions,
): Promise<ApplicationUserResult> {
  return get<ApplicationUserResult>("ApplicationUser", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApplicationUserOutput(
  args: InputsOf<GetApplicationUserArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationUserResult> {
  return getOutput<ApplicationUserResult>("ApplicationUser", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listApplicationUsers(opts?: LookupOptions): Promise<ApplicationUserResult[]> {
  return list<ApplicationUserResult>("ApplicationUsers", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApplicationUsersOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationUserResult[]> {
  return listOutput<ApplicationUserResult>("ApplicationUsers", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTunnelOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnel(args: GetTunnelArgs, opts?: LookupOptions): Promise<TunnelResult> {
  return get<TunnelResult>("Tunnel", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelOutput(
  args: InputsOf<GetTunnelArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelResult> {
  return getOutput<TunnelResult>("Tunnel", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention.
 */
export function listTunnels(opts?: LookupOptions): Promise<TunnelResult[]> {
  return list<TunnelResult>("Tunnels", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelsOutput(opts?: LookupOutputOptions): pulumi.Output<TunnelResult[]> {
  return listOutput<TunnelResult>("Tunnels", {}, opts);
}

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTunnelSessionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnelSession(
  args: GetTunnelSessionArgs,
  opts?: LookupOptions,
): Promise<TunnelSessionResult> {
  return get<TunnelSessionResult>("TunnelSession", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelSessionOutput(
  args: InputsOf<GetTunnelSessionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelSessionResult> {
  return getOutput<TunnelSessionResult>("TunnelSession", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them.
 */
export function listTunnelSessions(opts?: ListOptions): Promise<TunnelSessionResult[]> {
  return list<TunnelSessionResult>("TunnelSessions", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelSessionsOutput(opts?: ListOutputOptions): pulumi.Output<TunnelSessionResult[]> {
  return listOutput<TunnelSessionResult>("TunnelSessions", {}, opts);
}
