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
  get,
  getOutput,
  type ListOptions,
  type ListOutputOptions,
  list,
  listIn,
  listInOutput,
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
export const getAgentIngress = get<GetAgentIngressArgs, AgentIngressResult>("AgentIngress");
/** Reads one object as soon as the arguments are known. */
export const getAgentIngressOutput = getOutput<GetAgentIngressArgs, AgentIngressResult>("AgentIngress");
/** Reads all objects immediately, including during previews. */
export const listAgentIngresses = list<AgentIngressResult, ListOptions>("AgentIngresses");
/** Reads all objects, as an output. */
export const listAgentIngressesOutput = listOutput<AgentIngressResult, ListOutputOptions>("AgentIngresses");
/** Reads one object immediately, including during previews. */
export const getApiKey = get<GetApiKeyArgs, ApiKeyResult>("ApiKey");
/** Reads one object as soon as the arguments are known. */
export const getApiKeyOutput = getOutput<GetApiKeyArgs, ApiKeyResult>("ApiKey");
/** Reads all objects immediately, including during previews. */
export const listApiKeys = list<ApiKeyResult, ListOptions>("ApiKeys");
/** Reads all objects, as an output. */
export const listApiKeysOutput = listOutput<ApiKeyResult, ListOutputOptions>("ApiKeys");
/** Reads one object immediately, including during previews. */
export const getBotUser = get<GetBotUserArgs, BotUserResult>("BotUser");
/** Reads one object as soon as the arguments are known. */
export const getBotUserOutput = getOutput<GetBotUserArgs, BotUserResult>("BotUser");
/** Reads all objects immediately, including during previews. */
export const listBotUsers = list<BotUserResult>("BotUsers");
/** Reads all objects, as an output. */
export const listBotUsersOutput = listOutput<BotUserResult>("BotUsers");
/** Reads one object immediately, including during previews. */
export const getCertificateAuthority = get<GetCertificateAuthorityArgs, CertificateAuthorityResult>(
  "CertificateAuthority",
);
/** Reads one object as soon as the arguments are known. */
export const getCertificateAuthorityOutput = getOutput<
  GetCertificateAuthorityArgs,
  CertificateAuthorityResult
>("CertificateAuthority");
/** Reads all objects immediately, including during previews. */
export const listCertificateAuthorities = list<CertificateAuthorityResult, ListOptions>(
  "CertificateAuthorities",
);
/** Reads all objects, as an output. */
export const listCertificateAuthoritiesOutput = listOutput<CertificateAuthorityResult, ListOutputOptions>(
  "CertificateAuthorities",
);
/** Reads one object immediately, including during previews. */
export const getCredential = get<GetCredentialArgs, CredentialResult>("Credential");
/** Reads one object as soon as the arguments are known. */
export const getCredentialOutput = getOutput<GetCredentialArgs, CredentialResult>("Credential");
/** Reads all objects immediately, including during previews. */
export const listCredentials = list<CredentialResult, ListOptions>("Credentials");
/** Reads all objects, as an output. */
export const listCredentialsOutput = listOutput<CredentialResult, ListOutputOptions>("Credentials");
/** Reads one object immediately, including during previews. */
export const getEndpoint = get<GetEndpointArgs, EndpointResult>("Endpoint");
/** Reads one object as soon as the arguments are known. */
export const getEndpointOutput = getOutput<GetEndpointArgs, EndpointResult>("Endpoint");
/** Reads all objects immediately, including during previews. */
export const listEndpoints = list<EndpointResult, ListOptions>("Endpoints");
/** Reads all objects, as an output. */
export const listEndpointsOutput = listOutput<EndpointResult, ListOutputOptions>("Endpoints");
/** Reads one object immediately, including during previews. */
export const getEventDestination = get<GetEventDestinationArgs, EventDestinationResult>("EventDestination");
/** Reads one object as soon as the arguments are known. */
export const getEventDestinationOutput = getOutput<GetEventDestinationArgs, EventDestinationResult>(
  "EventDestination",
);
/** Reads all objects immediately, including during previews. */
export const listEventDestinations = list<EventDestinationResult, ListOptions>("EventDestinations");
/** Reads all objects, as an output. */
export const listEventDestinationsOutput = listOutput<EventDestinationResult, ListOutputOptions>(
  "EventDestinations",
);
/** Reads one object immediately, including during previews. */
export const getEventSubscription = get<GetEventSubscriptionArgs, EventSubscriptionResult>(
  "EventSubscription",
);
/** Reads one object as soon as the arguments are known. */
export const getEventSubscriptionOutput = getOutput<GetEventSubscriptionArgs, EventSubscriptionResult>(
  "EventSubscription",
);
/** Reads all objects immediately, including during previews. */
export const listEventSubscriptions = list<EventSubscriptionResult, ListOptions>("EventSubscriptions");
/** Reads all objects, as an output. */
export const listEventSubscriptionsOutput = listOutput<EventSubscriptionResult, ListOutputOptions>(
  "EventSubscriptions",
);
/** Reads one object immediately, including during previews. */
export const getFailoverBackend = get<GetFailoverBackendArgs, FailoverBackendResult>("FailoverBackend");
/** Reads one object as soon as the arguments are known. */
export const getFailoverBackendOutput = getOutput<GetFailoverBackendArgs, FailoverBackendResult>(
  "FailoverBackend",
);
/** Reads all objects immediately, including during previews. */
export const listFailoverBackends = list<FailoverBackendResult>("FailoverBackends");
/** Reads all objects, as an output. */
export const listFailoverBackendsOutput = listOutput<FailoverBackendResult>("FailoverBackends");
/** Reads one object immediately, including during previews. */
export const getHttpResponseBackend = get<GetHttpResponseBackendArgs, HttpResponseBackendResult>(
  "HttpResponseBackend",
);
/** Reads one object as soon as the arguments are known. */
export const getHttpResponseBackendOutput = getOutput<GetHttpResponseBackendArgs, HttpResponseBackendResult>(
  "HttpResponseBackend",
);
/** Reads all objects immediately, including during previews. */
export const listHttpResponseBackends = list<HttpResponseBackendResult>("HttpResponseBackends");
/** Reads all objects, as an output. */
export const listHttpResponseBackendsOutput = listOutput<HttpResponseBackendResult>("HttpResponseBackends");
/** Reads one object immediately, including during previews. */
export const getHttpsEdge = get<GetHttpsEdgeArgs, HttpsEdgeResult>("HttpsEdge");
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeOutput = getOutput<GetHttpsEdgeArgs, HttpsEdgeResult>("HttpsEdge");
/** Reads all objects immediately, including during previews. */
export const listHttpsEdges = list<HttpsEdgeResult>("HttpsEdges");
/** Reads all objects, as an output. */
export const listHttpsEdgesOutput = listOutput<HttpsEdgeResult>("HttpsEdges");
/** Reads one object immediately, including during previews. */
export const getHttpsEdgeRoute = get<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult>("HttpsEdgeRoute");
/** Reads one object as soon as the arguments are known. */
export const getHttpsEdgeRouteOutput = getOutput<GetHttpsEdgeRouteArgs, HttpsEdgeRouteResult>(
  "HttpsEdgeRoute",
);
/** Reads all objects immediately, including during previews. */
export const listHttpsEdgeRoutes = listIn<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult>("HttpsEdgeRoutes");
/** Reads all objects, as an output. */
export const listHttpsEdgeRoutesOutput = listInOutput<ListHttpsEdgeRoutesArgs, HttpsEdgeRouteResult>(
  "HttpsEdgeRoutes",
);
/** Reads one object immediately, including during previews. */
export const getIpPolicy = get<GetIpPolicyArgs, IpPolicyResult>("IpPolicy");
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyOutput = getOutput<GetIpPolicyArgs, IpPolicyResult>("IpPolicy");
/** Reads all objects immediately, including during previews. */
export const listIpPolicies = list<IpPolicyResult, ListOptions>("IpPolicies");
/** Reads all objects, as an output. */
export const listIpPoliciesOutput = listOutput<IpPolicyResult, ListOutputOptions>("IpPolicies");
/** Reads one object immediately, including during previews. */
export const getIpPolicyRule = get<GetIpPolicyRuleArgs, IpPolicyRuleResult>("IpPolicyRule");
/** Reads one object as soon as the arguments are known. */
export const getIpPolicyRuleOutput = getOutput<GetIpPolicyRuleArgs, IpPolicyRuleResult>("IpPolicyRule");
/** Reads all objects immediately, including during previews. */
export const listIpPolicyRules = list<IpPolicyRuleResult, ListOptions>("IpPolicyRules");
/** Reads all objects, as an output. */
export const listIpPolicyRulesOutput = listOutput<IpPolicyRuleResult, ListOutputOptions>("IpPolicyRules");
/** Reads one object immediately, including during previews. */
export const getIpRestriction = get<GetIpRestrictionArgs, IpRestrictionResult>("IpRestriction");
/** Reads one object as soon as the arguments are known. */
export const getIpRestrictionOutput = getOutput<GetIpRestrictionArgs, IpRestrictionResult>("IpRestriction");
/** Reads all objects immediately, including during previews. */
export const listIpRestrictions = list<IpRestrictionResult, ListOptions>("IpRestrictions");
/** Reads all objects, as an output. */
export const listIpRestrictionsOutput = listOutput<IpRestrictionResult, ListOutputOptions>("IpRestrictions");
/** Reads one object immediately, including during previews. */
export const getReservedAddr = get<GetReservedAddrArgs, ReservedAddrResult>("ReservedAddr");
/** Reads one object as soon as the arguments are known. */
export const getReservedAddrOutput = getOutput<GetReservedAddrArgs, ReservedAddrResult>("ReservedAddr");
/** Reads all objects immediately, including during previews. */
export const listReservedAddrs = list<ReservedAddrResult, ListOptions>("ReservedAddrs");
/** Reads all objects, as an output. */
export const listReservedAddrsOutput = listOutput<ReservedAddrResult, ListOutputOptions>("ReservedAddrs");
/** Reads one object immediately, including during previews. */
export const getReservedDomain = get<GetReservedDomainArgs, ReservedDomainResult>("ReservedDomain");
/** Reads one object as soon as the arguments are known. */
export const getReservedDomainOutput = getOutput<GetReservedDomainArgs, ReservedDomainResult>(
  "ReservedDomain",
);
/** Reads all objects immediately, including during previews. */
export const listReservedDomains = list<ReservedDomainResult, ListOptions>("ReservedDomains");
/** Reads all objects, as an output. */
export const listReservedDomainsOutput = listOutput<ReservedDomainResult, ListOutputOptions>(
  "ReservedDomains",
);
/** Reads one object immediately, including during previews. */
export const getSecret = get<GetSecretArgs, SecretResult>("Secret");
/** Reads one object as soon as the arguments are known. */
export const getSecretOutput = getOutput<GetSecretArgs, SecretResult>("Secret");
/** Reads all objects immediately, including during previews. */
export const listSecrets = list<SecretResult, ListOptions>("Secrets");
/** Reads all objects, as an output. */
export const listSecretsOutput = listOutput<SecretResult, ListOutputOptions>("Secrets");
/** Reads one object immediately, including during previews. */
export const getServiceUser = get<GetServiceUserArgs, ServiceUserResult>("ServiceUser");
/** Reads one object as soon as the arguments are known. */
export const getServiceUserOutput = getOutput<GetServiceUserArgs, ServiceUserResult>("ServiceUser");
/** Reads all objects immediately, including during previews. */
export const listServiceUsers = list<ServiceUserResult, ListOptions>("ServiceUsers");
/** Reads all objects, as an output. */
export const listServiceUsersOutput = listOutput<ServiceUserResult, ListOutputOptions>("ServiceUsers");
/** Reads one object immediately, including during previews. */
export const getSshCertificateAuthority = get<GetSshCertificateAuthorityArgs, SshCertificateAuthorityResult>(
  "SshCertificateAuthority",
);
/** Reads one object as soon as the arguments are known. */
export const getSshCertificateAuthorityOutput = getOutput<
  GetSshCertificateAuthorityArgs,
  SshCertificateAuthorityResult
>("SshCertificateAuthority");
/** Reads all objects immediately, including during previews. */
export const listSshCertificateAuthorities = list<SshCertificateAuthorityResult, ListOptions>(
  "SshCertificateAuthorities",
);
/** Reads all objects, as an output. */
export const listSshCertificateAuthoritiesOutput = listOutput<
  SshCertificateAuthorityResult,
  ListOutputOptions
>("SshCertificateAuthorities");
/** Reads one object immediately, including during previews. */
export const getSshCredential = get<GetSshCredentialArgs, SshCredentialResult>("SshCredential");
/** Reads one object as soon as the arguments are known. */
export const getSshCredentialOutput = getOutput<GetSshCredentialArgs, SshCredentialResult>("SshCredential");
/** Reads all objects immediately, including during previews. */
export const listSshCredentials = list<SshCredentialResult, ListOptions>("SshCredentials");
/** Reads all objects, as an output. */
export const listSshCredentialsOutput = listOutput<SshCredentialResult, ListOutputOptions>("SshCredentials");
/** Reads one object immediately, including during previews. */
export const getSshHostCertificate = get<GetSshHostCertificateArgs, SshHostCertificateResult>(
  "SshHostCertificate",
);
/** Reads one object as soon as the arguments are known. */
export const getSshHostCertificateOutput = getOutput<GetSshHostCertificateArgs, SshHostCertificateResult>(
  "SshHostCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listSshHostCertificates = list<SshHostCertificateResult>("SshHostCertificates");
/** Reads all objects, as an output. */
export const listSshHostCertificatesOutput = listOutput<SshHostCertificateResult>("SshHostCertificates");
/** Reads one object immediately, including during previews. */
export const getSshUserCertificate = get<GetSshUserCertificateArgs, SshUserCertificateResult>(
  "SshUserCertificate",
);
/** Reads one object as soon as the arguments are known. */
export const getSshUserCertificateOutput = getOutput<GetSshUserCertificateArgs, SshUserCertificateResult>(
  "SshUserCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listSshUserCertificates = list<SshUserCertificateResult>("SshUserCertificates");
/** Reads all objects, as an output. */
export const listSshUserCertificatesOutput = listOutput<SshUserCertificateResult>("SshUserCertificates");
/** Reads one object immediately, including during previews. */
export const getStaticBackend = get<GetStaticBackendArgs, StaticBackendResult>("StaticBackend");
/** Reads one object as soon as the arguments are known. */
export const getStaticBackendOutput = getOutput<GetStaticBackendArgs, StaticBackendResult>("StaticBackend");
/** Reads all objects immediately, including during previews. */
export const listStaticBackends = list<StaticBackendResult>("StaticBackends");
/** Reads all objects, as an output. */
export const listStaticBackendsOutput = listOutput<StaticBackendResult>("StaticBackends");
/** Reads one object immediately, including during previews. */
export const getTcpEdge = get<GetTcpEdgeArgs, TcpEdgeResult>("TcpEdge");
/** Reads one object as soon as the arguments are known. */
export const getTcpEdgeOutput = getOutput<GetTcpEdgeArgs, TcpEdgeResult>("TcpEdge");
/** Reads all objects immediately, including during previews. */
export const listTcpEdges = list<TcpEdgeResult>("TcpEdges");
/** Reads all objects, as an output. */
export const listTcpEdgesOutput = listOutput<TcpEdgeResult>("TcpEdges");
/** Reads one object immediately, including during previews. */
export const getTlsCertificate = get<GetTlsCertificateArgs, TlsCertificateResult>("TlsCertificate");
/** Reads one object as soon as the arguments are known. */
export const getTlsCertificateOutput = getOutput<GetTlsCertificateArgs, TlsCertificateResult>(
  "TlsCertificate",
);
/** Reads all objects immediately, including during previews. */
export const listTlsCertificates = list<TlsCertificateResult, ListOptions>("TlsCertificates");
/** Reads all objects, as an output. */
export const listTlsCertificatesOutput = listOutput<TlsCertificateResult, ListOutputOptions>(
  "TlsCertificates",
);
/** Reads one object immediately, including during previews. */
export const getTlsEdge = get<GetTlsEdgeArgs, TlsEdgeResult>("TlsEdge");
/** Reads one object as soon as the arguments are known. */
export const getTlsEdgeOutput = getOutput<GetTlsEdgeArgs, TlsEdgeResult>("TlsEdge");
/** Reads all objects immediately, including during previews. */
export const listTlsEdges = list<TlsEdgeResult>("TlsEdges");
/** Reads all objects, as an output. */
export const listTlsEdgesOutput = listOutput<TlsEdgeResult>("TlsEdges");
/** Reads one object immediately, including during previews. */
export const getTunnelGroupBackend = get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult>(
  "TunnelGroupBackend",
);
/** Reads one object as soon as the arguments are known. */
export const getTunnelGroupBackendOutput = getOutput<GetTunnelGroupBackendArgs, TunnelGroupBackendResult>(
  "TunnelGroupBackend",
);
/** Reads all objects immediately, including during previews. */
export const listTunnelGroupBackends = list<TunnelGroupBackendResult>("TunnelGroupBackends");
/** Reads all objects, as an output. */
export const listTunnelGroupBackendsOutput = listOutput<TunnelGroupBackendResult>("TunnelGroupBackends");
/** Reads one object immediately, including during previews. */
export const getVault = get<GetVaultArgs, VaultResult>("Vault");
/** Reads one object as soon as the arguments are known. */
export const getVaultOutput = getOutput<GetVaultArgs, VaultResult>("Vault");
/** Reads all objects immediately, including during previews. */
export const listVaults = list<VaultResult, ListOptions>("Vaults");
/** Reads all objects, as an output. */
export const listVaultsOutput = listOutput<VaultResult, ListOutputOptions>("Vaults");
/** Reads one object immediately, including during previews. */
export const getWeightedBackend = get<GetWeightedBackendArgs, WeightedBackendResult>("WeightedBackend");
/** Reads one object as soon as the arguments are known. */
export const getWeightedBackendOutput = getOutput<GetWeightedBackendArgs, WeightedBackendResult>(
  "WeightedBackend",
);
/** Reads all objects immediately, including during previews. */
export const listWeightedBackends = list<WeightedBackendResult>("WeightedBackends");
/** Reads all objects, as an output. */
export const listWeightedBackendsOutput = listOutput<WeightedBackendResult>("WeightedBackends");
/** Reads one module immediately, including during previews. */
export const getHttpsEdgeRouteBackend = get<GetHttpsEdgeRouteBackendArgs, HttpsEdgeRouteBackendResult>(
  "HttpsEdgeRouteBackend",
);
/** Reads one module as soon as the arguments are known. */
export const getHttpsEdgeRouteBackendOutput = getOutput<
  GetHttpsEdgeRouteBackendArgs,
  HttpsEdgeRouteBackendResult
>("HttpsEdgeRouteBackend");
/** Reads one module immediately, including during previews. */
export const getTcpEdgeIpRestriction = get<GetTcpEdgeIpRestrictionArgs, TcpEdgeIpRestrictionResult>(
  "TcpEdgeIpRestriction",
);
/** Reads one module as soon as the arguments are known. */
export const getTcpEdgeIpRestrictionOutput = getOutput<
  GetTcpEdgeIpRestrictionArgs,
  TcpEdgeIpRestrictionResult
>("TcpEdgeIpRestriction");
/** Reads one module immediately, including during previews. */
export const getTlsEdgeMutualTls = get<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult>("TlsEdgeMutualTls");
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeMutualTlsOutput = getOutput<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult>(
  "TlsEdgeMutualTls",
);
/** Reads one module immediately, including during previews. */
export const getTlsEdgeTlsTermination = get<GetTlsEdgeTlsTerminationArgs, TlsEdgeTlsTerminationResult>(
  "TlsEdgeTlsTermination",
);
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeTlsTerminationOutput = getOutput<
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult
>("TlsEdgeTlsTermination");
/** Reads one object immediately, including during previews. */
export const getApplicationSession = get<GetApplicationSessionArgs, ApplicationSessionResult>(
  "ApplicationSession",
);
/** Reads one object as soon as the arguments are known. */
export const getApplicationSessionOutput = getOutput<GetApplicationSessionArgs, ApplicationSessionResult>(
  "ApplicationSession",
);
/** Reads all objects immediately, including during previews. */
export const listApplicationSessions = list<ApplicationSessionResult>("ApplicationSessions");
/** Reads all objects, as an output. */
export const listApplicationSessionsOutput = listOutput<ApplicationSessionResult>("ApplicationSessions");
/** Reads one object immediately, including during previews. */
export const getApplicationUser = get<GetApplicationUserArgs, ApplicationUserResult>("ApplicationUser");
/** Reads one object as soon as the arguments are known. */
export const getApplicationUserOutput = getOutput<GetApplicationUserArgs, ApplicationUserResult>(
  "ApplicationUser",
);
/** Reads all objects immediately, including during previews. */
export const listApplicationUsers = list<ApplicationUserResult>("ApplicationUsers");
/** Reads all objects, as an output. */
export const listApplicationUsersOutput = listOutput<ApplicationUserResult>("ApplicationUsers");
/** Reads one object immediately, including during previews. */
export const getKubernetesOperator = get<GetKubernetesOperatorArgs, KubernetesOperatorResult>(
  "KubernetesOperator",
);
/** Reads one object as soon as the arguments are known. */
export const getKubernetesOperatorOutput = getOutput<GetKubernetesOperatorArgs, KubernetesOperatorResult>(
  "KubernetesOperator",
);
/** Reads all objects immediately, including during previews. */
export const listKubernetesOperators = list<KubernetesOperatorResult>("KubernetesOperators");
/** Reads all objects, as an output. */
export const listKubernetesOperatorsOutput = listOutput<KubernetesOperatorResult>("KubernetesOperators");
/** Reads one object immediately, including during previews. */
export const getTunnel = get<GetTunnelArgs, TunnelResult>("Tunnel");
/** Reads one object as soon as the arguments are known. */
export const getTunnelOutput = getOutput<GetTunnelArgs, TunnelResult>("Tunnel");
/** Reads all objects immediately, including during previews. */
export const listTunnels = list<TunnelResult>("Tunnels");
/** Reads all objects, as an output. */
export const listTunnelsOutput = listOutput<TunnelResult>("Tunnels");
/** Reads one object immediately, including during previews. */
export const getTunnelSession = get<GetTunnelSessionArgs, TunnelSessionResult>("TunnelSession");
/** Reads one object as soon as the arguments are known. */
export const getTunnelSessionOutput = getOutput<GetTunnelSessionArgs, TunnelSessionResult>("TunnelSession");
/** Reads all objects immediately, including during previews. */
export const listTunnelSessions = list<TunnelSessionResult, ListOptions>("TunnelSessions");
/** Reads all objects, as an output. */
export const listTunnelSessionsOutput = listOutput<TunnelSessionResult, ListOutputOptions>("TunnelSessions");
