// Generated from traffic-policy by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/**
 * A traffic policy as an object, which is sent as compact JSON. Any value in it may be an output. For
 * features that these types lack, pass a string, such as `pulumi.jsonStringify(policy)`, or a
 * `Record<string, any>`.
 */
export interface TrafficPolicy {
  /** A client has connected, and nothing above TCP has been read. */
  on_tcp_connect?: pulumi.Input<readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnTcpConnectAction>>[]>;
  /** A request has come in, and has not been sent upstream. */
  on_http_request?: pulumi.Input<readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnHttpRequestAction>>[]>;
  /** The upstream has answered, and the client has not got the response. */
  on_http_response?: pulumi.Input<
    readonly ObjectInput<TrafficPolicyRule<TrafficPolicyOnHttpResponseAction>>[]
  >;
  /** A message of a response that is a stream of server-sent events has come in. */
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

/** Matches no value: if the type is no known action, the compiler reports only that. */
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
 * Sends the request to a provider of language models, and to another one when it fails. Phases:
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
  /** Whether the rest of the policy runs when the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** How long one provider may take to answer. Default: `30s`. */
  per_request_timeout?: pulumi.Input<string>;
  /** How long all attempts may take together. Default: `5m`. */
  total_timeout?: pulumi.Input<string>;
  /** Largest number of tokens of a request. From 0 to 500000. */
  max_input_tokens?: pulumi.Input<number>;
  /** Largest number of tokens of an answer. From 0 to 500000. */
  max_output_tokens?: pulumi.Input<number>;
  /** Headers that are added to requests, by name. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Parameters that are added to the URL, by name. */
  query_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Fields that are added to the JSON of requests. */
  body?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
  /** Providers; all that the service knows when left out. */
  providers?: pulumi.Input<
    readonly ObjectInput<{
      /** Name of the provider, such as `openai`, or one of your own. */
      id: pulumi.Input<string>;
      /** Other names that clients may use. */
      id_aliases?: pulumi.Input<readonly pulumi.Input<string>[]>;
      /** Name for people. */
      display_name?: pulumi.Input<string>;
      /** What it is. */
      description?: pulumi.Input<string>;
      /** Whether it is left out. Default: `false`. */
      disabled?: pulumi.Input<boolean>;
      /** Facts of your own, which strategies can read. */
      metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
      /** URL of a provider of your own. */
      base_url?: pulumi.Input<string>;
      /** Website of the provider. */
      website?: pulumi.Input<string>;
      /** Keys of a provider of your own, in the order in which they are tried. */
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
          /** Other names that clients may use. */
          id_aliases?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** Name for people. */
          display_name?: pulumi.Input<string>;
          /** What it is. */
          description?: pulumi.Input<string>;
          /** Whether it is left out. Default: `false`. */
          disabled?: pulumi.Input<boolean>;
          /** Facts of your own, which strategies can read. */
          metadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
          /** Who has made the model. */
          author_id?: pulumi.Input<string>;
          /** What the model reads, such as `text`. */
          input_modalities?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** What the model writes, such as `text`. */
          output_modalities?: pulumi.Input<readonly pulumi.Input<string>[]>;
          /** Largest number of tokens of a request and its answer. */
          max_context_window?: pulumi.Input<number>;
          /** Largest number of tokens of an answer. */
          max_output_tokens?: pulumi.Input<number>;
          /** What the model can do, such as `tool-calling`. */
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
    /** Expressions, of which the first one that selects something decides. */
    strategy?: pulumi.Input<readonly pulumi.Input<string>[]>;
  }>;
  /** How keys are selected. */
  api_key_selection?: ObjectInput<{
    /** Expressions, of which the first one that selects something decides. */
    strategy?: pulumi.Input<readonly pulumi.Input<string>[]>;
  }>;
}

/** Lets only those in who know a user name and its password. Phases: `on_http_request`. */
export interface TrafficPolicyBasicAuthAction {
  /** Name of the action. */
  type: "basic-auth";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyBasicAuthConfig>;
}

/** Configuration of the action `basic-auth`. */
export interface TrafficPolicyBasicAuthConfig {
  /** Pairs of user name and password that are let in. From 1 to 10. */
  credentials: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Realm that clients are told. At most 128 characters. Default: `ngrok`. */
  realm?: pulumi.Input<string>;
  /**
   * Whether requests without a right pair are refused. When false the action judges and lets everything
   * through. Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
}

/** Refuses requests for a while when too many of them fail upstream. Phases: `on_http_request`. */
export interface TrafficPolicyCircuitBreakerAction {
  /** Name of the action. */
  type: "circuit-breaker";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyCircuitBreakerConfig>;
}

/** Configuration of the action `circuit-breaker`. */
export interface TrafficPolicyCircuitBreakerConfig {
  /**
   * Share of failed requests, from 0 to 1, from which requests are refused, such as 0.5. From 0 to 1.
   * Default: `0.5`.
   */
  error_threshold?: pulumi.Input<number>;
  /** Requests of the window before the share is looked at. From 1 to 2000000000. Default: `10`. */
  volume_threshold?: pulumi.Input<number>;
  /** Length of the window that is counted. From 1s to 120s. Default: `10s`. */
  window_duration?: pulumi.Input<string>;
  /** How long requests are refused before the upstream is tried again. From 1s to 120s. Default: `10s`. */
  tripped_duration?: pulumi.Input<string>;
  /** Parts of the window; the service has fixed it at 10. From 10 to 10. */
  num_buckets?: pulumi.Input<number>;
  /** Whether requests are refused. When false the action judges and lets everything through. Default: `true`. */
  enforce?: pulumi.Input<boolean>;
}

/** Closes the connection without a response. Phases: `on_tcp_connect`, `on_http_request`. */
export interface TrafficPolicyCloseConnectionAction {
  /** Name of the action. */
  type: "close-connection";
  /** It has no configuration. */
  config?: pulumi.Input<Record<string, never>>;
}

/**
 * Compresses the body of the response as the client accepts it. Phases: `on_http_request`,
 * `on_http_response`.
 */
export interface TrafficPolicyCompressResponseAction {
  /** Name of the action. */
  type: "compress-response";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyCompressResponseConfig>;
}

/** Configuration of the action `compress-response`. */
export interface TrafficPolicyCompressResponseConfig {
  /** Algorithms to choose from; all of them when left out. */
  algorithms?: pulumi.Input<readonly pulumi.Input<"gzip" | "deflate" | "br" | "compress">[]>;
}

/** Answers the request itself. Phases: `on_http_request`, `on_http_response`. */
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
  /** Body of the response, by its earlier name. */
  content?: pulumi.Input<string>;
  /** Headers of the response, by name. At most 10. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
}

/** Refuses the request, or closes the connection. Phases: `on_tcp_connect`, `on_http_request`. */
export interface TrafficPolicyDenyAction {
  /** Name of the action. */
  type: "deny";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyDenyConfig>;
}

/** Configuration of the action `deny`. */
export interface TrafficPolicyDenyConfig {
  /** Status code of the response; connections have none. From 100 to 999. Default: `403`. */
  status_code?: pulumi.Input<number>;
}

/**
 * Sends the traffic to an internal endpoint of the account, whose own policy runs next. Phases:
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
  /** Whether the rest of the policy runs when the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
}

/**
 * Sends a request to another service and keeps its answer for later rules. Phases: `on_http_request`,
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
  /** URL that the request goes to. */
  url: pulumi.Input<string>;
  /** Method of the request. Default: `GET`. */
  method?: pulumi.Input<"GET" | "PUT" | "POST" | "PATCH" | "DELETE" | "OPTIONS">;
  /** Parameters that are added to the URL. At most 32. */
  query_params?: pulumi.Input<
    readonly ObjectInput<{
      /** Name of the parameter. At most 128 characters. */
      key: pulumi.Input<string>;
      /** Its value. At most 8192 characters. */
      value?: pulumi.Input<string>;
    }>[]
  >;
  /** Headers of the request, by name. At most 10. */
  headers?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** Body of the request. */
  body?: pulumi.Input<string>;
  /** Redirects that are followed. From 0 to 100. Default: `10`. */
  max_redirects?: pulumi.Input<number>;
  /** How long all attempts may take together. From 1s to 30s. Default: `3s`. */
  timeout?: pulumi.Input<string>;
  /**
   * CEL expression: whether the request is tried again, three times at most. It has `attempts` and
   * `last_attempt` beside the usual variables. Default: `false`.
   */
  retry_condition?: pulumi.Input<string>;
  /** Whether the rest of the policy runs when the action fails. Default: `continue`. */
  on_error?: pulumi.Input<"halt" | "continue">;
}

/**
 * Lets only requests through that carry a JSON Web Token with a right signature, issuer and audience.
 * Phases: `on_http_request`.
 */
export interface TrafficPolicyJwtValidationAction {
  /** Name of the action. */
  type: "jwt-validation";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyJwtValidationConfig>;
}

/** Configuration of the action `jwt-validation`. */
export interface TrafficPolicyJwtValidationConfig {
  /** Which issuers are accepted. */
  issuer: ObjectInput<{
    /** The issuers that are accepted. At least 1. */
    allow_list: pulumi.Input<
      readonly ObjectInput<{
        /** The issuer as the claim `iss` spells it. */
        value: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** Which audiences are accepted. */
  audience?: ObjectInput<{
    /** The audiences that are accepted. At least 1. */
    allow_list?: pulumi.Input<
      readonly ObjectInput<{
        /** The audience as the claim `aud` spells it. */
        value: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** Where the tokens are. */
  http: ObjectInput<{
    /** Tokens that the request has to carry, all of them. At least 1. */
    tokens: pulumi.Input<
      readonly ObjectInput<{
        /** Type of the token. */
        type: pulumi.Input<
          "id_token" | "access_token" | "at+jwt" | "it+jwt" | "plain" | "jwt" | (string & {})
        >;
        /** Part of the request that it is in. */
        method: pulumi.Input<"header" | "body">;
        /** Name of the header or of the field of the body. */
        name: pulumi.Input<string>;
        /** What stands before the token, such as `Bearer `. */
        prefix?: pulumi.Input<string>;
      }>[]
    >;
  }>;
  /** How signatures are checked. */
  jws: ObjectInput<{
    /** Algorithms of signatures that are accepted. At least 1. */
    allowed_algorithms: pulumi.Input<readonly pulumi.Input<string>[]>;
    /** The keys of the signatures. */
    keys: ObjectInput<{
      /** Where the keys come from. */
      sources: ObjectInput<{
        /** URLs of the key sets (JWKS) that hold the keys. */
        additional_jkus: pulumi.Input<readonly pulumi.Input<string>[]>;
      }>;
      /** How the key of a token is found: `token_claims` with the claim `kid`. */
      identification?: pulumi.Input<unknown>;
    }>;
  }>;
}

/**
 * Adds data to the event that the service logs for the traffic. Phases: `on_tcp_connect`, `on_http_request`,
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
  /** What is added, by key. */
  metadata: pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>;
}

/** Lets only users in who have signed in with a known OAuth provider. Phases: `on_http_request`. */
export interface TrafficPolicyOauthAction {
  /** Name of the action. */
  type: "oauth";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyOauthConfig>;
}

/** Configuration of the action `oauth`. */
export interface TrafficPolicyOauthConfig {
  /** The provider. Without an application of yours the service's own one serves, for some of them. */
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
  /** Name of your own for this sign-in, by which its login and logout paths and its cookie are told apart. */
  auth_id?: pulumi.Input<string>;
  /** Id of your application at the provider. */
  client_id?: pulumi.Input<string>;
  /** Secret of your application at the provider. Secret. Prefer a vault of the service: see `secrets.get`. */
  client_secret?: pulumi.Input<string>;
  /** Scopes that are asked for beside those that the service needs. */
  scopes?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Parameters that are added to the URL of the sign-in. */
  authz_url_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** How long a session lasts at most, however much it is used. */
  max_session_duration?: pulumi.Input<string>;
  /** How often what is known of the user is asked for again. */
  userinfo_refresh_interval?: pulumi.Input<string>;
  /** Whether CORS preflight requests pass without a sign-in. Default: `false`. */
  allow_cors_preflight?: pulumi.Input<boolean>;
  /** Domain of the cookie that holds the session. */
  auth_cookie_domain?: pulumi.Input<string>;
  /** After how long without use a session ends. */
  idle_session_timeout?: pulumi.Input<string>;
}

/** Lets only users in who have signed in with an OpenID Connect provider. Phases: `on_http_request`. */
export interface TrafficPolicyOpenidConnectAction {
  /** Name of the action. */
  type: "openid-connect";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyOpenidConnectConfig>;
}

/** Configuration of the action `openid-connect`. */
export interface TrafficPolicyOpenidConnectConfig {
  /** URL of the provider, below which its configuration is found. */
  issuer_url: pulumi.Input<string>;
  /** Name of your own for this sign-in, by which its login and logout paths and its cookie are told apart. */
  auth_id?: pulumi.Input<string>;
  /** Id of your application at the provider. */
  client_id: pulumi.Input<string>;
  /** Secret of your application at the provider. Secret. Prefer a vault of the service: see `secrets.get`. */
  client_secret: pulumi.Input<string>;
  /** Scopes that are asked for beside those that the service needs. */
  scopes?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** Parameters that are added to the URL of the sign-in. */
  authz_url_params?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>>>;
  /** How long a session lasts at most, however much it is used. */
  max_session_duration?: pulumi.Input<string>;
  /** How often what is known of the user is asked for again. */
  userinfo_refresh_interval?: pulumi.Input<string>;
  /** Whether CORS preflight requests pass without a sign-in. Default: `false`. */
  allow_cors_preflight?: pulumi.Input<boolean>;
  /** Domain of the cookie that holds the session. */
  auth_cookie_domain?: pulumi.Input<string>;
  /** After how long without use a session ends. */
  idle_session_timeout?: pulumi.Input<string>;
  /** The same; the reference of the service names both. */
  idle_session_duration?: pulumi.Input<string>;
}

/** Refuses requests that the OWASP core rule set takes for attacks. Phases: `on_http_request`. */
export interface TrafficPolicyOwaspCrsRequestAction {
  /** Name of the action. */
  type: "owasp-crs-request";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyOwaspCrsRequestConfig>;
}

/** Configuration of the action `owasp-crs-request`. */
export interface TrafficPolicyOwaspCrsRequestConfig {
  /** Whether the rest of the policy runs when the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** Whether the rules look at the body as well. Default: `false`. */
  process_body?: pulumi.Input<boolean>;
  /** Rules of the OWASP core rule set that are left out. */
  exclude_rule_ids?: pulumi.Input<readonly pulumi.Input<number>[]>;
}

/** Refuses responses that the OWASP core rule set takes for leaks. Phases: `on_http_response`. */
export interface TrafficPolicyOwaspCrsResponseAction {
  /** Name of the action. */
  type: "owasp-crs-response";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyOwaspCrsResponseConfig>;
}

/** Configuration of the action `owasp-crs-response`. */
export interface TrafficPolicyOwaspCrsResponseConfig {
  /** Whether the rest of the policy runs when the action fails. Default: `halt`. */
  on_error?: pulumi.Input<"halt" | "continue">;
  /** Whether the rules look at the body as well. Default: `false`. */
  process_body?: pulumi.Input<boolean>;
  /** Rules of the OWASP core rule set that are left out. */
  exclude_rule_ids?: pulumi.Input<readonly pulumi.Input<number>[]>;
}

/** Refuses requests beyond a number in a length of time. Phases: `on_http_request`. */
export interface TrafficPolicyRateLimitAction {
  /** Name of the action. */
  type: "rate-limit";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRateLimitConfig>;
}

/** Configuration of the action `rate-limit`. */
export interface TrafficPolicyRateLimitConfig {
  /** Name of the limit, of less than 1,024 characters. At most 1023 characters. */
  name: pulumi.Input<string>;
  /** How requests are counted. */
  algorithm: pulumi.Input<"sliding_window">;
  /** Requests that are let through in the length of time. From 1 to 2000000000. */
  capacity: pulumi.Input<number>;
  /** The length of time, a multiple of ten seconds. From 60s to 86400s. */
  rate: pulumi.Input<string>;
  /** What is counted by itself: each combination of these values. From 1 to 10. */
  bucket_key: pulumi.Input<readonly pulumi.Input<string>[]>;
  /**
   * Whether requests beyond the limit are refused. When false the action judges and lets everything through.
   * Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
}

/** Sends the client to another URL, if `from` matches the one it asked for. Phases: `on_http_request`. */
export interface TrafficPolicyRedirectAction {
  /** Name of the action. */
  type: "redirect";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRedirectConfig>;
}

/** Configuration of the action `redirect`. */
export interface TrafficPolicyRedirectConfig {
  /** Regular expression (RE2) of the part of the URL that is replaced; the whole URL when left out. */
  from?: pulumi.Input<string>;
  /**
   * What takes its place; `$1`, `$2` and so on are the groups of `from`, and names such as `$scheme` parts
   * of the URL.
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
  /** Headers that are removed. From 1 to 10. */
  headers: pulumi.Input<readonly pulumi.Input<string>[]>;
}

/** Replaces parts of the body of the request. Phases: `on_http_request`. */
export interface TrafficPolicyRequestBodyFindReplaceAction {
  /** Name of the action. */
  type: "request-body-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyRequestBodyFindReplaceConfig>;
}

/** Configuration of the action `request-body-find-replace`. */
export interface TrafficPolicyRequestBodyFindReplaceConfig {
  /** Replacements, in the order in which they are made. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Regular expression (RE2) of what is replaced in the body of the request. */
      from: pulumi.Input<string>;
      /** What takes its place; `$1`, `$2` and so on are the groups of the pattern. Empty removes. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/** Replaces parts of the body of the response. Phases: `on_http_response`. */
export interface TrafficPolicyResponseBodyFindReplaceAction {
  /** Name of the action. */
  type: "response-body-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyResponseBodyFindReplaceConfig>;
}

/** Configuration of the action `response-body-find-replace`. */
export interface TrafficPolicyResponseBodyFindReplaceConfig {
  /** Replacements, in the order in which they are made. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Regular expression (RE2) of what is replaced in the body of the response. */
      from: pulumi.Input<string>;
      /** What takes its place; `$1`, `$2` and so on are the groups of the pattern. Empty removes. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/**
 * Lets only traffic from certain addresses through. Phases: `on_tcp_connect`, `on_http_request`,
 * `on_http_response`.
 */
export interface TrafficPolicyRestrictIpsAction {
  /** Name of the action. */
  type: "restrict-ips";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyRestrictIpsConfig>;
}

/** Configuration of the action `restrict-ips`. */
export interface TrafficPolicyRestrictIpsConfig {
  /**
   * Whether traffic from other addresses is refused. When false the action judges and lets everything
   * through. Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
  /** CIDRs that are let in. */
  allow?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** CIDRs that are refused, whatever else lets them in. */
  deny?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /** IP policies whose rules hold beside the CIDRs. */
  ip_policies?: pulumi.Input<readonly pulumi.Input<string>[]>;
}

/**
 * Sets variables, which later rules of the phase read as `vars.<name>`. Phases: `on_tcp_connect`,
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
  /** The variables, in the order in which they are set. */
  vars: pulumi.Input<readonly pulumi.Input<Readonly<Record<string, pulumi.Input<unknown>>>>[]>;
}

/** Replaces parts of the messages of a stream of server-sent events. Phases: `on_event_stream_message`. */
export interface TrafficPolicySseFindReplaceAction {
  /** Name of the action. */
  type: "sse-find-replace";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicySseFindReplaceConfig>;
}

/** Configuration of the action `sse-find-replace`. */
export interface TrafficPolicySseFindReplaceConfig {
  /** Replacements, in the order in which they are made. At least 1. */
  replacements: pulumi.Input<
    readonly ObjectInput<{
      /** Field of the message. Default: `data`. */
      field?: pulumi.Input<"data" | "retry">;
      /** Regular expression (RE2) of what is replaced. */
      from: pulumi.Input<string>;
      /** What takes its place; `$1`, `$2` and so on are the groups of the pattern. Empty removes. */
      to?: pulumi.Input<string>;
    }>[]
  >;
}

/**
 * Says how TLS ends at the service: versions, certificate, and certificates that clients have to show.
 * Phases: `on_tcp_connect`.
 */
export interface TrafficPolicyTerminateTlsAction {
  /** Name of the action. */
  type: "terminate-tls";
  /** Configuration of the action. */
  config?: ObjectInput<TrafficPolicyTerminateTlsConfig>;
}

/** Configuration of the action `terminate-tls`. */
export interface TrafficPolicyTerminateTlsConfig {
  /** Smallest version of TLS. Default: `1.2`. */
  min_version?: pulumi.Input<"1.2" | "1.3">;
  /** Largest version of TLS. Default: `1.3`. */
  max_version?: pulumi.Input<"1.2" | "1.3">;
  /** Certificate of the server in PEM, with its chain. */
  server_certificate?: pulumi.Input<string>;
  /** Private key of the certificate in PEM. Secret. Prefer a vault of the service: see `secrets.get`. */
  server_private_key?: pulumi.Input<string>;
  /** Who may have signed the certificates that clients show. */
  mutual_tls_certificate_authorities?: pulumi.Input<readonly pulumi.Input<string>[]>;
  /**
   * What is asked of clients: a certificate of these authorities, any certificate, or one if they have it.
   * Default: `require-and-verify`.
   */
  mutual_tls_verification_strategy?: pulumi.Input<"require-and-verify" | "require-any" | "request">;
}

/** Changes the URL that the upstream sees, if `from` matches it. Phases: `on_http_request`. */
export interface TrafficPolicyUrlRewriteAction {
  /** Name of the action. */
  type: "url-rewrite";
  /** Configuration of the action. */
  config: ObjectInput<TrafficPolicyUrlRewriteConfig>;
}

/** Configuration of the action `url-rewrite`. */
export interface TrafficPolicyUrlRewriteConfig {
  /** Regular expression (RE2) of the part of the URL that is replaced; the whole URL when left out. */
  from?: pulumi.Input<string>;
  /**
   * What takes its place; `$1`, `$2` and so on are the groups of `from`, and names such as `$scheme` parts
   * of the URL.
   */
  to: pulumi.Input<string>;
}

/** Lets only requests through that a known service has signed. Phases: `on_http_request`. */
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
  /** Secret that the service signs with. Secret. Prefer a vault of the service: see `secrets.get`. */
  secret: pulumi.Input<string>;
  /**
   * Whether requests without a right signature are refused. When false the action judges and lets everything
   * through. Default: `true`.
   */
  enforce?: pulumi.Input<boolean>;
}
