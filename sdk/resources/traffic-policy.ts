// Generated from traffic-policy by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/**
 * A traffic policy as an object, which is sent as compact JSON. Any value in it may be an output. For
 * features that these types lack, pass a string, such as `pulumi.jsonStringify(policy)`, or a
 * `Record<string, any>`.
 */
export interface TrafficPolicy {
  /** Runs when a client has connected, before anything above TCP is read. */
  on_tcp_connect?: pulumi.Input<readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnTcpConnectAction>>[]>;
  /** Runs when a request has arrived, before it is sent upstream. */
  on_http_request?: pulumi.Input<readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnHttpRequestAction>>[]>;
  /** Runs when the upstream has responded, before the response is sent to the client. */
  on_http_response?: pulumi.Input<
    readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnHttpResponseAction>>[]
  >;
  /** Runs for each message of a response that is a stream of server-sent events. */
  on_event_stream_message?: pulumi.Input<
    readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnEventStreamMessageAction>>[]
  >;
}

/** A traffic policy in the state: the string or object from the program. Inputs accept it as well. */
// biome-ignore lint/suspicious/noExplicitAny: the contents are unknown, and must be assignable to an input.
export type TrafficPolicyValue = string | Record<string, any>;

/** A rule of a phase. Its actions run in order if all expressions are true. */
export interface TrafficPolicyRule<Action extends TrafficPolicyAction = TrafficPolicyAction> {
  /** Name of the rule, for readers. */
  name?: pulumi.Input<string>;
  /** CEL expressions, which must all be true. Without expressions, the rule always runs. */
  expressions?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Actions to run. */
  actions: pulumi.Input<readonly ActionInput<Action>[]>;
}

/** An object or an output of one. The compiler suggests the closest property for a misspelled one. */
export type ObjectInput<T extends object> = T | LaterObject<T, T>;

/** A traffic policy as an object or text, or an output of one. */
export type TrafficPolicyInput = string | TrafficPolicy | LaterObject<string | TrafficPolicy, TrafficPolicy>;

type LaterObject<T, Shape extends object> = (Promise<T> | pulumi.OutputInstance<T>) & {
  readonly [K in keyof Shape]?: Shape[K] | pulumi.OutputInstance<Shape[K]>;
};

/** An action or an output of one. The compiler suggests the closest action for a misspelled one. */
type ActionInput<T extends TrafficPolicyAction> =
  | T
  | UnknownAction
  | ((Promise<T> | pulumi.OutputInstance<T>) & { readonly type?: pulumi.OutputInstance<T["type"]> });

/** Matches no value, so that the compiler's error about an unknown action is only about its type. */
interface UnknownAction {
  type: never;
  config?: unknown;
}

/** An action of a rule, discriminated by its `type`. */
export type TrafficPolicyAction =
  | TrafficPolicyAddHeadersAction
  | TrafficPolicyAiGatewayAction
  | TrafficPolicyBasicAuthAction
  | TrafficPolicyCircuitBreakerAction
  | TrafficPolicyCloseConnectionAction
  | TrafficPolicyCompressResponseAction
  | TrafficPolicyCustomResponseAction
  | TrafficPolicyDenyAction
  | TrafficPolicyForwardInternalAction
  | TrafficPolicyHttpRequestAction
  | TrafficPolicyJwtValidationAction
  | TrafficPolicyLogAction
  | TrafficPolicyOauthAction
  | TrafficPolicyOpenidConnectAction
  | TrafficPolicyOwaspCrsRequestAction
  | TrafficPolicyOwaspCrsResponseAction
  | TrafficPolicyRateLimitAction
  | TrafficPolicyRedirectAction
  | TrafficPolicyRemoveHeadersAction
  | TrafficPolicyRequestBodyFindReplaceAction
  | TrafficPolicyResponseBodyFindReplaceAction
  | TrafficPolicyRestrictIpsAction
  | TrafficPolicySetVarsAction
  | TrafficPolicySseFindReplaceAction
  | TrafficPolicyTerminateTlsAction
  | TrafficPolicyUrlRewriteAction
  | TrafficPolicyVerifyWebhookAction;

/** An action that the phase `on_tcp_connect` allows. */
export type TrafficPolicyOnTcpConnectAction =
  | TrafficPolicyCloseConnectionAction
  | TrafficPolicyDenyAction
  | TrafficPolicyForwardInternalAction
  | TrafficPolicyLogAction
  | TrafficPolicyRestrictIpsAction
  | TrafficPolicySetVarsAction
  | TrafficPolicyTerminateTlsAction;

/** An action that the phase `on_http_request` allows. */
export type TrafficPolicyOnHttpRequestAction =
  | TrafficPolicyAddHeadersAction
  | TrafficPolicyAiGatewayAction
  | TrafficPolicyBasicAuthAction
  | TrafficPolicyCircuitBreakerAction
  | TrafficPolicyCloseConnectionAction
  | TrafficPolicyCustomResponseAction
  | TrafficPolicyDenyAction
  | TrafficPolicyForwardInternalAction
  | TrafficPolicyHttpRequestAction
  | TrafficPolicyJwtValidationAction
  | TrafficPolicyLogAction
  | TrafficPolicyOauthAction
  | TrafficPolicyOpenidConnectAction
  | TrafficPolicyOwaspCrsRequestAction
  | TrafficPolicyRateLimitAction
  | TrafficPolicyRedirectAction
  | TrafficPolicyRemoveHeadersAction
  | TrafficPolicyRequestBodyFindReplaceAction
  | TrafficPolicyRestrictIpsAction
  | TrafficPolicySetVarsAction
  | TrafficPolicyUrlRewriteAction
  | TrafficPolicyVerifyWebhookAction;

/** An action that the phase `on_http_response` allows. */
export type TrafficPolicyOnHttpResponseAction =
  | TrafficPolicyAddHeadersAction
  | TrafficPolicyCompressResponseAction
  | TrafficPolicyCustomResponseAction
  | TrafficPolicyHttpRequestAction
  | TrafficPolicyLogAction
  | TrafficPolicyOwaspCrsResponseAction
  | TrafficPolicyRemoveHeadersAction
  | TrafficPolicyResponseBodyFindReplaceAction
  | TrafficPolicyRestrictIpsAction
  | TrafficPolicySetVarsAction;

/** An action that the phase `on_event_stream_message` allows. */
export type TrafficPolicyOnEventStreamMessageAction = TrafficPolicySseFindReplaceAction;

/** Adds headers to the request or the response. Phases: `on_http_request`, `on_http_response`. */
export interface TrafficPolicyAddHeadersAction {
  /** Name of the action. */
  type: "add-headers";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyAddHeadersConfig>;
}

/** Configuration of the action `add-headers`. */
export interface TrafficPolicyAddHeadersConfig {
  /** Headers by name. From 1 to 10. */
  headers: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
}

/**
 * Sends the request to a language model provider, and to the next one if that fails. Phases:
 * `on_http_request`.
 */
export interface TrafficPolicyAiGatewayAction {
  /** Name of the action. */
  type: "ai-gateway";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyAiGatewayConfig>;
}

/** Configuration of the action `ai-gateway`. */
export interface TrafficPolicyAiGatewayConfig {
  /** Whether the rest of the policy runs if the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** Timeout for one provider. Default: `30s`. */
  per_request_timeout?: pulumi.Input<string>;
  /** Timeout for all attempts together. Default: `5m`. */
  total_timeout?: pulumi.Input<string>;
  /** Maximum number of tokens in a request. From 0 to 500000. */
  max_input_tokens?: pulumi.Input<number>;
  /** Maximum number of tokens in a response. From 0 to 500000. */
  max_output_tokens?: pulumi.Input<number>;
  /** Headers that are added to requests, by name. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Parameters that are added to the URL, by name. */
  query_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Fields that are added to the JSON of requests. */
  body?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
  /** Providers. Default: all that the service supports. */
  providers?: pulumi.Input<
    readonly ObjectInput<{
      /** Name of the provider, such as `openai`, or a custom one. */
      id: pulumi.Input<string>;
      /** Aliases that clients may use. */
      id_aliases?: pulumi.Input<readonly pulumi.Input<string>[]>;
      /** Display name. */
      display_name?: pulumi.Input<string>;
      /** Description. */
      description?: pulumi.Input<string>;
      /** Whether it is excluded. Default: `false`. */
      disabled?: pulumi.Input<boolean>;
      /** Your own data, which strategies can read. */
      metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
      /** URL of a custom provider. */
      base_url?: pulumi.Input<string>;
      /** Website of the provider. */
      website?: pulumi.Input<string>;
      /** API keys of a custom provider, in the order in which they are tried. */
      api_keys?: pulumi.Input<
        readonly ObjectInput<{
          /** The key. Secret. Prefer a vault of the service: see `secrets.get`. */
          value: pulumi.Input<string>;
        }>[]
      >;
      /** Models of the provider. */
      models?: pulumi.Input<
        readonly ObjectInput<{
          /** Name of the model at the provider. */
          id: pulumi.Input<string>;
          /** Aliases that clients may use. */
          id_aliases?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** Display name. */
          display_name?: pulumi.Input<string>;
          /** Description. */
          description?: pulumi.Input<string>;
          /** Whether it is excluded. Default: `false`. */
          disabled?: pulumi.Input<boolean>;
          /** Your own data, which strategies can read. */
          metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
          /** Author of the model. */
          author_id?: pulumi.Input<string>;
          /** Input modalities, such as `text`. */
          input_modalities?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** Output modalities, such as `text`. */
          output_modalities?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** Maximum number of tokens in a request and its response. */
          max_context_window?: pulumi.Input<number>;
          /** Maximum number of tokens in a response. */
          max_output_tokens?: pulumi.Input<number>;
          /** Supported features, such as `tool-calling`. */
          supported_features?: pulumi.Input<readonly pulumi.Input<string>[]>;
        }>[]
      >;
    }>[]
  >;
  /** Whether other providers are refused. Default: `false`. */
  only_allow_configured_providers?: pulumi.Input<boolean>;
  /** Whether other models are refused. Default: `false`. */
  only_allow_configured_models?: pulumi.Input<boolean>;
  /** How models are selected. */
  model_selection?: ObjectInput<{
    /** Expressions. The first one that selects anything wins. */
    strategy?: pulumi.Input<readonly pulumi.Input<string>[]>;
  }>;
  /** How keys are selected. */
  api_key_selection?: ObjectInput<{
    /** Expressions. The first one that selects anything wins. */
    strategy?: pulumi.Input<readonly pulumi.Input<string>[]>;
  }>;
}

/** Requires a user name and password. Phases: `on_http_request`. */
export interface TrafficPolicyBasicAuthAction {
  /** Name of the action. */
  type: "basic-auth";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyBasicAuthConfig>;
}

/** Configuration of the action `basic-auth`. */
export interface TrafficPolicyBasicAuthConfig {
  /** Allowed pairs of user name and password. From 1 to 10. */
  credentials: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Realm in the response to clients. At most 128 characters. Default: `ngrok`. */
  realm?: pulumi.Input<string>;
  /**
   * Whether requests without valid credentials are denied. If false, the action only records its result.
   * Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
}

/** Denies requests for a while if too many of them fail upstream. Phases: `on_http_request`. */
export interface TrafficPolicyCircuitBreakerAction {
  /** Name of the action. */
  type: "circuit-breaker";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyCircuitBreakerConfig>;
}

/** Configuration of the action `circuit-breaker`. */
export interface TrafficPolicyCircuitBreakerConfig {
  /** Minimum share of failed requests to trip, from 0 to 1, such as 0.5. From 0 to 1. Default: `0.5`. */
  error_threshold?: pulumi.Input<number>;
  /** Minimum number of requests in the window. From 1 to 2000000000. Default: `10`. */
  volume_threshold?: pulumi.Input<number>;
  /** Length of the window. From 1s to 120s. Default: `10s`. */
  window_duration?: pulumi.Input<string>;
  /** How long requests are denied before the upstream is tried again. From 1s to 120s. Default: `10s`. */
  tripped_duration?: pulumi.Input<string>;
  /** Number of buckets in the window, which must be 10. From 10 to 10. */
  num_buckets?: pulumi.Input<number>;
  /** Whether requests are denied. If false, the action only records its result. Default: `true`. */
  enforce?: pulumi.Input<boolean>;
}

/** Closes the connection without a response. Phases: `on_tcp_connect`, `on_http_request`. */
export interface TrafficPolicyCloseConnectionAction {
  /** Name of the action. */
  type: "close-connection";
  /** It has no configuration. */
  config?: pulumi.Input<Record<string, never>>;
}

/** Compresses the response body with an algorithm that the client accepts. Phases: `on_http_response`. */
export interface TrafficPolicyCompressResponseAction {
  /** Name of the action. */
  type: "compress-response";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyCompressResponseConfig>;
}

/** Configuration of the action `compress-response`. */
export interface TrafficPolicyCompressResponseConfig {
  /** Allowed algorithms. Default: all. */
  algorithms?: pulumi.Input<readonly pulumi.Input<"gzip" | "deflate" | "br" | "compress">[]>;
}

/** Responds to the request. Phases: `on_http_request`, `on_http_response`. */
export interface TrafficPolicyCustomResponseAction {
  /** Name of the action. */
  type: "custom-response";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyCustomResponseConfig>;
}

/** Configuration of the action `custom-response`. */
export interface TrafficPolicyCustomResponseConfig {
  /** Status code of the response. From 100 to 999. Default: `200`. */
  status_code?: pulumi.Input<number>;
  /** Body of the response. */
  body?: pulumi.Input<string>;
  /** Earlier name of `body`. */
  content?: pulumi.Input<string>;
  /** Headers of the response, by name. At most 10. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
}

/** Denies the request, or closes the connection. Phases: `on_tcp_connect`, `on_http_request`. */
export interface TrafficPolicyDenyAction {
  /** Name of the action. */
  type: "deny";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyDenyConfig>;
}

/** Configuration of the action `deny`. */
export interface TrafficPolicyDenyConfig {
  /** Status code of the response. Has no effect on connections. From 100 to 999. Default: `403`. */
  status_code?: pulumi.Input<number>;
}

/**
 * Forwards traffic to an internal endpoint of the account, whose own policy runs next. Phases:
 * `on_tcp_connect`, `on_http_request`.
 */
export interface TrafficPolicyForwardInternalAction {
  /** Name of the action. */
  type: "forward-internal";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyForwardInternalConfig>;
}

/** Configuration of the action `forward-internal`. */
export interface TrafficPolicyForwardInternalConfig {
  /** URL of the internal endpoint. */
  url: pulumi.Input<string>;
  /** Whether the rest of the policy runs if the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
}

/**
 * Sends a request to another service and stores the response for later rules. Phases: `on_http_request`,
 * `on_http_response`.
 */
export interface TrafficPolicyHttpRequestAction {
  /** Name of the action. */
  type: "http-request";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyHttpRequestConfig>;
}

/** Configuration of the action `http-request`. */
export interface TrafficPolicyHttpRequestConfig {
  /** URL of the request. */
  url: pulumi.Input<string>;
  /** HTTP method. Default: `GET`. */
  method?: pulumi.Input<"GET" | "PUT" | "POST" | "PATCH" | "DELETE" | "OPTIONS">;
  /** Query parameters to add to the URL. At most 32. */
  query_params?: pulumi.Input<
    readonly ObjectInput<{
      /** Name of the parameter. At most 128 characters. */
      key: pulumi.Input<string>;
      /** Value of the parameter. At most 8192 characters. */
      value?: pulumi.Input<string>;
    }>[]
  >;
  /** Headers of the request, by name. At most 10. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Body of the request. */
  body?: pulumi.Input<string>;
  /** Maximum number of redirects to follow. From 0 to 100. Default: `10`. */
  max_redirects?: pulumi.Input<number>;
  /** Timeout for all attempts together. From 1s to 30s. Default: `3s`. */
  timeout?: pulumi.Input<string>;
  /**
   * CEL expression that decides whether to retry, up to three times. It can also read `attempts` and
   * `last_attempt`. Default: `false`.
   */
  retry_condition?: pulumi.Input<string>;
  /** Whether the rest of the policy runs if the action fails. Default: `continue`. */
  on_error?: pulumi.Input<"halt" | "continue">;
}

/** Requires a JSON Web Token with a valid signature, issuer, and audience. Phases: `on_http_request`. */
export interface TrafficPolicyJwtValidationAction {
  /** Name of the action. */
  type: "jwt-validation";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyJwtValidationConfig>;
}

/** Configuration of the action `jwt-validation`. */
export interface TrafficPolicyJwtValidationConfig {
  /** Accepted issuers. */
  issuer: ObjectInput<{
    /** Accepted issuers. At least 1. */
    allow_list: pulumi.Input<
      readonly ObjectInput<{
        /** Value of the claim `iss`: a URL. */
        value: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** Accepted audiences. */
  audience?: ObjectInput<{
    /** Accepted audiences. At least 1. */
    allow_list?: pulumi.Input<
      readonly ObjectInput<{
        /** Value of the claim `aud`. */
        value: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** Where the tokens are. */
  http: ObjectInput<{
    /** Tokens that the request must contain; all of them are required. At least 1. */
    tokens: pulumi.Input<
      readonly ObjectInput<{
        /** Type of the token. */
        type: pulumi.Input<
          "id_token" | "access_token" | "at+jwt" | "it+jwt" | "plain" | "jwt" | (string & {})
        >;
        /** Part of the request that holds the token. */
        method: pulumi.Input<"header" | "body">;
        /** Name of the header or body field. */
        name: pulumi.Input<string>;
        /** Prefix of the token, such as `Bearer `. */
        prefix?: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** Signature verification. */
  jws: ObjectInput<{
    /** Accepted signature algorithms. At least 1. */
    allowed_algorithms: pulumi.Input<readonly pulumi.Input<string>[]>;
    /** Keys for verifying signatures. */
    keys: ObjectInput<{
      /** Where the keys come from. */
      sources: ObjectInput<{
        /** URLs of key sets (JWKS). From 1 to 100. */
        additional_jkus: pulumi.Input<readonly pulumi.Input<string>[]>;
      }>;
      /** How the key of a token is identified. */
      identification?: ObjectInput<{
        /** Claims that name the key. At least 1. */
        token_claims?: pulumi.Input<readonly pulumi.Input<"kid" | (string & {})>[]>;
      }>;
    }>;
  }>;
}

/**
 * Adds data to the event that the service logs. Phases: `on_tcp_connect`, `on_http_request`,
 * `on_http_response`.
 */
export interface TrafficPolicyLogAction {
  /** Name of the action. */
  type: "log";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyLogConfig>;
}

/** Configuration of the action `log`. */
export interface TrafficPolicyLogConfig {
  /** Data to add, by key. */
  metadata: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
}

/** Requires users to sign in with an OAuth provider. Phases: `on_http_request`. */
export interface TrafficPolicyOauthAction {
  /** Name of the action. */
  type: "oauth";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyOauthConfig>;
}

/** Configuration of the action `oauth`. */
export interface TrafficPolicyOauthConfig {
  /** The provider. For some providers, the service's own application is the default. */
  provider: pulumi.Input<
    | "amazon"
    | "facebook"
    | "github"
    | "gitlab"
    | "google"
    | "linkedin"
    | "microsoft"
    | "twitch"
    | (string & {})
  >;
  /** Your name for this sign-in, which distinguishes its login and logout paths and its cookie. */
  auth_id?: pulumi.Input<string>;
  /** Id of your application at the provider. */
  client_id?: pulumi.Input<string>;
  /** Secret of your application at the provider. Secret. Prefer a vault of the service: see `secrets.get`. */
  client_secret?: pulumi.Input<string>;
  /** Additional scopes to request. */
  scopes?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Parameters to add to the sign-in URL. */
  authz_url_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Maximum duration of a session. */
  max_session_duration?: pulumi.Input<string>;
  /** How often user information is refreshed. */
  userinfo_refresh_interval?: pulumi.Input<string>;
  /** Whether CORS preflight requests pass without a sign-in. Default: `false`. */
  allow_cors_preflight?: pulumi.Input<boolean>;
  /** Domain of the cookie that holds the session. */
  auth_cookie_domain?: pulumi.Input<string>;
  /** Idle time after which a session ends. */
  idle_session_timeout?: pulumi.Input<string>;
}

/** Requires users to sign in with an OpenID Connect provider. Phases: `on_http_request`. */
export interface TrafficPolicyOpenidConnectAction {
  /** Name of the action. */
  type: "openid-connect";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyOpenidConnectConfig>;
}

/** Configuration of the action `openid-connect`. */
export interface TrafficPolicyOpenidConnectConfig {
  /** Issuer URL of the provider. */
  issuer_url: pulumi.Input<string>;
  /** Your name for this sign-in, which distinguishes its login and logout paths and its cookie. */
  auth_id?: pulumi.Input<string>;
  /** Id of your application at the provider. */
  client_id: pulumi.Input<string>;
  /** Secret of your application at the provider. Secret. Prefer a vault of the service: see `secrets.get`. */
  client_secret: pulumi.Input<string>;
  /** Additional scopes to request. */
  scopes?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Parameters to add to the sign-in URL. */
  authz_url_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Maximum duration of a session. */
  max_session_duration?: pulumi.Input<string>;
  /** How often user information is refreshed. */
  userinfo_refresh_interval?: pulumi.Input<string>;
  /** Whether CORS preflight requests pass without a sign-in. Default: `false`. */
  allow_cors_preflight?: pulumi.Input<boolean>;
  /** Domain of the cookie that holds the session. */
  auth_cookie_domain?: pulumi.Input<string>;
  /** Idle time after which a session ends. */
  idle_session_timeout?: pulumi.Input<string>;
  /** Same as `idle_session_timeout`; the service documents both names. */
  idle_session_duration?: pulumi.Input<string>;
}

/** Denies requests that the OWASP Core Rule Set classifies as attacks. Phases: `on_http_request`. */
export interface TrafficPolicyOwaspCrsRequestAction {
  /** Name of the action. */
  type: "owasp-crs-request";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyOwaspCrsRequestConfig>;
}

/** Configuration of the action `owasp-crs-request`. */
export interface TrafficPolicyOwaspCrsRequestConfig {
  /** Whether the rest of the policy runs if the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** Whether the rules also inspect the body. Default: `false`. */
  process_body?: pulumi.Input<boolean>;
  /** Rules of the OWASP Core Rule Set to skip. */
  exclude_rule_ids?: pulumi.Input<readonly pulumi.Input<number>[]>;
}

/** Blocks responses that the OWASP Core Rule Set classifies as leaks. Phases: `on_http_response`. */
export interface TrafficPolicyOwaspCrsResponseAction {
  /** Name of the action. */
  type: "owasp-crs-response";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyOwaspCrsResponseConfig>;
}

/** Configuration of the action `owasp-crs-response`. */
export interface TrafficPolicyOwaspCrsResponseConfig {
  /** Whether the rest of the policy runs if the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** Whether the rules also inspect the body. Default: `false`. */
  process_body?: pulumi.Input<boolean>;
  /** Rules of the OWASP Core Rule Set to skip. */
  exclude_rule_ids?: pulumi.Input<readonly pulumi.Input<number>[]>;
}

/** Limits the number of requests per time window. Phases: `on_http_request`. */
export interface TrafficPolicyRateLimitAction {
  /** Name of the action. */
  type: "rate-limit";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRateLimitConfig>;
}

/** Configuration of the action `rate-limit`. */
export interface TrafficPolicyRateLimitConfig {
  /** Name of the limit, with fewer than 1,024 characters. At most 1023 characters. */
  name: pulumi.Input<string>;
  /** How requests are counted. */
  algorithm: pulumi.Input<"sliding_window">;
  /** Maximum number of requests in the time window. From 1 to 2000000000. */
  capacity: pulumi.Input<number>;
  /** Length of the time window, a multiple of ten seconds. From 60s to 86400s. */
  rate: pulumi.Input<string>;
  /** Values that requests are grouped by. Each combination has its own limit. From 1 to 10. */
  bucket_key: pulumi.Input<readonly pulumi.Input<string>[]>;
  /**
   * Whether requests above the limit are denied. If false, the action only records its result. Default:
   * `true`.
   */
  enforce?: pulumi.Input<boolean>;
}

/** Redirects the client to another URL if `from` matches the requested one. Phases: `on_http_request`. */
export interface TrafficPolicyRedirectAction {
  /** Name of the action. */
  type: "redirect";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRedirectConfig>;
}

/** Configuration of the action `redirect`. */
export interface TrafficPolicyRedirectConfig {
  /** Regular expression (RE2) for the part of the URL to replace. Default: the whole URL. */
  from?: pulumi.Input<string>;
  /**
   * Replacement text. `$1`, `$2`, and so on insert groups of `from`, and names such as `$scheme` insert
   * parts of the URL.
   */
  to: pulumi.Input<string>;
  /** Status code of the response. From 300 to 399. Default: `302`. */
  status_code?: pulumi.Input<number>;
  /** Headers of the response, by name. At most 10. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
}

/** Removes headers from the request or the response. Phases: `on_http_request`, `on_http_response`. */
export interface TrafficPolicyRemoveHeadersAction {
  /** Name of the action. */
  type: "remove-headers";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRemoveHeadersConfig>;
}

/** Configuration of the action `remove-headers`. */
export interface TrafficPolicyRemoveHeadersConfig {
  /** Headers to remove. From 1 to 10. */
  headers: pulumi.Input<readonly pulumi.Input<string>[]>;
}

/** Replaces text in the request body. Phases: `on_http_request`. */
export interface TrafficPolicyRequestBodyFindReplaceAction {
  /** Name of the action. */
  type: "request-body-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRequestBodyFindReplaceConfig>;
}

/** Configuration of the action `request-body-find-replace`. */
export interface TrafficPolicyRequestBodyFindReplaceConfig {
  /** Replacements, in the order in which they are applied. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Regular expression (RE2) that matches the text to replace in the request body. */
      from: pulumi.Input<string>;
      /** Replacement text. `$1`, `$2`, and so on insert groups of the pattern. Default: empty. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/** Replaces text in the response body. Phases: `on_http_response`. */
export interface TrafficPolicyResponseBodyFindReplaceAction {
  /** Name of the action. */
  type: "response-body-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyResponseBodyFindReplaceConfig>;
}

/** Configuration of the action `response-body-find-replace`. */
export interface TrafficPolicyResponseBodyFindReplaceConfig {
  /** Replacements, in the order in which they are applied. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Regular expression (RE2) that matches the text to replace in the response body. */
      from: pulumi.Input<string>;
      /** Replacement text. `$1`, `$2`, and so on insert groups of the pattern. Default: empty. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/** Allows or denies traffic by IP address. Phases: `on_tcp_connect`, `on_http_request`, `on_http_response`. */
export interface TrafficPolicyRestrictIpsAction {
  /** Name of the action. */
  type: "restrict-ips";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyRestrictIpsConfig>;
}

/** Configuration of the action `restrict-ips`. */
export interface TrafficPolicyRestrictIpsConfig {
  /**
   * Whether traffic from other addresses is denied. If false, the action only records its result. Default:
   * `true`.
   */
  enforce?: pulumi.Input<boolean>;
  /** Allowed CIDRs. */
  allow?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Denied CIDRs, which take precedence over all allowed ones. */
  deny?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** IP policies whose rules apply in addition to the CIDRs. */
  ip_policies?: pulumi.Input<readonly pulumi.Input<string>[]>;
}

/**
 * Sets variables that later rules of the phase read as `vars.<name>`. Phases: `on_tcp_connect`,
 * `on_http_request`, `on_http_response`.
 */
export interface TrafficPolicySetVarsAction {
  /** Name of the action. */
  type: "set-vars";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicySetVarsConfig>;
}

/** Configuration of the action `set-vars`. */
export interface TrafficPolicySetVarsConfig {
  /** Variables, in the order in which they are set. */
  vars: pulumi.Input<readonly pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>[]>;
}

/** Replaces text in the messages of a stream of server-sent events. Phases: `on_event_stream_message`. */
export interface TrafficPolicySseFindReplaceAction {
  /** Name of the action. */
  type: "sse-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicySseFindReplaceConfig>;
}

/** Configuration of the action `sse-find-replace`. */
export interface TrafficPolicySseFindReplaceConfig {
  /** Replacements, in the order in which they are applied. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Field of the message. Default: `data`. */
      field?: pulumi.Input<"data" | "retry">;
      /** Regular expression (RE2) that matches the text to replace. */
      from: pulumi.Input<string>;
      /** Replacement text. `$1`, `$2`, and so on insert groups of the pattern. Default: empty. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/**
 * Configures TLS termination: versions, server certificate, and client certificates. Phases:
 * `on_tcp_connect`.
 */
export interface TrafficPolicyTerminateTlsAction {
  /** Name of the action. */
  type: "terminate-tls";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyTerminateTlsConfig>;
}

/** Configuration of the action `terminate-tls`. */
export interface TrafficPolicyTerminateTlsConfig {
  /** Minimum TLS version. Default: `1.2`. */
  min_version?: pulumi.Input<"1.2" | "1.3">;
  /** Maximum TLS version. Default: `1.3`. */
  max_version?: pulumi.Input<"1.2" | "1.3">;
  /** Server certificate in PEM, with its chain. */
  server_certificate?: pulumi.Input<string>;
  /** Private key of the certificate in PEM. Secret. Prefer a vault of the service: see `secrets.get`. */
  server_private_key?: pulumi.Input<string>;
  /** Authorities that sign client certificates. */
  mutual_tls_certificate_authorities?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /**
   * Whether a client certificate must be signed by these authorities, may be any certificate, or is
   * optional. Default: `require-and-verify`.
   */
  mutual_tls_verification_strategy?: pulumi.Input<"require-and-verify" | "require-any" | "request">;
}

/** Rewrites the URL for the upstream if `from` matches it. Phases: `on_http_request`. */
export interface TrafficPolicyUrlRewriteAction {
  /** Name of the action. */
  type: "url-rewrite";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyUrlRewriteConfig>;
}

/** Configuration of the action `url-rewrite`. */
export interface TrafficPolicyUrlRewriteConfig {
  /** Regular expression (RE2) for the part of the URL to replace. Default: the whole URL. */
  from?: pulumi.Input<string>;
  /**
   * Replacement text. `$1`, `$2`, and so on insert groups of `from`, and names such as `$scheme` insert
   * parts of the URL.
   */
  to: pulumi.Input<string>;
}

/** Requires a valid webhook signature. Phases: `on_http_request`. */
export interface TrafficPolicyVerifyWebhookAction {
  /** Name of the action. */
  type: "verify-webhook";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyVerifyWebhookConfig>;
}

/** Configuration of the action `verify-webhook`. */
export interface TrafficPolicyVerifyWebhookConfig {
  /** The service that sends the requests. */
  provider: pulumi.Input<
    | "aftership"
    | "airship"
    | "alchemy"
    | "autodesk"
    | "bitbucket"
    | "bolt"
    | "box"
    | "brex"
    | "buildkite"
    | "calendly"
    | "castle"
    | "chargify"
    | "circleci"
    | "clearbit"
    | "clerk"
    | "coinbase"
    | "contentful"
    | "docusign"
    | "dropbox"
    | "facebook_graph_api"
    | "facebook_messenger"
    | "frameio"
    | "github"
    | "gitlab"
    | "go1"
    | "graphcms"
    | "heroku"
    | "hostedhooks"
    | "hubspot"
    | "instagram"
    | "intercom"
    | "jira"
    | "launch_darkly"
    | "linear"
    | "mailchimp"
    | "mailgun"
    | "microsoft_teams"
    | "modern_treasury"
    | "mongodb"
    | "mux"
    | "orb"
    | "orbit"
    | "pagerduty"
    | "pinwheel"
    | "plivo"
    | "pusher"
    | "sendgrid"
    | "sentry"
    | "shopify"
    | "signal_sciences"
    | "slack"
    | "sns"
    | "sonatype"
    | "square"
    | "stripe"
    | "svix"
    | "terraform"
    | "tiktok"
    | "trendmicro_conformity"
    | "twilio"
    | "twitter"
    | "typeform"
    | "vmware"
    | "webex"
    | "whatsapp"
    | "worldline"
    | "xero"
    | "zendesk"
    | "zoom"
    | (string & {})
  >;
  /** Secret for the signature. Secret. Prefer a vault of the service: see `secrets.get`. */
  secret: pulumi.Input<string>;
  /**
   * Whether requests without a valid signature are denied. If false, the action only records its result.
   * Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
}
