// Generated from provider/families by `npm run generate`; do not edit.
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
import type { GetKubernetesOperatorArgs, KubernetesOperatorResult } from "../functions/kubernetes-operator";
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
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListIn,
  type ListInOutput,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
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
export type { GetKubernetesOperatorArgs, KubernetesOperatorResult } from "../functions/kubernetes-operator";
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

/** Reads one object immediately, including during previews. */
export const getAgentIngress: Get<GetAgentIngressArgs, AgentIngressResult> = (args, opts) =>
  get("AgentIngress", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getAgentIngressOutput: GetOutput<GetAgentIngressArgs, AgentIngressResult> = (args, opts) =>
  getOutput("AgentIngress", args, opts);
/** Reads all objects immediately, including during previews. */
export const listAgentIngresses: List<AgentIngressResult, ListOptions> = (opts) =>
  list("AgentIngresses", {}, opts);
/** Reads all objects, as an output. */
export const listAgentIngressesOutput: ListOutput<AgentIngressResult, ListOutputOptions> = (opts) =>
  listOutput("AgentIngresses", {}, opts);
/** Reads one object immediately, including during previews. */
export const getApiKey: Get<GetApiKeyArgs, ApiKeyResult> = (args, opts) => get("ApiKey", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getApiKeyOutput: GetOutput<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  getOutput("ApiKey", args, opts);
/** Reads all objects immediately, including during previews. */
export const listApiKeys: List<ApiKeyResult, ListOptions> = (opts) => list("ApiKeys", {}, opts);
/** Reads all objects, as an output. */
export const listApiKeysOutput: ListOutput<ApiKeyResult, ListOutputOptions> = (opts) =>
  listOutput("ApiKeys", {}, opts);
/** Reads one object immediately, including during previews. */
export const getBotUser: Get<GetBotUserArgs, BotUserResult> = (args, opts) => get("BotUser", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getBotUserOutput: GetOutput<GetBotUserArgs, BotUserResult> = (args, opts) =>
  getOutput("BotUser", args, opts);
/** Reads all objects immediately, including during previews. */
export const listBotUsers: List<BotUserResult> = (opts) => list("BotUsers", {}, opts);
/** Reads all objects, as an output. */
export const listBotUsersOutput: ListOutput<BotUserResult> = (opts) => listOutput("BotUsers", {}, opts);
/** Reads one object immediately, including during previews. */
export const getCertificateAuthority: Get<GetCertificateAuthorityArgs, CertificateAuthorityResult> = (
  args,
  opts,
) => get("CertificateAuthority", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getCertificateAuthorityOutput: GetOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
> = (args, opts) => getOutput("CertificateAuthority", args, opts);
/** Reads all objects immediately, including during previews. */
export const listCertificateAuthorities: List<CertificateAuthorityResult, ListOptions> = (opts) =>
  list("CertificateAuthorities", {}, opts);
/** Reads all objects, as an output. */
export const listCertificateAuthoritiesOutput: ListOutput<CertificateAuthorityResult, ListOutputOptions> = (
  opts,
) => listOutput("CertificateAuthorities", {}, opts);
/** Reads one object immediately, including during previews. */
export const getCredential: Get<GetCredentialArgs, CredentialResult> = (args, opts) =>
  get("Credential", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getCredentialOutput: GetOutput<GetCredentialArgs, CredentialResult> = (args, opts) =>
  getOutput("Credential", args, opts);
/** Reads all objects immediately, including during previews. */
export const listCredentials: List<CredentialResult, ListOptions> = (opts) => list("Credentials", {}, opts);
/** Reads all objects, as an output. */
export const listCredentialsOutput: ListOutput<CredentialResult, ListOutputOptions> = (opts) =>
  listOutput("Credentials", {}, opts);
/** Reads one object immediately, including during previews. */
export const getEndpoint: Get<GetEndpointArgs, EndpointResult> = (args, opts) => get("Endpoint", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getEndpointOutput: GetOutput<GetEndpointArgs, EndpointResult> = (args, opts) =>
  getOutput("Endpoint", args, opts);
/** Reads all objects immediately, including during previews. */
export const listEndpoints: List<EndpointResult, ListOptions> = (opts) => list("Endpoints", {}, opts);
/** Reads all objects, as an output. */
export const listEndpointsOutput: ListOutput<EndpointResult, ListOutputOptions> = (opts) =>
  listOutput("Endpoints", {}, opts);
/** Reads one object immediately, including during previews. */
export const getEventDestination: Get<GetEventDestinationArgs, EventDestinationResult> = (args, opts) =>
  get("EventDestination", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getEventDestinationOutput: GetOutput<GetEventDestinationArgs, EventDestinationResult> = (
  args,
  opts,
) => getOutput("EventDestination", args, opts);
/** Reads all objects immediately, including during previews. */
export const listEventDestinations: List<EventDestinationResult, ListOptions> = (opts) =>
  list("EventDestinations", {}, opts);
/** Reads all objects, as an output. */
export const listEventDestinationsOutput: ListOutput<EventDestinationResult, ListOutputOptions> = (opts) =>
  listOutput("EventDestinations", {}, opts);
/** Reads one object immediately, including during previews. */
export const getEventSubscription: Get<GetEventSubscriptionArgs, EventSubscriptionResult> = (args, opts) =>
  get("EventSubscription", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getEventSubscriptionOutput: GetOutput<GetEventSubscriptionArgs, EventSubscriptionResult> = (
  args,
  opts,
) => getOutput("EventSubscription", args, opts);
/** Reads all objects immediately, including during previews. */
export const listEventSubscriptions: List<EventSubscriptionResult, ListOptions> = (opts) =>
  list("EventSubscriptions", {}, opts);
/** Reads all objects, as an output. */
export const listEventSubscriptionsOutput: ListOutput<EventSubscriptionResult, ListOutputOptions> = (opts) =>
  listOutput("EventSubscriptions", {}, opts);
/** Reads one object immediately, including during previews. */
export const getFailoverBackend: Get<GetFailoverBackendArgs, FailoverBackendResult> = (args, opts) =>
  get("FailoverBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getFailoverBackendOutput: GetOutput<GetFailoverBackendArgs, FailoverBackendResult> = (
  args,
  opts,
) => getOutput("FailoverBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listFailoverBackends: List<FailoverBackendResult> = (opts) => list("FailoverBackends", {}, opts);
/** Reads all objects, as an output. */
export const listFailoverBackendsOutput: ListOutput<FailoverBackendResult> = (opts) =>
  listOutput("FailoverBackends", {}, opts);
/** Reads one object immediately, including during previews. */
export const getHttpResponseBackend: Get<GetHttpResponseBackendArgs, HttpResponseBackendResult> = (
  args,
  opts,
) => get("HttpResponseBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getHttpResponseBackendOutput: GetOutput<
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult
> = (args, opts) => getOutput("HttpResponseBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listHttpResponseBackends: List<HttpResponseBackendResult> = (opts) =>
  list("HttpResponseBackends", {}, opts);
/** Reads all objects, as an output. */
export const listHttpResponseBackendsOutput: ListOutput<HttpResponseBackendResult> = (opts) =>
  listOutput("HttpResponseBackends", {}, opts);
/** Reads one object immediately, including during previews. */
export const getHttpsEdge: Get<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  get("HttpsEdge", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeOutput: GetOutput<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  getOutput("HttpsEdge", args, opts);
/** Reads all objects immediately, including during previews. */
export const listHttpsEdges: List<HttpsEdgeResult> = (opts) => list("HttpsEdges", {}, opts);
/** Reads all objects, as an output. */
export const listHttpsEdgesOutput: ListOutput<HttpsEdgeResult> = (opts) => listOutput("HttpsEdges", {}, opts);
/** Reads one object immediately, including during previews. */
export const getHttpsEdgeRoute: Get<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult> = (args, opts) =>
  get("HttpsEdgeRoute", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeRouteOutput: GetOutput<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult> = (args, opts) =>
  getOutput("HttpsEdgeRoute", args, opts);
/** Reads all objects immediately, including during previews. */
export const listHttpsEdgeRoutes: ListIn<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult> = (at, opts) =>
  list("HttpsEdgeRoutes", at, opts);
/** Reads all objects, as an output. */
export const listHttpsEdgeRoutesOutput: ListInOutput<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult> = (
  at,
  opts,
) => listOutput("HttpsEdgeRoutes", at, opts);
/** Reads one object immediately, including during previews. */
export const getIpPolicy: Get<GetIpPolicyArgs, IpPolicyResult> = (args, opts) => get("IpPolicy", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyOutput: GetOutput<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  getOutput("IpPolicy", args, opts);
/** Reads all objects immediately, including during previews. */
export const listIpPolicies: List<IpPolicyResult, ListOptions> = (opts) => list("IpPolicies", {}, opts);
/** Reads all objects, as an output. */
export const listIpPoliciesOutput: ListOutput<IpPolicyResult, ListOutputOptions> = (opts) =>
  listOutput("IpPolicies", {}, opts);
/** Reads one object immediately, including during previews. */
export const getIpPolicyRule: Get<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (args, opts) =>
  get("IpPolicyRule", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyRuleOutput: GetOutput<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (args, opts) =>
  getOutput("IpPolicyRule", args, opts);
/** Reads all objects immediately, including during previews. */
export const listIpPolicyRules: List<IpPolicyRuleResult, ListOptions> = (opts) =>
  list("IpPolicyRules", {}, opts);
/** Reads all objects, as an output. */
export const listIpPolicyRulesOutput: ListOutput<IpPolicyRuleResult, ListOutputOptions> = (opts) =>
  listOutput("IpPolicyRules", {}, opts);
/** Reads one object immediately, including during previews. */
export const getIpRestriction: Get<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  get("IpRestriction", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getIpRestrictionOutput: GetOutput<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  getOutput("IpRestriction", args, opts);
/** Reads all objects immediately, including during previews. */
export const listIpRestrictions: List<IpRestrictionResult, ListOptions> = (opts) =>
  list("IpRestrictions", {}, opts);
/** Reads all objects, as an output. */
export const listIpRestrictionsOutput: ListOutput<IpRestrictionResult, ListOutputOptions> = (opts) =>
  listOutput("IpRestrictions", {}, opts);
/** Reads one object immediately, including during previews. */
export const getReservedAddr: Get<GetReservedAddrArgs, ReservedAddrResult> = (args, opts) =>
  get("ReservedAddr", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getReservedAddrOutput: GetOutput<GetReservedAddrArgs, ReservedAddrResult> = (args, opts) =>
  getOutput("ReservedAddr", args, opts);
/** Reads all objects immediately, including during previews. */
export const listReservedAddrs: List<ReservedAddrResult, ListOptions> = (opts) =>
  list("ReservedAddrs", {}, opts);
/** Reads all objects, as an output. */
export const listReservedAddrsOutput: ListOutput<ReservedAddrResult, ListOutputOptions> = (opts) =>
  listOutput("ReservedAddrs", {}, opts);
/** Reads one object immediately, including during previews. */
export const getReservedDomain: Get<GetReservedDomainArgs, ReservedDomainResult> = (args, opts) =>
  get("ReservedDomain", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getReservedDomainOutput: GetOutput<GetReservedDomainArgs, ReservedDomainResult> = (args, opts) =>
  getOutput("ReservedDomain", args, opts);
/** Reads all objects immediately, including during previews. */
export const listReservedDomains: List<ReservedDomainResult, ListOptions> = (opts) =>
  list("ReservedDomains", {}, opts);
/** Reads all objects, as an output. */
export const listReservedDomainsOutput: ListOutput<ReservedDomainResult, ListOutputOptions> = (opts) =>
  listOutput("ReservedDomains", {}, opts);
/** Reads one object immediately, including during previews. */
export const getSecret: Get<GetSecretArgs, SecretResult> = (args, opts) => get("Secret", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSecretOutput: GetOutput<GetSecretArgs, SecretResult> = (args, opts) =>
  getOutput("Secret", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSecrets: List<SecretResult, ListOptions> = (opts) => list("Secrets", {}, opts);
/** Reads all objects, as an output. */
export const listSecretsOutput: ListOutput<SecretResult, ListOutputOptions> = (opts) =>
  listOutput("Secrets", {}, opts);
/** Reads one object immediately, including during previews. */
export const getServiceUser: Get<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  get("ServiceUser", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getServiceUserOutput: GetOutput<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  getOutput("ServiceUser", args, opts);
/** Reads all objects immediately, including during previews. */
export const listServiceUsers: List<ServiceUserResult, ListOptions> = (opts) =>
  list("ServiceUsers", {}, opts);
/** Reads all objects, as an output. */
export const listServiceUsersOutput: ListOutput<ServiceUserResult, ListOutputOptions> = (opts) =>
  listOutput("ServiceUsers", {}, opts);
/** Reads one object immediately, including during previews. */
export const getSshCertificateAuthority: Get<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => get("SshCertificateAuthority", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSshCertificateAuthorityOutput: GetOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => getOutput("SshCertificateAuthority", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSshCertificateAuthorities: List<SshCertificateAuthorityResult, ListOptions> = (opts) =>
  list("SshCertificateAuthorities", {}, opts);
/** Reads all objects, as an output. */
export const listSshCertificateAuthoritiesOutput: ListOutput<
  SshCertificateAuthorityResult,
  ListOutputOptions
> = (opts) => listOutput("SshCertificateAuthorities", {}, opts);
/** Reads one object immediately, including during previews. */
export const getSshCredential: Get<GetSshCredentialArgs, SshCredentialResult> = (args, opts) =>
  get("SshCredential", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSshCredentialOutput: GetOutput<GetSshCredentialArgs, SshCredentialResult> = (args, opts) =>
  getOutput("SshCredential", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSshCredentials: List<SshCredentialResult, ListOptions> = (opts) =>
  list("SshCredentials", {}, opts);
/** Reads all objects, as an output. */
export const listSshCredentialsOutput: ListOutput<SshCredentialResult, ListOutputOptions> = (opts) =>
  listOutput("SshCredentials", {}, opts);
/** Reads one object immediately, including during previews. */
export const getSshHostCertificate: Get<GetSshHostCertificateArgs, SshHostCertificateResult> = (args, opts) =>
  get("SshHostCertificate", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSshHostCertificateOutput: GetOutput<GetSshHostCertificateArgs, SshHostCertificateResult> = (
  args,
  opts,
) => getOutput("SshHostCertificate", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSshHostCertificates: List<SshHostCertificateResult> = (opts) =>
  list("SshHostCertificates", {}, opts);
/** Reads all objects, as an output. */
export const listSshHostCertificatesOutput: ListOutput<SshHostCertificateResult> = (opts) =>
  listOutput("SshHostCertificates", {}, opts);
/** Reads one object immediately, including during previews. */
export const getSshUserCertificate: Get<GetSshUserCertificateArgs, SshUserCertificateResult> = (args, opts) =>
  get("SshUserCertificate", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getSshUserCertificateOutput: GetOutput<GetSshUserCertificateArgs, SshUserCertificateResult> = (
  args,
  opts,
) => getOutput("SshUserCertificate", args, opts);
/** Reads all objects immediately, including during previews. */
export const listSshUserCertificates: List<SshUserCertificateResult> = (opts) =>
  list("SshUserCertificates", {}, opts);
/** Reads all objects, as an output. */
export const listSshUserCertificatesOutput: ListOutput<SshUserCertificateResult> = (opts) =>
  listOutput("SshUserCertificates", {}, opts);
/** Reads one object immediately, including during previews. */
export const getStaticBackend: Get<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  get("StaticBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getStaticBackendOutput: GetOutput<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  getOutput("StaticBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listStaticBackends: List<StaticBackendResult> = (opts) => list("StaticBackends", {}, opts);
/** Reads all objects, as an output. */
export const listStaticBackendsOutput: ListOutput<StaticBackendResult> = (opts) =>
  listOutput("StaticBackends", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTcpEdge: Get<GetTcpEdgeArgs, TcpEdgeResult> = (args, opts) => get("TcpEdge", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTcpEdgeOutput: GetOutput<GetTcpEdgeArgs, TcpEdgeResult> = (args, opts) =>
  getOutput("TcpEdge", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTcpEdges: List<TcpEdgeResult> = (opts) => list("TcpEdges", {}, opts);
/** Reads all objects, as an output. */
export const listTcpEdgesOutput: ListOutput<TcpEdgeResult> = (opts) => listOutput("TcpEdges", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTlsCertificate: Get<GetTlsCertificateArgs, TlsCertificateResult> = (args, opts) =>
  get("TlsCertificate", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTlsCertificateOutput: GetOutput<GetTlsCertificateArgs, TlsCertificateResult> = (args, opts) =>
  getOutput("TlsCertificate", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTlsCertificates: List<TlsCertificateResult, ListOptions> = (opts) =>
  list("TlsCertificates", {}, opts);
/** Reads all objects, as an output. */
export const listTlsCertificatesOutput: ListOutput<TlsCertificateResult, ListOutputOptions> = (opts) =>
  listOutput("TlsCertificates", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTlsEdge: Get<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) => get("TlsEdge", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTlsEdgeOutput: GetOutput<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) =>
  getOutput("TlsEdge", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTlsEdges: List<TlsEdgeResult> = (opts) => list("TlsEdges", {}, opts);
/** Reads all objects, as an output. */
export const listTlsEdgesOutput: ListOutput<TlsEdgeResult> = (opts) => listOutput("TlsEdges", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTunnelGroupBackend: Get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (args, opts) =>
  get("TunnelGroupBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTunnelGroupBackendOutput: GetOutput<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (
  args,
  opts,
) => getOutput("TunnelGroupBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTunnelGroupBackends: List<TunnelGroupBackendResult> = (opts) =>
  list("TunnelGroupBackends", {}, opts);
/** Reads all objects, as an output. */
export const listTunnelGroupBackendsOutput: ListOutput<TunnelGroupBackendResult> = (opts) =>
  listOutput("TunnelGroupBackends", {}, opts);
/** Reads one object immediately, including during previews. */
export const getVault: Get<GetVaultArgs, VaultResult> = (args, opts) => get("Vault", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getVaultOutput: GetOutput<GetVaultArgs, VaultResult> = (args, opts) =>
  getOutput("Vault", args, opts);
/** Reads all objects immediately, including during previews. */
export const listVaults: List<VaultResult, ListOptions> = (opts) => list("Vaults", {}, opts);
/** Reads all objects, as an output. */
export const listVaultsOutput: ListOutput<VaultResult, ListOutputOptions> = (opts) =>
  listOutput("Vaults", {}, opts);
/** Reads one object immediately, including during previews. */
export const getWeightedBackend: Get<GetWeightedBackendArgs, WeightedBackendResult> = (args, opts) =>
  get("WeightedBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getWeightedBackendOutput: GetOutput<GetWeightedBackendArgs, WeightedBackendResult> = (
  args,
  opts,
) => getOutput("WeightedBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listWeightedBackends: List<WeightedBackendResult> = (opts) => list("WeightedBackends", {}, opts);
/** Reads all objects, as an output. */
export const listWeightedBackendsOutput: ListOutput<WeightedBackendResult> = (opts) =>
  listOutput("WeightedBackends", {}, opts);
/** Reads one module immediately, including during previews. */
export const getHttpsEdgeRouteBackend: Get<GetHttpsEdgeRouteBackendArgs, HttpsEdgeRouteBackendResult> = (
  args,
  opts,
) => get("HttpsEdgeRouteBackend", args, opts);
/** Reads one module as soon as the arguments are known. */
export const getHttpsEdgeRouteBackendOutput: GetOutput<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
> = (args, opts) => getOutput("HttpsEdgeRouteBackend", args, opts);
/** Reads one module immediately, including during previews. */
export const getTcpEdgeIpRestriction: Get<GetTcpEdgeIpRestrictionArgs, TcpEdgeIpRestrictionResult> = (
  args,
  opts,
) => get("TcpEdgeIpRestriction", args, opts);
/** Reads one module as soon as the arguments are known. */
export const getTcpEdgeIpRestrictionOutput: GetOutput<
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult
> = (args, opts) => getOutput("TcpEdgeIpRestriction", args, opts);
/** Reads one module immediately, including during previews. */
export const getTlsEdgeMutualTls: Get<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult> = (args, opts) =>
  get("TlsEdgeMutualTls", args, opts);
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeMutualTlsOutput: GetOutput<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult> = (
  args,
  opts,
) => getOutput("TlsEdgeMutualTls", args, opts);
/** Reads one module immediately, including during previews. */
export const getTlsEdgeTlsTermination: Get<GetTlsEdgeTlsTerminationArgs, TlsEdgeTlsTerminationResult> = (
  args,
  opts,
) => get("TlsEdgeTlsTermination", args, opts);
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeTlsTerminationOutput: GetOutput<
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult
> = (args, opts) => getOutput("TlsEdgeTlsTermination", args, opts);
/** Reads one object immediately, including during previews. */
export const getApplicationSession: Get<GetApplicationSessionArgs, ApplicationSessionResult> = (args, opts) =>
  get("ApplicationSession", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getApplicationSessionOutput: GetOutput<GetApplicationSessionArgs, ApplicationSessionResult> = (
  args,
  opts,
) => getOutput("ApplicationSession", args, opts);
/** Reads all objects immediately, including during previews. */
export const listApplicationSessions: List<ApplicationSessionResult> = (opts) =>
  list("ApplicationSessions", {}, opts);
/** Reads all objects, as an output. */
export const listApplicationSessionsOutput: ListOutput<ApplicationSessionResult> = (opts) =>
  listOutput("ApplicationSessions", {}, opts);
/** Reads one object immediately, including during previews. */
export const getApplicationUser: Get<GetApplicationUserArgs, ApplicationUserResult> = (args, opts) =>
  get("ApplicationUser", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getApplicationUserOutput: GetOutput<GetApplicationUserArgs, ApplicationUserResult> = (
  args,
  opts,
) => getOutput("ApplicationUser", args, opts);
/** Reads all objects immediately, including during previews. */
export const listApplicationUsers: List<ApplicationUserResult> = (opts) => list("ApplicationUsers", {}, opts);
/** Reads all objects, as an output. */
export const listApplicationUsersOutput: ListOutput<ApplicationUserResult> = (opts) =>
  listOutput("ApplicationUsers", {}, opts);
/** Reads one object immediately, including during previews. */
export const getKubernetesOperator: Get<GetKubernetesOperatorArgs, KubernetesOperatorResult> = (args, opts) =>
  get("KubernetesOperator", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getKubernetesOperatorOutput: GetOutput<GetKubernetesOperatorArgs, KubernetesOperatorResult> = (
  args,
  opts,
) => getOutput("KubernetesOperator", args, opts);
/** Reads all objects immediately, including during previews. */
export const listKubernetesOperators: List<KubernetesOperatorResult> = (opts) =>
  list("KubernetesOperators", {}, opts);
/** Reads all objects, as an output. */
export const listKubernetesOperatorsOutput: ListOutput<KubernetesOperatorResult> = (opts) =>
  listOutput("KubernetesOperators", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTunnel: Get<GetTunnelArgs, TunnelResult> = (args, opts) => get("Tunnel", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTunnelOutput: GetOutput<GetTunnelArgs, TunnelResult> = (args, opts) =>
  getOutput("Tunnel", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTunnels: List<TunnelResult> = (opts) => list("Tunnels", {}, opts);
/** Reads all objects, as an output. */
export const listTunnelsOutput: ListOutput<TunnelResult> = (opts) => listOutput("Tunnels", {}, opts);
/** Reads one object immediately, including during previews. */
export const getTunnelSession: Get<GetTunnelSessionArgs, TunnelSessionResult> = (args, opts) =>
  get("TunnelSession", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTunnelSessionOutput: GetOutput<GetTunnelSessionArgs, TunnelSessionResult> = (args, opts) =>
  getOutput("TunnelSession", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTunnelSessions: List<TunnelSessionResult, ListOptions> = (opts) =>
  list("TunnelSessions", {}, opts);
/** Reads all objects, as an output. */
export const listTunnelSessionsOutput: ListOutput<TunnelSessionResult, ListOutputOptions> = (opts) =>
  listOutput("TunnelSessions", {}, opts);
