// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { ObjectInput, TrafficPolicyInput, TrafficPolicyValue } from "./traffic-policy";

export type * from "./traffic-policy";

/** A reference to another object of the account. */
export interface Ref {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
}

/** An object as the service returns it. */
export interface ObjectResult extends Ref {
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/** Outputs of most objects. */
export interface Stamps {
  /** API URI of the object. */
  readonly uri: pulumi.Output<string>;
  /** When the object was created. A time in RFC 3339 format. */
  readonly createdAt: pulumi.Output<string>;
}

/** Outputs common to all objects. */
export interface Adoption {
  /**
   * Id of an existing object to adopt instead of creating one. If the object differs from the program, one
   * minimal update is sent. A difference that only a replacement could resolve is an error.
   */
  readonly adoptId: pulumi.Output<string | undefined>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  readonly deleteOnDestroy: pulumi.Output<boolean | undefined>;
  /**
   * Whether the object was adopted instead of created; stays true when the input that requested it is
   * removed.
   */
  readonly adopted: pulumi.Output<boolean | null>;
}

/** Inputs common to all objects. */
export interface AdoptionArgs {
  /**
   * Id of an existing object to adopt instead of creating one. If the object differs from the program, one
   * minimal update is sent. A difference that only a replacement could resolve is an error.
   */
  adoptId?: pulumi.Input<string>;
  /**
   * Whether destroying the resource deletes the object. An adopted object is left in place unless this is
   * true; a created one is deleted unless this is false.
   */
  deleteOnDestroy?: pulumi.Input<boolean>;
}

/** A property that most classes have. */
export interface Metadata {
  /** Your own data, stored with the object; the service does not read it. */
  readonly metadata: pulumi.Output<string>;
}

/** A property that most classes have. */
export interface MetadataArgs {
  /**
   * Your own data, stored with the object; the service does not read it. At most 4096 bytes of UTF-8.
   * Default: `""`.
   */
  metadata?: pulumi.Input<string>;
}

/** A property that most classes have. */
export interface MetadataResult {
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
}

export interface AgentIngressCertificatePolicy {
  /** Certificate authority that certificates are requested from. */
  authority?: "letsencrypt";
  /** Type of the private key of the certificates. */
  privateKeyType?: "rsa" | "ecdsa";
}

export interface AgentIngressCertificatePolicyArgs {
  /** Certificate authority that certificates are requested from. Default: `"letsencrypt"`. */
  authority?: pulumi.Input<"letsencrypt">;
  /** Type of the private key of the certificates. Default: `"rsa"`. */
  privateKeyType?: pulumi.Input<"rsa" | "ecdsa">;
}

export interface AwsAuth {
  /** An IAM role in your AWS account that the service assumes. No key is stored. */
  role?: AwsRole;
  /** A long-lived access key of your AWS account. Prefer a role. */
  creds?: AwsCredentials;
}

export interface AwsAuthArgs {
  /** An IAM role in your AWS account that the service assumes. No key is stored. */
  role?: ObjectInput<AwsRoleArgs>;
  /** A long-lived access key of your AWS account. Prefer a role. */
  creds?: ObjectInput<AwsCredentialsArgs>;
}

export interface AwsCredentials {
  /** Id of the access key. */
  awsAccessKeyId: string;
  /** Secret of the access key. */
  awsSecretAccessKey: string;
}

export interface AwsCredentialsArgs {
  /** Id of the access key. */
  awsAccessKeyId: pulumi.Input<string>;
  /** Secret of the access key. */
  awsSecretAccessKey: pulumi.Input<string>;
}

export interface AwsRole {
  /** ARN of the role, such as `arn:aws:iam::123456789012:role/events`. */
  roleArn: string;
}

export interface AwsRoleArgs {
  /** ARN of the role, such as `arn:aws:iam::123456789012:role/events`. */
  roleArn: pulumi.Input<string>;
}

export interface AzureLogsIngestionTarget {
  /** Id of the Azure tenant. */
  tenantId: string;
  /** Id of the application client. */
  clientId: string;
  /** Secret of the application client. */
  clientSecret: string;
  /** URI of the data collection endpoint for logs. */
  logsIngestionUri: string;
  /** Immutable id of the data collection rule. */
  dataCollectionRuleId: string;
  /** Name of the stream within the data collection rule. */
  dataCollectionStreamName: string;
}

export interface AzureLogsIngestionTargetArgs {
  /** Id of the Azure tenant. */
  tenantId: pulumi.Input<string>;
  /** Id of the application client. */
  clientId: pulumi.Input<string>;
  /** Secret of the application client. */
  clientSecret: pulumi.Input<string>;
  /** URI of the data collection endpoint for logs. */
  logsIngestionUri: pulumi.Input<string>;
  /** Immutable id of the data collection rule. */
  dataCollectionRuleId: pulumi.Input<string>;
  /** Name of the stream within the data collection rule. */
  dataCollectionStreamName: pulumi.Input<string>;
}

export interface BackendModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Id of the backend that receives the traffic. */
  backendId?: string;
}

export interface BackendModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Id of the backend that receives the traffic. */
  backendId?: pulumi.Input<string>;
}

export interface BrowserLocation {
  /** ISO code of the country. */
  countryCode: string | null;
  /** Latitude in degrees. */
  latitude: number | null;
  /** Longitude in degrees. */
  longitude: number | null;
  /** Accuracy radius, in kilometers. */
  latLongRadiusKm: number | null;
}

export interface BrowserSession {
  /** The browser's description of itself. */
  userAgent: BrowserUserAgent;
  /** IP address of the browser. */
  ipAddress: string;
  /** Location of the IP address; null if unknown. */
  location: BrowserLocation | null;
}

export interface BrowserUserAgent {
  /** The `User-Agent` header as sent by the browser. */
  raw: string;
  /** Name of the browser, such as `Chrome`. */
  browserName: string;
  /** Version of the browser, such as `102`. */
  browserVersion: string;
  /** Type of the device, such as `Desktop`. */
  deviceType: string;
  /** Name of the operating system, such as `MacOS`. */
  osName: string;
  /** Version of the operating system, such as `10.15.7`. */
  osVersion: string;
}

export interface CertificateManagementPolicy {
  /** Certificate authority that certificates are requested from. */
  authority?: "letsencrypt";
  /** Type of the private key of the certificates. */
  privateKeyType?: "rsa" | "ecdsa";
}

export interface CertificateManagementPolicyArgs {
  /** Certificate authority that certificates are requested from. Default: `"letsencrypt"`. */
  authority?: pulumi.Input<"letsencrypt">;
  /** Type of the private key of the certificates. Default: `"ecdsa"`. */
  privateKeyType?: pulumi.Input<"rsa" | "ecdsa">;
}

export interface CertificateManagementStatus {
  /** When the next renewal will be requested. A time in RFC 3339 format. */
  renewsAt: string | null;
  /** The running job; null while no certificate is being provisioned or renewed. */
  provisioningJob: ProvisioningJob | null;
}

export interface CircuitBreakerModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Seconds to wait before the health of the upstream is checked again. */
  trippedDuration?: number;
  /** Seconds for which metrics are kept. */
  rollingWindow?: number;
  /** Number of buckets in the window. */
  numBuckets?: number;
  /** Minimum number of requests in the window before the breaker can trip. */
  volumeThreshold?: number;
  /** Share of failed requests from which the breaker trips: 0 to 1.0, not 0 to 100. */
  errorThresholdPercentage?: number;
}

export interface CircuitBreakerModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /**
   * Seconds to wait before the health of the upstream is checked again. From 1 to 4294967295. If unset, the
   * service chooses a value.
   */
  trippedDuration?: pulumi.Input<number>;
  /** Seconds for which metrics are kept. From 1 to 4294967295. If unset, the service chooses a value. */
  rollingWindow?: pulumi.Input<number>;
  /** Number of buckets in the window. From 1 to 128. If unset, the service chooses a value. */
  numBuckets?: pulumi.Input<number>;
  /**
   * Minimum number of requests in the window before the breaker can trip. From 0 to 4294967295. If unset,
   * the service chooses a value.
   */
  volumeThreshold?: pulumi.Input<number>;
  /**
   * Share of failed requests from which the breaker trips: 0 to 1.0, not 0 to 100. From 0 to 1. If unset,
   * the service chooses a value.
   */
  errorThresholdPercentage?: pulumi.Input<number>;
}

export interface CloudwatchLogsTarget {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: AwsAuth;
  /** ARN of the log group. */
  logGroupArn: string;
}

export interface CloudwatchLogsTargetArgs {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: ObjectInput<AwsAuthArgs>;
  /** ARN of the log group. */
  logGroupArn: pulumi.Input<string>;
}

export interface CompressionModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
}

export interface CompressionModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
}

export interface DatadogTarget {
  /** API key of Datadog. */
  apiKey: string;
  /** Tags of the events, such as `env:prod`. */
  ddtags?: string;
  /** Service name of the events. */
  service?: string;
  /** Site of Datadog, such as `datadoghq.eu`. */
  ddsite?: string;
}

export interface DatadogTargetArgs {
  /** API key of Datadog. */
  apiKey: pulumi.Input<string>;
  /** Tags of the events, such as `env:prod`. Default: `""`. */
  ddtags?: pulumi.Input<string>;
  /** Service name of the events. Default: `""`. */
  service?: pulumi.Input<string>;
  /** Site of Datadog, such as `datadoghq.eu`. Default: `""`. */
  ddsite?: pulumi.Input<string>;
}

export interface EventSource {
  /** Type of the events, such as `ip_policy_updated.v0`. */
  type: string;
}

export interface EventSourceArgs {
  /** Type of the events, such as `ip_policy_updated.v0`. */
  type: pulumi.Input<string>;
}

export interface EventTarget {
  /** Amazon Data Firehose. */
  firehose?: FirehoseTarget;
  /** Amazon Kinesis. */
  kinesis?: KinesisTarget;
  /** Amazon CloudWatch Logs. */
  cloudwatchLogs?: CloudwatchLogsTarget;
  /** Datadog. */
  datadog?: DatadogTarget;
  /** Azure Monitor, through its Logs Ingestion API. */
  azureLogsIngestion?: AzureLogsIngestionTarget;
}

export interface EventTargetArgs {
  /** Amazon Data Firehose. */
  firehose?: ObjectInput<FirehoseTargetArgs>;
  /** Amazon Kinesis. */
  kinesis?: ObjectInput<KinesisTargetArgs>;
  /** Amazon CloudWatch Logs. */
  cloudwatchLogs?: ObjectInput<CloudwatchLogsTargetArgs>;
  /** Datadog. */
  datadog?: ObjectInput<DatadogTargetArgs>;
  /** Azure Monitor, through its Logs Ingestion API. */
  azureLogsIngestion?: ObjectInput<AzureLogsIngestionTargetArgs>;
}

export interface Filter {
  /** Metadata of the session. */
  metadata?: string;
  /** Region of the session. */
  region?: string;
  /** Operating system of the agent's host. */
  os?: string;
  /** Version of the agent. */
  agentVersion?: string;
}

export interface FilterArgs {
  /** Metadata of the session. */
  metadata?: pulumi.Input<string>;
  /** Region of the session. */
  region?: pulumi.Input<string>;
  /** Operating system of the agent's host. */
  os?: pulumi.Input<string>;
  /** Version of the agent. */
  agentVersion?: pulumi.Input<string>;
}

export interface FirehoseTarget {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: AwsAuth;
  /** ARN of the delivery stream. */
  deliveryStreamArn: string;
}

export interface FirehoseTargetArgs {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: ObjectInput<AwsAuthArgs>;
  /** ARN of the delivery stream. */
  deliveryStreamArn: pulumi.Input<string>;
}

export interface IdentityProvider {
  /** Name of the identity provider, such as `Google`. */
  name: string;
  /** URL of the identity provider, such as `https://accounts.google.com`. */
  url: string;
}

export interface IpRestrictionModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Ids of the IpPolicy objects to apply. Order is ignored. */
  ipPolicyIds?: string[];
}

export interface IpRestrictionModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Ids of the IpPolicy objects to apply. Order is ignored. Default: `[]`. */
  ipPolicyIds?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface KinesisTarget {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: AwsAuth;
  /** ARN of the stream. */
  streamArn: string;
}

export interface KinesisTargetArgs {
  /** How the service authenticates to AWS: by a role or by an access key. */
  auth: ObjectInput<AwsAuthArgs>;
  /** ARN of the stream. */
  streamArn: pulumi.Input<string>;
}

export interface KubernetesOperatorBinding {
  /** CEL expressions that select the endpoints bound to the cluster. */
  endpointSelectors: string[];
  /** The certificate of the binding. */
  cert: KubernetesOperatorCert;
  /** Public ingress endpoint of the operator. */
  ingressEndpoint: string;
}

export interface KubernetesOperatorCert {
  /** Client certificate of the operator, as PEM. */
  cert: string;
  /** Start of the certificate's validity. A time in RFC 3339 format. */
  notBefore: string;
  /** End of the certificate's validity. A time in RFC 3339 format. */
  notAfter: string;
}

export interface KubernetesOperatorDeployment {
  /** Name of the deployment. */
  name: string;
  /** Kubernetes namespace of the deployment. */
  namespace: string;
  /** Version of the operator. */
  version: string;
  /** User-defined name of the cluster. */
  clusterName: string;
}

export interface MutualTlsModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored. */
  certificateAuthorityIds?: string[];
}

export interface MutualTlsModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /**
   * Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored. Default:
   * `[]`.
   */
  certificateAuthorityIds?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface OAuthGitHub {
  /** Id of your OAuth app. If unset, the service uses its own app, which has additional restrictions. */
  clientId?: string;
  /** Secret of your OAuth app; required with `clientId`. */
  clientSecret?: string;
  /** Scopes to request, only for your own OAuth app. Order is ignored. */
  scopes?: string[];
  /** Email addresses of users who may access the endpoint. Order is ignored. */
  emailAddresses?: string[];
  /** Email domains whose users may access the endpoint. Order is ignored. */
  emailDomains?: string[];
  /** Teams whose members may access the endpoint, as `organization/team`. Order is ignored. */
  teams?: string[];
  /** Slugs of organizations whose members may access the endpoint. Order is ignored. */
  organizations?: string[];
}

export interface OAuthGitHubArgs {
  /** Id of your OAuth app. If unset, the service uses its own app, which has additional restrictions. */
  clientId?: pulumi.Input<string>;
  /** Secret of your OAuth app; required with `clientId`. */
  clientSecret?: pulumi.Input<string>;
  /** Scopes to request, only for your own OAuth app. Order is ignored. Default: `[]`. */
  scopes?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email addresses of users who may access the endpoint. Order is ignored. Default: `[]`. */
  emailAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email domains whose users may access the endpoint. Order is ignored. Default: `[]`. */
  emailDomains?: pulumi.Input<pulumi.Input<string>[]>;
  /** Teams whose members may access the endpoint, as `organization/team`. Order is ignored. Default: `[]`. */
  teams?: pulumi.Input<pulumi.Input<string>[]>;
  /** Slugs of organizations whose members may access the endpoint. Order is ignored. Default: `[]`. */
  organizations?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface OAuthIdentityProvider {
  /** Id of your OAuth app. If unset, the service uses its own app, which has additional restrictions. */
  clientId?: string;
  /** Secret of your OAuth app; required with `clientId`. */
  clientSecret?: string;
  /** Scopes to request, only for your own OAuth app. Order is ignored. */
  scopes?: string[];
  /** Email addresses of users who may access the endpoint. Order is ignored. */
  emailAddresses?: string[];
  /** Email domains whose users may access the endpoint. Order is ignored. */
  emailDomains?: string[];
}

export interface OAuthIdentityProviderArgs {
  /** Id of your OAuth app. If unset, the service uses its own app, which has additional restrictions. */
  clientId?: pulumi.Input<string>;
  /** Secret of your OAuth app; required with `clientId`. */
  clientSecret?: pulumi.Input<string>;
  /** Scopes to request, only for your own OAuth app. Order is ignored. Default: `[]`. */
  scopes?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email addresses of users who may access the endpoint. Order is ignored. Default: `[]`. */
  emailAddresses?: pulumi.Input<pulumi.Input<string>[]>;
  /** Email domains whose users may access the endpoint. Order is ignored. Default: `[]`. */
  emailDomains?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface OAuthProvider {
  /** Users sign in with GitHub. */
  github?: OAuthGitHub;
  /** Users sign in with Facebook. */
  facebook?: OAuthIdentityProvider;
  /** Users sign in with Microsoft. */
  microsoft?: OAuthIdentityProvider;
  /** Users sign in with Google. */
  google?: OAuthIdentityProvider;
  /** Users sign in with LinkedIn. */
  linkedin?: OAuthIdentityProvider;
  /** Users sign in with GitLab. */
  gitlab?: OAuthIdentityProvider;
  /** Users sign in with Twitch. */
  twitch?: OAuthIdentityProvider;
  /** Users sign in with Amazon. */
  amazon?: OAuthIdentityProvider;
}

export interface OAuthProviderArgs {
  /** Users sign in with GitHub. */
  github?: ObjectInput<OAuthGitHubArgs>;
  /** Users sign in with Facebook. */
  facebook?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with Microsoft. */
  microsoft?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with Google. */
  google?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with LinkedIn. */
  linkedin?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with GitLab. */
  gitlab?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with Twitch. */
  twitch?: ObjectInput<OAuthIdentityProviderArgs>;
  /** Users sign in with Amazon. */
  amazon?: ObjectInput<OAuthIdentityProviderArgs>;
}

export interface OauthModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Whether HTTP OPTIONS requests pass without authentication. */
  optionsPassthrough?: boolean;
  /** Prefix of session cookie names: letters, digits, and dots. */
  cookiePrefix?: string;
  /** Seconds without activity after which a session ends. */
  inactivityTimeout?: number;
  /** Seconds after which a session ends in any case. */
  maximumDuration?: number;
  /** The identity provider: exactly one. */
  provider: OAuthProvider;
  /** Seconds after which the user is looked up at the identity provider and authorized again. */
  authCheckInterval?: number;
}

export interface OauthModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Whether HTTP OPTIONS requests pass without authentication. Default: `false`. */
  optionsPassthrough?: pulumi.Input<boolean>;
  /** Prefix of session cookie names: letters, digits, and dots. If unset, the service chooses a value. */
  cookiePrefix?: pulumi.Input<string>;
  /**
   * Seconds without activity after which a session ends. From 0 to 31622400. If unset, the service chooses a
   * value.
   */
  inactivityTimeout?: pulumi.Input<number>;
  /**
   * Seconds after which a session ends in any case. From 0 to 4294967295. If unset, the service chooses a
   * value.
   */
  maximumDuration?: pulumi.Input<number>;
  /** The identity provider: exactly one. */
  provider: ObjectInput<OAuthProviderArgs>;
  /**
   * Seconds after which the user is looked up at the identity provider and authorized again. From 0 to
   * 4294967295. If unset, the service chooses a value.
   */
  authCheckInterval?: pulumi.Input<number>;
}

export interface OidcModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Whether HTTP OPTIONS requests pass without authentication. */
  optionsPassthrough?: boolean;
  /** Prefix of session cookie names. */
  cookiePrefix?: string;
  /** Seconds without activity after which a session ends. */
  inactivityTimeout?: number;
  /** Seconds after which a session ends in any case. */
  maximumDuration?: number;
  /** Base URL of the OpenID provider, from which its configuration is discovered. */
  issuer?: string;
  /** Client id at the provider; also the audience. */
  clientId?: string;
  /** Client secret at the provider. */
  clientSecret?: string;
  /** Scopes to request. Order is ignored. */
  scopes?: string[];
}

export interface OidcModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Whether HTTP OPTIONS requests pass without authentication. Default: `false`. */
  optionsPassthrough?: pulumi.Input<boolean>;
  /** Prefix of session cookie names. If unset, the service chooses a value. */
  cookiePrefix?: pulumi.Input<string>;
  /**
   * Seconds without activity after which a session ends. From 0 to 31622400. If unset, the service chooses a
   * value.
   */
  inactivityTimeout?: pulumi.Input<number>;
  /**
   * Seconds after which a session ends in any case. From 0 to 4294967295. If unset, the service chooses a
   * value.
   */
  maximumDuration?: pulumi.Input<number>;
  /** Base URL of the OpenID provider, from which its configuration is discovered. */
  issuer?: pulumi.Input<string>;
  /** Client id at the provider; also the audience. */
  clientId?: pulumi.Input<string>;
  /** Client secret at the provider. */
  clientSecret?: pulumi.Input<string>;
  /** Scopes to request. Order is ignored. Default: `[]`. */
  scopes?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface ProvisioningJob {
  /** Why provisioning failed: `INTERNAL_ERROR` is temporary; `DNS_ERROR` requires correct DNS records. */
  errorCode: "INTERNAL_ERROR" | "DNS_ERROR" | null;
  /** Message about the status or the error. */
  msg: string | null;
  /** When the job started. A time in RFC 3339 format. */
  startedAt: string | null;
  /** When the job will be tried again. A time in RFC 3339 format. */
  retriesAt: string | null;
}

export interface RequestHeadersModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Headers to add to the request before it reaches the upstream, by name. */
  add?: Record<string, string>;
  /** Names of headers to remove from the request before it reaches the upstream. Order is ignored. */
  remove?: string[];
}

export interface RequestHeadersModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Headers to add to the request before it reaches the upstream, by name. Default: `{}`. */
  add?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Names of headers to remove from the request before it reaches the upstream. Order is ignored. Default:
   * `[]`.
   */
  remove?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface ResolvesTo {
  /** Point of presence, such as `eu` or `us-cal-1`, or a dedicated IP address. */
  value: string;
}

export interface ResolvesToArgs {
  /** Point of presence, such as `eu` or `us-cal-1`, or a dedicated IP address. */
  value: pulumi.Input<string>;
}

export interface ResponseHeadersModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Headers to add to the response, by name. */
  add?: Record<string, string>;
  /** Names of headers to remove from the response. Order is ignored. */
  remove?: string[];
}

export interface ResponseHeadersModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Headers to add to the response, by name. Default: `{}`. */
  add?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Names of headers to remove from the response. Order is ignored. Default: `[]`. */
  remove?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface Route {
  /** Id of the route. */
  id: string;
  /** API URI of the route. */
  uri: string;
  /** When the route was created. A time in RFC 3339 format. */
  createdAt: string;
  /** How `match` is compared with a request. */
  matchType: "exact_path" | "path_prefix";
  /** What the route matches. Always a secret. */
  match: string;
  /** Description of the route. Always a secret. */
  description: string;
  /** Metadata of the route. Always a secret. */
  metadata: string;
}

export interface SamlModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Whether HTTP OPTIONS requests pass without authentication. */
  optionsPassthrough?: boolean;
  /** Prefix of session cookie names. */
  cookiePrefix?: string;
  /** Seconds without activity after which a session ends. */
  inactivityTimeout?: number;
  /** Seconds after which a session ends in any case. */
  maximumDuration?: number;
  /** Full XML EntityDescriptor of the identity provider. */
  idpMetadata?: string;
  /** Whether the identity provider must ask for credentials again. */
  forceAuthn?: boolean;
  /**
   * Whether the identity provider may initiate a login; RelayState then contains the target URL. On by
   * default.
   */
  allowIdpInitiated?: boolean;
  /** Groups whose members may access the endpoint. If empty, everyone. Order is ignored. */
  authorizedGroups?: string[];
  /** SAML name id format. */
  nameidFormat?: string;
}

export interface SamlModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Whether HTTP OPTIONS requests pass without authentication. Default: `false`. */
  optionsPassthrough?: pulumi.Input<boolean>;
  /** Prefix of session cookie names. If unset, the service chooses a value. */
  cookiePrefix?: pulumi.Input<string>;
  /**
   * Seconds without activity after which a session ends. From 0 to 31622400. If unset, the service chooses a
   * value.
   */
  inactivityTimeout?: pulumi.Input<number>;
  /**
   * Seconds after which a session ends in any case. From 0 to 4294967295. If unset, the service chooses a
   * value.
   */
  maximumDuration?: pulumi.Input<number>;
  /** Full XML EntityDescriptor of the identity provider. */
  idpMetadata?: pulumi.Input<string>;
  /** Whether the identity provider must ask for credentials again. Default: `false`. */
  forceAuthn?: pulumi.Input<boolean>;
  /**
   * Whether the identity provider may initiate a login; RelayState then contains the target URL. On by
   * default. Default: `true`.
   */
  allowIdpInitiated?: pulumi.Input<boolean>;
  /** Groups whose members may access the endpoint. If empty, everyone. Order is ignored. Default: `[]`. */
  authorizedGroups?: pulumi.Input<pulumi.Input<string>[]>;
  /** SAML name id format. Default: `"urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"`. */
  nameidFormat?: pulumi.Input<string>;
}

export interface StaticBackendTlsModule {
  /** Whether the connection to the address uses TLS. */
  enabled?: boolean;
}

export interface StaticBackendTlsModuleArgs {
  /** Whether the connection to the address uses TLS. Default: `false`. */
  enabled?: pulumi.Input<boolean>;
}

export interface SubjectAlternativeNames {
  /** Domains, including wildcards. */
  dnsNames: string[];
  /** IP addresses. */
  ips: string[];
}

export interface TlsTerminationAtEdgeModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Lowest accepted TLS version. */
  minVersion?: string;
}

export interface TlsTerminationAtEdgeModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Lowest accepted TLS version. If unset, the service chooses a value. */
  minVersion?: pulumi.Input<string>;
}

export interface TlsTerminationModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Where TLS is terminated. */
  terminateAt?: "edge" | "upstream";
  /** Lowest accepted TLS version. Must not be set when `terminateAt` is `upstream`. */
  minVersion?: string;
}

export interface TlsTerminationModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Where TLS is terminated. Default: `"edge"`. */
  terminateAt?: pulumi.Input<"edge" | "upstream">;
  /**
   * Lowest accepted TLS version. Must not be set when `terminateAt` is `upstream`. If unset, the service
   * chooses a value.
   */
  minVersion?: pulumi.Input<string>;
}

export interface TrafficPolicyModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /**
   * The policy: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by meaning, not
   * by spelling. Secrets in it stay secret: single values of an object or a JSON string, but all of a YAML
   * string that contains one.
   */
  value?: TrafficPolicyValue;
}

export interface TrafficPolicyModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /**
   * The policy: a YAML or JSON string, sent unchanged, or an object, sent as JSON. Compared by meaning, not
   * by spelling. Secrets in it stay secret: single values of an object or a JSON string, but all of a YAML
   * string that contains one.
   */
  value?: TrafficPolicyInput;
}

export interface UserAgentFilterModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** User agents that are allowed, as regular expressions (RE2). Order is ignored. */
  allow?: string[];
  /** User agents that are denied, as regular expressions (RE2). Order is ignored. */
  deny?: string[];
}

export interface UserAgentFilterModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** User agents that are allowed, as regular expressions (RE2). Order is ignored. Default: `[]`. */
  allow?: pulumi.Input<pulumi.Input<string>[]>;
  /** User agents that are denied, as regular expressions (RE2). Order is ignored. Default: `[]`. */
  deny?: pulumi.Input<pulumi.Input<string>[]>;
}

export interface WaitForCertificate {
  /** Maximum wait in seconds. */
  timeoutSeconds?: number;
}

export interface WaitForCertificateArgs {
  /** Maximum wait in seconds. From 1 to 86400. Default: `600`. */
  timeoutSeconds?: pulumi.Input<number>;
}

export interface WebhookVerificationModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
  /** Webhook provider that signs the requests, such as `github`. Case-insensitive. */
  provider: string;
  /** Secret shared with the provider. Required for every provider except AWS SNS. */
  secret?: string;
}

export interface WebhookVerificationModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
  /** Webhook provider that signs the requests, such as `github`. Case-insensitive. */
  provider: pulumi.Input<string>;
  /** Secret shared with the provider. Required for every provider except AWS SNS. */
  secret?: pulumi.Input<string>;
}

export interface WebsocketTcpConverterModule {
  /** Whether the module is applied to traffic. */
  enabled?: boolean;
}

export interface WebsocketTcpConverterModuleArgs {
  /** Whether the module is applied to traffic. Default: `true`. */
  enabled?: pulumi.Input<boolean>;
}
