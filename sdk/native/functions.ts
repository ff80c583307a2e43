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
import * as lookup from "./lookup";

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

/** Reads one object now, at preview as well. */
export const getAgentIngress: lookup.Get<GetAgentIngressArgs, AgentIngressResult> = (args, opts) =>
  lookup.get("AgentIngress", args, opts);
/** Reads one object as soon as the keys are known. */
export const getAgentIngressOutput: lookup.GetOutput<GetAgentIngressArgs, AgentIngressResult> = (
  args,
  opts,
) => lookup.getOutput("AgentIngress", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listAgentIngresses: lookup.List<AgentIngressResult, lookup.ListOptions> = (opts) =>
  lookup.list("AgentIngresses", {}, opts);
/** Reads all objects of the collection as an output. */
export const listAgentIngressesOutput: lookup.ListOutput<AgentIngressResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("AgentIngresses", {}, opts);
/** Reads one object now, at preview as well. */
export const getApiKey: lookup.Get<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  lookup.get("ApiKey", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApiKeyOutput: lookup.GetOutput<GetApiKeyArgs, ApiKeyResult> = (args, opts) =>
  lookup.getOutput("ApiKey", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApiKeys: lookup.List<ApiKeyResult, lookup.ListOptions> = (opts) =>
  lookup.list("ApiKeys", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApiKeysOutput: lookup.ListOutput<ApiKeyResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("ApiKeys", {}, opts);
/** Reads one object now, at preview as well. */
export const getBotUser: lookup.Get<GetBotUserArgs, BotUserResult> = (args, opts) =>
  lookup.get("BotUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getBotUserOutput: lookup.GetOutput<GetBotUserArgs, BotUserResult> = (args, opts) =>
  lookup.getOutput("BotUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listBotUsers: lookup.List<BotUserResult> = (opts) => lookup.list("BotUsers", {}, opts);
/** Reads all objects of the collection as an output. */
export const listBotUsersOutput: lookup.ListOutput<BotUserResult> = (opts) =>
  lookup.listOutput("BotUsers", {}, opts);
/** Reads one object now, at preview as well. */
export const getCertificateAuthority: lookup.Get<GetCertificateAuthorityArgs, CertificateAuthorityResult> = (
  args,
  opts,
) => lookup.get("CertificateAuthority", args, opts);
/** Reads one object as soon as the keys are known. */
export const getCertificateAuthorityOutput: lookup.GetOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
> = (args, opts) => lookup.getOutput("CertificateAuthority", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listCertificateAuthorities: lookup.List<CertificateAuthorityResult, lookup.ListOptions> = (
  opts,
) => lookup.list("CertificateAuthorities", {}, opts);
/** Reads all objects of the collection as an output. */
export const listCertificateAuthoritiesOutput: lookup.ListOutput<
  CertificateAuthorityResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("CertificateAuthorities", {}, opts);
/** Reads one object now, at preview as well. */
export const getCredential: lookup.Get<GetCredentialArgs, CredentialResult> = (args, opts) =>
  lookup.get("Credential", args, opts);
/** Reads one object as soon as the keys are known. */
export const getCredentialOutput: lookup.GetOutput<GetCredentialArgs, CredentialResult> = (args, opts) =>
  lookup.getOutput("Credential", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listCredentials: lookup.List<CredentialResult, lookup.ListOptions> = (opts) =>
  lookup.list("Credentials", {}, opts);
/** Reads all objects of the collection as an output. */
export const listCredentialsOutput: lookup.ListOutput<CredentialResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("Credentials", {}, opts);
/** Reads one object now, at preview as well. */
export const getEndpoint: lookup.Get<GetEndpointArgs, EndpointResult> = (args, opts) =>
  lookup.get("Endpoint", args, opts);
/** Reads one object as soon as the keys are known. */
export const getEndpointOutput: lookup.GetOutput<GetEndpointArgs, EndpointResult> = (args, opts) =>
  lookup.getOutput("Endpoint", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listEndpoints: lookup.List<EndpointResult, lookup.ListOptions> = (opts) =>
  lookup.list("Endpoints", {}, opts);
/** Reads all objects of the collection as an output. */
export const listEndpointsOutput: lookup.ListOutput<EndpointResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("Endpoints", {}, opts);
/** Reads one object now, at preview as well. */
export const getEventDestination: lookup.Get<GetEventDestinationArgs, EventDestinationResult> = (
  args,
  opts,
) => lookup.get("EventDestination", args, opts);
/** Reads one object as soon as the keys are known. */
export const getEventDestinationOutput: lookup.GetOutput<GetEventDestinationArgs, EventDestinationResult> = (
  args,
  opts,
) => lookup.getOutput("EventDestination", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listEventDestinations: lookup.List<EventDestinationResult, lookup.ListOptions> = (opts) =>
  lookup.list("EventDestinations", {}, opts);
/** Reads all objects of the collection as an output. */
export const listEventDestinationsOutput: lookup.ListOutput<
  EventDestinationResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("EventDestinations", {}, opts);
/** Reads one object now, at preview as well. */
export const getEventSubscription: lookup.Get<GetEventSubscriptionArgs, EventSubscriptionResult> = (
  args,
  opts,
) => lookup.get("EventSubscription", args, opts);
/** Reads one object as soon as the keys are known. */
export const getEventSubscriptionOutput: lookup.GetOutput<
  GetEventSubscriptionArgs,
  EventSubscriptionResult
> = (args, opts) => lookup.getOutput("EventSubscription", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listEventSubscriptions: lookup.List<EventSubscriptionResult, lookup.ListOptions> = (opts) =>
  lookup.list("EventSubscriptions", {}, opts);
/** Reads all objects of the collection as an output. */
export const listEventSubscriptionsOutput: lookup.ListOutput<
  EventSubscriptionResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("EventSubscriptions", {}, opts);
/** Reads one object now, at preview as well. */
export const getFailoverBackend: lookup.Get<GetFailoverBackendArgs, FailoverBackendResult> = (args, opts) =>
  lookup.get("FailoverBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getFailoverBackendOutput: lookup.GetOutput<GetFailoverBackendArgs, FailoverBackendResult> = (
  args,
  opts,
) => lookup.getOutput("FailoverBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listFailoverBackends: lookup.List<FailoverBackendResult> = (opts) =>
  lookup.list("FailoverBackends", {}, opts);
/** Reads all objects of the collection as an output. */
export const listFailoverBackendsOutput: lookup.ListOutput<FailoverBackendResult> = (opts) =>
  lookup.listOutput("FailoverBackends", {}, opts);
/** Reads one object now, at preview as well. */
export const getHttpResponseBackend: lookup.Get<GetHttpResponseBackendArgs, HttpResponseBackendResult> = (
  args,
  opts,
) => lookup.get("HttpResponseBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getHttpResponseBackendOutput: lookup.GetOutput<
  GetHttpResponseBackendArgs,
  HttpResponseBackendResult
> = (args, opts) => lookup.getOutput("HttpResponseBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listHttpResponseBackends: lookup.List<HttpResponseBackendResult> = (opts) =>
  lookup.list("HttpResponseBackends", {}, opts);
/** Reads all objects of the collection as an output. */
export const listHttpResponseBackendsOutput: lookup.ListOutput<HttpResponseBackendResult> = (opts) =>
  lookup.listOutput("HttpResponseBackends", {}, opts);
/** Reads one object now, at preview as well. */
export const getHttpsEdge: lookup.Get<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  lookup.get("HttpsEdge", args, opts);
/** Reads one object as soon as the keys are known. */
export const getHttpsEdgeOutput: lookup.GetOutput<GetHttpsEdgeArgs, HttpsEdgeResult> = (args, opts) =>
  lookup.getOutput("HttpsEdge", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listHttpsEdges: lookup.List<HttpsEdgeResult> = (opts) => lookup.list("HttpsEdges", {}, opts);
/** Reads all objects of the collection as an output. */
export const listHttpsEdgesOutput: lookup.ListOutput<HttpsEdgeResult> = (opts) =>
  lookup.listOutput("HttpsEdges", {}, opts);
/** Reads one object now, at preview as well. */
export const getHttpsEdgeRoute: lookup.Get<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult> = (args, opts) =>
  lookup.get("HttpsEdgeRoute", args, opts);
/** Reads one object as soon as the keys are known. */
export const getHttpsEdgeRouteOutput: lookup.GetOutput<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult> = (
  args,
  opts,
) => lookup.getOutput("HttpsEdgeRoute", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listHttpsEdgeRoutes: lookup.ListIn<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult> = (at, opts) =>
  lookup.list("HttpsEdgeRoutes", at, opts);
/** Reads all objects of the collection as an output. */
export const listHttpsEdgeRoutesOutput: lookup.ListInOutput<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult> = (
  at,
  opts,
) => lookup.listOutput("HttpsEdgeRoutes", at, opts);
/** Reads one object now, at preview as well. */
export const getIpPolicy: lookup.Get<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.get("IpPolicy", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpPolicyOutput: lookup.GetOutput<GetIpPolicyArgs, IpPolicyResult> = (args, opts) =>
  lookup.getOutput("IpPolicy", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpPolicies: lookup.List<IpPolicyResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpPolicies", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpPoliciesOutput: lookup.ListOutput<IpPolicyResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("IpPolicies", {}, opts);
/** Reads one object now, at preview as well. */
export const getIpPolicyRule: lookup.Get<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (args, opts) =>
  lookup.get("IpPolicyRule", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpPolicyRuleOutput: lookup.GetOutput<GetIpPolicyRuleArgs, IpPolicyRuleResult> = (
  args,
  opts,
) => lookup.getOutput("IpPolicyRule", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpPolicyRules: lookup.List<IpPolicyRuleResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpPolicyRules", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpPolicyRulesOutput: lookup.ListOutput<IpPolicyRuleResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("IpPolicyRules", {}, opts);
/** Reads one object now, at preview as well. */
export const getIpRestriction: lookup.Get<GetIpRestrictionArgs, IpRestrictionResult> = (args, opts) =>
  lookup.get("IpRestriction", args, opts);
/** Reads one object as soon as the keys are known. */
export const getIpRestrictionOutput: lookup.GetOutput<GetIpRestrictionArgs, IpRestrictionResult> = (
  args,
  opts,
) => lookup.getOutput("IpRestriction", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listIpRestrictions: lookup.List<IpRestrictionResult, lookup.ListOptions> = (opts) =>
  lookup.list("IpRestrictions", {}, opts);
/** Reads all objects of the collection as an output. */
export const listIpRestrictionsOutput: lookup.ListOutput<IpRestrictionResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("IpRestrictions", {}, opts);
/** Reads one object now, at preview as well. */
export const getReservedAddr: lookup.Get<GetReservedAddrArgs, ReservedAddrResult> = (args, opts) =>
  lookup.get("ReservedAddr", args, opts);
/** Reads one object as soon as the keys are known. */
export const getReservedAddrOutput: lookup.GetOutput<GetReservedAddrArgs, ReservedAddrResult> = (
  args,
  opts,
) => lookup.getOutput("ReservedAddr", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listReservedAddrs: lookup.List<ReservedAddrResult, lookup.ListOptions> = (opts) =>
  lookup.list("ReservedAddrs", {}, opts);
/** Reads all objects of the collection as an output. */
export const listReservedAddrsOutput: lookup.ListOutput<ReservedAddrResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("ReservedAddrs", {}, opts);
/** Reads one object now, at preview as well. */
export const getReservedDomain: lookup.Get<GetReservedDomainArgs, ReservedDomainResult> = (args, opts) =>
  lookup.get("ReservedDomain", args, opts);
/** Reads one object as soon as the keys are known. */
export const getReservedDomainOutput: lookup.GetOutput<GetReservedDomainArgs, ReservedDomainResult> = (
  args,
  opts,
) => lookup.getOutput("ReservedDomain", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listReservedDomains: lookup.List<ReservedDomainResult, lookup.ListOptions> = (opts) =>
  lookup.list("ReservedDomains", {}, opts);
/** Reads all objects of the collection as an output. */
export const listReservedDomainsOutput: lookup.ListOutput<ReservedDomainResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("ReservedDomains", {}, opts);
/** Reads one object now, at preview as well. */
export const getSecret: lookup.Get<GetSecretArgs, SecretResult> = (args, opts) =>
  lookup.get("Secret", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSecretOutput: lookup.GetOutput<GetSecretArgs, SecretResult> = (args, opts) =>
  lookup.getOutput("Secret", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSecrets: lookup.List<SecretResult, lookup.ListOptions> = (opts) =>
  lookup.list("Secrets", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSecretsOutput: lookup.ListOutput<SecretResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("Secrets", {}, opts);
/** Reads one object now, at preview as well. */
export const getServiceUser: lookup.Get<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  lookup.get("ServiceUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getServiceUserOutput: lookup.GetOutput<GetServiceUserArgs, ServiceUserResult> = (args, opts) =>
  lookup.getOutput("ServiceUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listServiceUsers: lookup.List<ServiceUserResult, lookup.ListOptions> = (opts) =>
  lookup.list("ServiceUsers", {}, opts);
/** Reads all objects of the collection as an output. */
export const listServiceUsersOutput: lookup.ListOutput<ServiceUserResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("ServiceUsers", {}, opts);
/** Reads one object now, at preview as well. */
export const getSshCertificateAuthority: lookup.Get<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => lookup.get("SshCertificateAuthority", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshCertificateAuthorityOutput: lookup.GetOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
> = (args, opts) => lookup.getOutput("SshCertificateAuthority", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshCertificateAuthorities: lookup.List<SshCertificateAuthorityResult, lookup.ListOptions> = (
  opts,
) => lookup.list("SshCertificateAuthorities", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshCertificateAuthoritiesOutput: lookup.ListOutput<
  SshCertificateAuthorityResult,
  lookup.ListOutputOptions
> = (opts) => lookup.listOutput("SshCertificateAuthorities", {}, opts);
/** Reads one object now, at preview as well. */
export const getSshCredential: lookup.Get<GetSshCredentialArgs, SshCredentialResult> = (args, opts) =>
  lookup.get("SshCredential", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshCredentialOutput: lookup.GetOutput<GetSshCredentialArgs, SshCredentialResult> = (
  args,
  opts,
) => lookup.getOutput("SshCredential", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshCredentials: lookup.List<SshCredentialResult, lookup.ListOptions> = (opts) =>
  lookup.list("SshCredentials", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshCredentialsOutput: lookup.ListOutput<SshCredentialResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("SshCredentials", {}, opts);
/** Reads one object now, at preview as well. */
export const getSshHostCertificate: lookup.Get<GetSshHostCertificateArgs, SshHostCertificateResult> = (
  args,
  opts,
) => lookup.get("SshHostCertificate", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshHostCertificateOutput: lookup.GetOutput<
  GetSshHostCertificateArgs,
  SshHostCertificateResult
> = (args, opts) => lookup.getOutput("SshHostCertificate", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshHostCertificates: lookup.List<SshHostCertificateResult> = (opts) =>
  lookup.list("SshHostCertificates", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshHostCertificatesOutput: lookup.ListOutput<SshHostCertificateResult> = (opts) =>
  lookup.listOutput("SshHostCertificates", {}, opts);
/** Reads one object now, at preview as well. */
export const getSshUserCertificate: lookup.Get<GetSshUserCertificateArgs, SshUserCertificateResult> = (
  args,
  opts,
) => lookup.get("SshUserCertificate", args, opts);
/** Reads one object as soon as the keys are known. */
export const getSshUserCertificateOutput: lookup.GetOutput<
  GetSshUserCertificateArgs,
  SshUserCertificateResult
> = (args, opts) => lookup.getOutput("SshUserCertificate", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listSshUserCertificates: lookup.List<SshUserCertificateResult> = (opts) =>
  lookup.list("SshUserCertificates", {}, opts);
/** Reads all objects of the collection as an output. */
export const listSshUserCertificatesOutput: lookup.ListOutput<SshUserCertificateResult> = (opts) =>
  lookup.listOutput("SshUserCertificates", {}, opts);
/** Reads one object now, at preview as well. */
export const getStaticBackend: lookup.Get<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  lookup.get("StaticBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getStaticBackendOutput: lookup.GetOutput<GetStaticBackendArgs, StaticBackendResult> = (
  args,
  opts,
) => lookup.getOutput("StaticBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listStaticBackends: lookup.List<StaticBackendResult> = (opts) =>
  lookup.list("StaticBackends", {}, opts);
/** Reads all objects of the collection as an output. */
export const listStaticBackendsOutput: lookup.ListOutput<StaticBackendResult> = (opts) =>
  lookup.listOutput("StaticBackends", {}, opts);
/** Reads one object now, at preview as well. */
export const getTcpEdge: lookup.Get<GetTcpEdgeArgs, TcpEdgeResult> = (args, opts) =>
  lookup.get("TcpEdge", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTcpEdgeOutput: lookup.GetOutput<GetTcpEdgeArgs, TcpEdgeResult> = (args, opts) =>
  lookup.getOutput("TcpEdge", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTcpEdges: lookup.List<TcpEdgeResult> = (opts) => lookup.list("TcpEdges", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTcpEdgesOutput: lookup.ListOutput<TcpEdgeResult> = (opts) =>
  lookup.listOutput("TcpEdges", {}, opts);
/** Reads one object now, at preview as well. */
export const getTlsCertificate: lookup.Get<GetTlsCertificateArgs, TlsCertificateResult> = (args, opts) =>
  lookup.get("TlsCertificate", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTlsCertificateOutput: lookup.GetOutput<GetTlsCertificateArgs, TlsCertificateResult> = (
  args,
  opts,
) => lookup.getOutput("TlsCertificate", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTlsCertificates: lookup.List<TlsCertificateResult, lookup.ListOptions> = (opts) =>
  lookup.list("TlsCertificates", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTlsCertificatesOutput: lookup.ListOutput<TlsCertificateResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("TlsCertificates", {}, opts);
/** Reads one object now, at preview as well. */
export const getTlsEdge: lookup.Get<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) =>
  lookup.get("TlsEdge", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTlsEdgeOutput: lookup.GetOutput<GetTlsEdgeArgs, TlsEdgeResult> = (args, opts) =>
  lookup.getOutput("TlsEdge", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTlsEdges: lookup.List<TlsEdgeResult> = (opts) => lookup.list("TlsEdges", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTlsEdgesOutput: lookup.ListOutput<TlsEdgeResult> = (opts) =>
  lookup.listOutput("TlsEdges", {}, opts);
/** Reads one object now, at preview as well. */
export const getTunnelGroupBackend: lookup.Get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (
  args,
  opts,
) => lookup.get("TunnelGroupBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTunnelGroupBackendOutput: lookup.GetOutput<
  GetTunnelGroupBackendArgs,
  TunnelGroupBackendResult
> = (args, opts) => lookup.getOutput("TunnelGroupBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTunnelGroupBackends: lookup.List<TunnelGroupBackendResult> = (opts) =>
  lookup.list("TunnelGroupBackends", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTunnelGroupBackendsOutput: lookup.ListOutput<TunnelGroupBackendResult> = (opts) =>
  lookup.listOutput("TunnelGroupBackends", {}, opts);
/** Reads one object now, at preview as well. */
export const getVault: lookup.Get<GetVaultArgs, VaultResult> = (args, opts) =>
  lookup.get("Vault", args, opts);
/** Reads one object as soon as the keys are known. */
export const getVaultOutput: lookup.GetOutput<GetVaultArgs, VaultResult> = (args, opts) =>
  lookup.getOutput("Vault", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listVaults: lookup.List<VaultResult, lookup.ListOptions> = (opts) =>
  lookup.list("Vaults", {}, opts);
/** Reads all objects of the collection as an output. */
export const listVaultsOutput: lookup.ListOutput<VaultResult, lookup.ListOutputOptions> = (opts) =>
  lookup.listOutput("Vaults", {}, opts);
/** Reads one object now, at preview as well. */
export const getWeightedBackend: lookup.Get<GetWeightedBackendArgs, WeightedBackendResult> = (args, opts) =>
  lookup.get("WeightedBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getWeightedBackendOutput: lookup.GetOutput<GetWeightedBackendArgs, WeightedBackendResult> = (
  args,
  opts,
) => lookup.getOutput("WeightedBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listWeightedBackends: lookup.List<WeightedBackendResult> = (opts) =>
  lookup.list("WeightedBackends", {}, opts);
/** Reads all objects of the collection as an output. */
export const listWeightedBackendsOutput: lookup.ListOutput<WeightedBackendResult> = (opts) =>
  lookup.listOutput("WeightedBackends", {}, opts);
/** Reads one module now, at preview as well. */
export const getHttpsEdgeRouteBackend: lookup.Get<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
> = (args, opts) => lookup.get("HttpsEdgeRouteBackend", args, opts);
/** Reads one module as soon as the keys are known. */
export const getHttpsEdgeRouteBackendOutput: lookup.GetOutput<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
> = (args, opts) => lookup.getOutput("HttpsEdgeRouteBackend", args, opts);
/** Reads one module now, at preview as well. */
export const getTcpEdgeIpRestriction: lookup.Get<GetTcpEdgeIpRestrictionArgs, TcpEdgeIpRestrictionResult> = (
  args,
  opts,
) => lookup.get("TcpEdgeIpRestriction", args, opts);
/** Reads one module as soon as the keys are known. */
export const getTcpEdgeIpRestrictionOutput: lookup.GetOutput<
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult
> = (args, opts) => lookup.getOutput("TcpEdgeIpRestriction", args, opts);
/** Reads one module now, at preview as well. */
export const getTlsEdgeMutualTls: lookup.Get<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult> = (
  args,
  opts,
) => lookup.get("TlsEdgeMutualTls", args, opts);
/** Reads one module as soon as the keys are known. */
export const getTlsEdgeMutualTlsOutput: lookup.GetOutput<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult> = (
  args,
  opts,
) => lookup.getOutput("TlsEdgeMutualTls", args, opts);
/** Reads one module now, at preview as well. */
export const getTlsEdgeTlsTermination: lookup.Get<
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult
> = (args, opts) => lookup.get("TlsEdgeTlsTermination", args, opts);
/** Reads one module as soon as the keys are known. */
export const getTlsEdgeTlsTerminationOutput: lookup.GetOutput<
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult
> = (args, opts) => lookup.getOutput("TlsEdgeTlsTermination", args, opts);
/** Reads one object now, at preview as well. */
export const getApplicationSession: lookup.Get<GetApplicationSessionArgs, ApplicationSessionResult> = (
  args,
  opts,
) => lookup.get("ApplicationSession", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApplicationSessionOutput: lookup.GetOutput<
  GetApplicationSessionArgs,
  ApplicationSessionResult
> = (args, opts) => lookup.getOutput("ApplicationSession", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApplicationSessions: lookup.List<ApplicationSessionResult> = (opts) =>
  lookup.list("ApplicationSessions", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApplicationSessionsOutput: lookup.ListOutput<ApplicationSessionResult> = (opts) =>
  lookup.listOutput("ApplicationSessions", {}, opts);
/** Reads one object now, at preview as well. */
export const getApplicationUser: lookup.Get<GetApplicationUserArgs, ApplicationUserResult> = (args, opts) =>
  lookup.get("ApplicationUser", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApplicationUserOutput: lookup.GetOutput<GetApplicationUserArgs, ApplicationUserResult> = (
  args,
  opts,
) => lookup.getOutput("ApplicationUser", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApplicationUsers: lookup.List<ApplicationUserResult> = (opts) =>
  lookup.list("ApplicationUsers", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApplicationUsersOutput: lookup.ListOutput<ApplicationUserResult> = (opts) =>
  lookup.listOutput("ApplicationUsers", {}, opts);
/** Reads one object now, at preview as well. */
export const getKubernetesOperator: lookup.Get<GetKubernetesOperatorArgs, KubernetesOperatorResult> = (
  args,
  opts,
) => lookup.get("KubernetesOperator", args, opts);
/** Reads one object as soon as the keys are known. */
export const getKubernetesOperatorOutput: lookup.GetOutput<
  GetKubernetesOperatorArgs,
  KubernetesOperatorResult
> = (args, opts) => lookup.getOutput("KubernetesOperator", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listKubernetesOperators: lookup.List<KubernetesOperatorResult> = (opts) =>
  lookup.list("KubernetesOperators", {}, opts);
/** Reads all objects of the collection as an output. */
export const listKubernetesOperatorsOutput: lookup.ListOutput<KubernetesOperatorResult> = (opts) =>
  lookup.listOutput("KubernetesOperators", {}, opts);
/** Reads one object now, at preview as well. */
export const getTunnel: lookup.Get<GetTunnelArgs, TunnelResult> = (args, opts) =>
  lookup.get("Tunnel", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTunnelOutput: lookup.GetOutput<GetTunnelArgs, TunnelResult> = (args, opts) =>
  lookup.getOutput("Tunnel", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTunnels: lookup.List<TunnelResult> = (opts) => lookup.list("Tunnels", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTunnelsOutput: lookup.ListOutput<TunnelResult> = (opts) =>
  lookup.listOutput("Tunnels", {}, opts);
/** Reads one object now, at preview as well. */
export const getTunnelSession: lookup.Get<GetTunnelSessionArgs, TunnelSessionResult> = (args, opts) =>
  lookup.get("TunnelSession", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTunnelSessionOutput: lookup.GetOutput<GetTunnelSessionArgs, TunnelSessionResult> = (
  args,
  opts,
) => lookup.getOutput("TunnelSession", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTunnelSessions: lookup.List<TunnelSessionResult, lookup.ListOptions> = (opts) =>
  lookup.list("TunnelSessions", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTunnelSessionsOutput: lookup.ListOutput<TunnelSessionResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("TunnelSessions", {}, opts);
