import { X509Certificate } from "node:crypto";
import { wrongHost, wrongPunycode } from "../language/hosts";
import { PLACEHOLDER, withPlaceholders } from "../language/interpolation";
import { isCidr } from "../language/networks";
import type { PhaseName, Protocol } from "../language/phases";
import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";
import {
  anything,
  choice,
  duration,
  type Fault,
  type Fields,
  flag,
  integer,
  list,
  type MapField,
  map,
  number,
  object,
  SOME,
  text,
} from "./fields";

export interface Action {
  readonly description: string;
  readonly phases: readonly PhaseName[];
  /** The configuration; null for an action that has none. */
  readonly config: Fields | null;
  /** The service refuses a configuration with other keys. */
  readonly isClosed?: true;
  /**
   * Whether nothing of the policy runs after it: always, unless `on_error` is `continue` and it fails, or only where it
   * refuses what it guards.
   */
  readonly ends: "always" | "unless it fails" | "when it refuses" | "when it matches" | "never";
  /** Signs users in. The service takes one per request. */
  readonly signsIn?: true;
  /** The service takes one per policy. */
  readonly once?: true;
  /** Protocols of the endpoints that it has an effect on; all that reach the phase when left out. */
  readonly protocols?: readonly Protocol[];
  /**
   * Why the service may refuse a configuration, by the key that is to be changed.
   *
   * @param textOf - The text of a key; undefined where it is not given, or not known.
   */
  readonly doubts?: (
    textOf: (key: string) => string | undefined,
    phase: PhaseName | undefined,
  ) => Readonly<Record<string, string | undefined>>;
  /** Keys of which one needs the other. */
  readonly together?: readonly (readonly [string, string])[];
  /** What it leaves for later rules, below `actions.ngrok.<name>`. */
  readonly result?: { readonly name: string; readonly variables: Variables };
}

const HTTP = ["on_http_request", "on_http_response"] as const;
const REQUEST = ["on_http_request"] as const;

const ERROR: Variables = {
  "error.code": [T.string, "Code of the error with which the action failed."],
  "error.message": [T.string, "The same in words."],
};

const agentsOwn = (name: string): string | undefined =>
  name.toLowerCase() === "user-agent"
    ? "is User-Agent, which the service does not let a policy add or remove"
    : undefined;

const notAdded = (name: string): string | undefined =>
  name.toLowerCase() === "ngrok-skip-browser-warning"
    ? "is ngrok-skip-browser-warning, which the service does not let a policy add"
    : agentsOwn(name);

/** Providers for which the service has no application of its own. */
const WITHOUT_APPLICATION = ["amazon", "facebook"];

/** Why a request is not forwarded to a URL, as far as it is known before it is filled in. */
function whyNotForwarded(url: string | undefined, phase: PhaseName | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [, scheme = "", host = ""] = /^([^:/?#]*):\/\/([^/?#]*)/.exec(withPlaceholders(url)) ?? [];
  if (host === "" && !url.startsWith("${"))
    return "is no URL with a scheme and a host, such as https://app.internal: the service may refuse the policy";
  const name = host
    .toLowerCase()
    .replace(/:[^:]*$/, "")
    .replace(/\.$/, "");
  if (name !== "" && !name.endsWith(PLACEHOLDER) && !name.endsWith(".internal"))
    return "names a host that is not internal: it must end in .internal, or the service may refuse the policy";
  const isHttp = phase === "on_http_request";
  const taken = isHttp ? ["http", "https"] : ["tcp", "tls"];
  if (
    phase === undefined ||
    scheme === "" ||
    scheme.includes(PLACEHOLDER) ||
    taken.includes(scheme.toLowerCase())
  )
    return undefined;
  return `has a scheme of another protocol than ${phase}: it must be ${taken.join(" or ")}, or the service may not forward there`;
}

const TLS_VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** True if a text has certificates in PEM, all of which can be read. */
function holdsCertificates(pem: string): boolean {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  try {
    return (
      blocks.length > 0 && blocks.slice(0, 20).every((block) => new X509Certificate(block).raw.length > 0)
    );
  } catch {
    return false;
  }
}

const fault = (isFault: boolean, code: number, reason: string): Fault | undefined =>
  isFault ? { code, reason } : undefined;

const empty = (value: string): Fault | undefined => fault(value === "", 2223, "must not be empty");

const wrongName = (name: string): Fault | undefined =>
  fault(
    !/^[\w!#$%&'*+.^`|~-]+$/.test(name),
    2210,
    "is no name of a header: it must have letters, digits and hyphens, without spaces or colons",
  );

const headerValue = text("Value of the header.", {
  interpolated: true,
  wrong: (value) =>
    fault(/[^\P{Cc}\t]/u.test(value), 2211, "must have no control characters, such as the end of a line"),
});

const headers = (description: string, extra: Pick<MapField, "required" | "size" | "doubtful"> = {}) =>
  map(headerValue, description, { ...extra, wrong: wrongName, sizeCode: 2212 });

const enforce = (what: string) =>
  flag(`Whether ${what}. When false the action judges and lets everything through.`, { default: true });

const onError = (fallback: "halt" | "continue") =>
  choice(["halt", "continue"], "Whether the rest of the policy runs when the action fails.", {
    default: fallback,
  });

const cidr = (description: string) =>
  text(description, {
    interpolated: true,
    wrong: (value) => fault(!isCidr(value), 2217, "must be a CIDR, such as 203.0.113.0/24 or 2001:db8::/32"),
  });

function wrongCredential(pair: string): Fault | undefined {
  const [user = "", password = ""] = pair.split(/:(.*)/s);
  const { length } = [...password];
  return (
    fault(!pair.includes(":"), 2204, "must be a user name and a password with a colon between them") ??
    fault(/\p{Cc}/u.test(user), 2257, "must have no control characters") ??
    fault(/\p{Cc}/u.test(password), 2258, "must have no control characters") ??
    fault(length < 8 || length > 128, length < 8 ? 2237 : 2221, "must have a password of 8 to 128 characters")
  );
}

const wrongRealm = (realm: string): Fault | undefined =>
  fault(!/^[\x20-\x7e]*$/.test(realm), 2204, "must have printable ASCII characters only");

/** What is filled in may be the whole pair, or has no colon of its own. */
const pairWithoutColon = (pair: string): string | undefined =>
  pair === PLACEHOLDER || pair.includes(":")
    ? undefined
    : "has no colon beside its interpolations, of which none gives the whole pair: the service may refuse the policy";

/** A URL that names its host: the service refuses others. */
const wrongUrl = (value: string): Fault | undefined =>
  fault(
    !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value),
    2226,
    "must be a URL with a scheme and a host, such as https://app.example.com",
  );

function wrongCookieDomain(domain: string): Fault | undefined {
  const reason = domain.includes("*")
    ? "must be a domain without a wildcard"
    : wrongHost(domain.replace(/^\./, ""));
  if (reason === undefined) return undefined;
  return { code: wrongPunycode(domain) === undefined ? 2243 : 2242, reason };
}

const session = {
  auth_id: text(
    "Name of your own for this sign-in, by which its login and logout paths and its cookie are told apart.",
  ),
  client_id: text("Id of your application at the provider.", { interpolated: true }),
  client_secret: text("Secret of your application at the provider.", { interpolated: true, secret: true }),
  scopes: list(text("A scope."), "Scopes that are asked for beside those that the service needs."),
  authz_url_params: map(
    text("Value of the parameter."),
    "Parameters that are added to the URL of the sign-in.",
  ),
  max_session_duration: duration("How long a session lasts at most, however much it is used."),
  userinfo_refresh_interval: duration("How often what is known of the user is asked for again."),
  allow_cors_preflight: flag("Whether CORS preflight requests pass without a sign-in.", { default: false }),
  auth_cookie_domain: text("Domain of the cookie that holds the session.", { wrong: wrongCookieDomain }),
} as const;

const signedIn = (userinfo: Variables): Variables => ({
  ...ERROR,
  "identity.id": [T.string, "Id of the user at the service."],
  "identity.email": [T.string, "E-mail address of the user."],
  "identity.name": [T.string, "Name of the user."],
  "identity.provider_user_id": [T.string, "Id of the user at the provider."],
  access_token: [T.string, "Access token of the provider."],
  refresh_token: [T.string, "Refresh token of the provider, if it gave one."],
  expires_at: [T.string, "When the session ends."],
  session_timed_out: [T.bool, "Whether the session has ended for want of use."],
  session_max_duration_reached: [T.bool, "Whether the session has lasted as long as it may."],
  userinfo_refreshed: [T.bool, "Whether what is known of the user was just asked for again."],
  ...userinfo,
});

const crs = {
  on_error: onError("halt"),
  process_body: flag("Whether the rules look at the body as well.", { default: false }),
  exclude_rule_ids: list(
    integer("Id of a rule.", { range: [900_000, 999_999] }),
    "Rules of the OWASP core rule set that are left out.",
  ),
} as const;

const CRS_RESULT: Variables = {
  decision: [T.string, "What was decided: `allow` or `deny`."],
  anomaly_score: [T.int, "Score of what was found."],
  anomaly_score_threshold: [T.int, "Score from which traffic is denied."],
  matched_rules: [T.list, "The rules that matched: `id`, `message`, `severity` and `data` of each."],
  ...ERROR,
};

const pattern = (what: string) =>
  text(`Regular expression (RE2) of ${what}.`, { required: true, interpolated: true, pattern: true });

const replacement = text(
  "What takes its place; `$1`, `$2` and so on are the groups of the pattern. Empty removes.",
  {
    interpolated: true,
  },
);

const bodyReplacements = (body: string) =>
  list(
    object(
      { from: pattern(`what is replaced in the body of the ${body}`), to: replacement },
      "One replacement.",
    ),
    "Replacements, in the order in which they are made.",
    { required: true, size: SOME },
  );

const REPLACED: Variables = {
  replacements: [T.list, "The replacements that matched: `replacement_index` and `matched_content` of each."],
};

const urlChange = {
  from: text(
    "Regular expression (RE2) of the part of the URL that is replaced; the whole URL when left out.",
    {
      interpolated: true,
      pattern: true,
    },
  ),
  to: text(
    "What takes its place; `$1`, `$2` and so on are the groups of `from`, and names such as `$scheme` parts of the URL.",
    {
      required: true,
      interpolated: true,
    },
  ),
} as const;

const URL_CHANGED: Variables = {
  url: [T.string, "The URL that it came to."],
  matches: [T.list, "What the groups of `from` matched."],
  ...ERROR,
};

const values = (what: string, item: ReturnType<typeof text>, required?: true) =>
  object(
    {
      allow_list: list(
        object({ value: { ...item, required: true } }, `One ${what}.`),
        `The ${what}s that are accepted.`,
        {
          size: SOME,
          unique: true,
          ...(required ? { required } : {}),
        },
      ),
    },
    `Which ${what}s are accepted.`,
    required ? { required } : {},
  );

const names = (what: string) => list(text("A name."), what);

const tokens = (what: string) => integer(what, { range: [0, 500_000] });

const facts = map(anything("Any value."), "Facts of your own, which strategies can read.");

/** Expressions of which the first one that selects something decides. */
const strategy = (what: string) =>
  object(
    {
      strategy: list(
        text("CEL expression, such as `ai.models`.", { expression: true, names: ["ai"] }),
        "Expressions, of which the first one that selects something decides.",
      ),
    },
    what,
  );

const described = {
  id_aliases: names("Other names that clients may use."),
  display_name: text("Name for people."),
  description: text("What it is."),
  disabled: flag("Whether it is left out.", { default: false }),
  metadata: facts,
} as const;

const aiModel = object(
  {
    id: text("Name of the model at the provider.", { required: true, interpolated: true }),
    ...described,
    author_id: text("Who has made the model."),
    input_modalities: names("What the model reads, such as `text`."),
    output_modalities: names("What the model writes, such as `text`."),
    max_context_window: integer("Largest number of tokens of a request and its answer."),
    max_output_tokens: integer("Largest number of tokens of an answer."),
    supported_features: names("What the model can do, such as `tool-calling`."),
  },
  "One model.",
);

const aiProvider = object(
  {
    id: text("Name of the provider, such as `openai`, or one of your own.", {
      required: true,
      interpolated: true,
    }),
    ...described,
    base_url: text("URL of a provider of your own.", { interpolated: true, wrong: wrongUrl }),
    website: text("Website of the provider."),
    api_keys: list(
      object({ value: text("The key.", { required: true, interpolated: true, secret: true }) }, "One key."),
      "Keys of a provider of your own, in the order in which they are tried.",
    ),
    models: list(aiModel, "Models of the provider."),
  },
  "One provider.",
);

const aiGateway = {
  on_error: onError("halt"),
  per_request_timeout: duration("How long one provider may take to answer.", { default: "30s" }),
  total_timeout: duration("How long all attempts may take together.", { default: "5m" }),
  max_input_tokens: tokens("Largest number of tokens of a request."),
  max_output_tokens: tokens("Largest number of tokens of an answer."),
  headers: headers("Headers that are added to requests, by name."),
  query_params: map(
    text("Value of the parameter.", { interpolated: true }),
    "Parameters that are added to the URL, by name.",
  ),
  body: map(anything("Any value."), "Fields that are added to the JSON of requests."),
  providers: list(aiProvider, "Providers; all that the service knows when left out."),
  only_allow_configured_providers: flag("Whether other providers are refused.", { default: false }),
  only_allow_configured_models: flag("Whether other models are refused.", { default: false }),
  model_selection: strategy("How models are selected."),
  api_key_selection: strategy("How keys are selected."),
} as const satisfies Fields;

/** Services whose webhooks can be verified. */
const WEBHOOK_PROVIDERS = (
  "aftership airship alchemy autodesk bitbucket bolt box brex buildkite calendly castle chargify circleci clearbit clerk " +
  "coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github gitlab go1 graphcms heroku " +
  "hostedhooks hubspot instagram intercom jira launch_darkly linear mailchimp mailgun microsoft_teams modern_treasury " +
  "mongodb mux orb orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify signal_sciences slack sns sonatype " +
  "square stripe svix terraform tiktok trendmicro_conformity twilio twitter typeform vmware webex whatsapp worldline " +
  "xero zendesk zoom"
).split(" ");

/** The actions of rules, by the name that `type` takes. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  "add-headers": {
    description: "Adds headers to the request or the response.",
    phases: HTTP,
    ends: "never",
    config: {
      headers: headers("Headers by name.", { required: true, size: [1, 10], doubtful: notAdded }),
    },
    result: {
      name: "add_headers",
      variables: { headers_added: [T.map, "The headers that were added, by name."], ...ERROR },
    },
  },
  "ai-gateway": {
    description: "Sends the request to a provider of language models, and to another one when it fails.",
    phases: REQUEST,
    ends: "unless it fails",
    once: true,
    config: aiGateway,
    result: {
      name: "ai_gateway",
      variables: {
        status: [T.string, "How it ended."],
        client: [T.map, "What the client asked for."],
        model_selection: [T.list, "How models were selected."],
        models_tried: [T.list, "The models that were tried."],
        success: [T.map, "Which model answered."],
        input_ngrok_tokens: [T.int, "Tokens of the request."],
        output_ngrok_tokens: [T.int, "Tokens of the response."],
        gateway_latency_ms: [T.int, "Milliseconds that the gateway itself took."],
        ...ERROR,
      },
    },
  },
  "basic-auth": {
    description: "Lets only those in who know a user name and its password.",
    phases: REQUEST,
    ends: "when it refuses",
    config: {
      credentials: list(
        text("User name and password, with a colon between them. The password has 8 to 128 characters.", {
          interpolated: true,
          secret: "after the colon",
          wrong: wrongCredential,
          doubtfulFilledIn: pairWithoutColon,
        }),
        "Pairs of user name and password that are let in.",
        { required: true, size: [1, 10] },
      ),
      realm: text("Realm that clients are told.", { default: "ngrok", maxLength: 128, wrong: wrongRealm }),
      enforce: enforce("requests without a right pair are refused"),
    },
    result: {
      name: "basic_auth",
      variables: {
        "credentials.presented": [T.bool, "Whether the request had a user name and a password."],
        "credentials.username": [T.string, "The user name."],
        "credentials.authorized": [T.bool, "Whether the pair was a right one."],
        ...ERROR,
      },
    },
  },
  "circuit-breaker": {
    // Documented as required, with a default; published policies leave it out.
    doubts: (textOf) =>
      textOf("error_threshold") === undefined
        ? { error_threshold: "is documented as required, with 0.5 as its default: set it to be sure" }
        : {},
    description: "Refuses requests for a while when too many of them fail upstream.",
    phases: REQUEST,
    ends: "when it refuses",
    config: {
      error_threshold: number(
        "Share of failed requests, from 0 to 1, from which requests are refused, such as 0.5.",
        {
          default: 0.5,
          range: [0, 1],
        },
      ),
      volume_threshold: integer("Requests of the window before the share is looked at.", {
        range: [1, 2_000_000_000],
        default: 10,
      }),
      window_duration: duration("Length of the window that is counted.", { range: [1, 120], default: "10s" }),
      tripped_duration: duration("How long requests are refused before the upstream is tried again.", {
        range: [1, 120],
        default: "10s",
      }),
      num_buckets: integer("Parts of the window; the service has fixed it at 10.", {
        range: [10, 10],
        rangeCode: 2219,
      }),
      enforce: enforce("requests are refused"),
    },
    result: { name: "circuit_breaker", variables: { ...ERROR } },
  },
  "close-connection": {
    description: "Closes the connection without a response.",
    phases: ["on_tcp_connect", "on_http_request"],
    ends: "always",
    config: null,
  },
  "compress-response": {
    description: "Compresses the body of the response as the client accepts it.",
    phases: HTTP,
    ends: "never",
    config: {
      algorithms: list(
        choice(["gzip", "deflate", "br", "compress"], "An algorithm.", { code: 2214 }),
        "Algorithms to choose from; all of them when left out.",
        {
          unique: true,
        },
      ),
    },
    result: {
      name: "compress",
      variables: {
        already_compressed: [T.bool, "Whether the upstream had compressed the body."],
        negotiated_algorithm: [T.string, "The algorithm that was chosen."],
        ...ERROR,
      },
    },
  },
  "custom-response": {
    description: "Answers the request itself.",
    phases: HTTP,
    ends: "always",
    config: {
      status_code: integer("Status code of the response.", { range: [100, 999], default: 200 }),
      body: text("Body of the response.", { interpolated: true }),
      content: text("Body of the response, by its earlier name.", { interpolated: true }),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: { name: "custom_response", variables: { ...ERROR } },
  },
  deny: {
    doubts: (textOf, phase) =>
      phase === "on_tcp_connect" && textOf("status_code") !== undefined
        ? { status_code: "has no effect: connections that are refused get no status code" }
        : {},
    description: "Refuses the request, or closes the connection.",
    phases: ["on_tcp_connect", "on_http_request"],
    ends: "always",
    isClosed: true,
    config: {
      status_code: integer("Status code of the response; connections have none.", {
        range: [100, 999],
        default: 403,
      }),
    },
  },
  "forward-internal": {
    doubts: (textOf, phase) => ({ url: whyNotForwarded(textOf("url"), phase) }),
    description: "Sends the traffic to an internal endpoint of the account, whose own policy runs next.",
    phases: ["on_tcp_connect", "on_http_request"],
    ends: "unless it fails",
    config: {
      url: text("URL of the internal endpoint.", { required: true, interpolated: true }),
      on_error: onError("halt"),
    },
    result: {
      name: "forward_internal",
      variables: { url: [T.string, "The URL that it came to."], ...ERROR },
    },
  },
  "http-request": {
    description: "Sends a request to another service and keeps its answer for later rules.",
    phases: HTTP,
    ends: "never",
    config: {
      url: text("URL that the request goes to.", { required: true, interpolated: true, wrong: wrongUrl }),
      method: choice(["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"], "Method of the request.", {
        default: "GET",
        interpolated: true,
      }),
      query_params: list(
        object(
          {
            key: text("Name of the parameter.", {
              required: true,
              interpolated: true,
              maxLength: 128,
              lengthCode: 2245,
            }),
            value: text("Its value.", { interpolated: true, maxLength: 8192, lengthCode: 2246 }),
          },
          "One parameter.",
        ),
        "Parameters that are added to the URL.",
        { size: [0, 32], sizeCode: 2244 },
      ),
      headers: headers("Headers of the request, by name.", { size: [0, 10] }),
      body: text("Body of the request.", { interpolated: true }),
      max_redirects: integer("Redirects that are followed.", { range: [0, 100], default: 10 }),
      timeout: duration("How long all attempts may take together.", { range: [1, 30], default: "3s" }),
      retry_condition: text(
        "CEL expression: whether the request is tried again, three times at most. It has `attempts` and `last_attempt` beside the usual variables.",
        {
          expression: "condition",
          names: ["attempts", "last_attempt"],
          interpolated: true,
          default: "false",
        },
      ),
      on_error: onError("continue"),
    },
    result: {
      name: "http_request",
      variables: {
        attempts: [T.list, "The attempts that were made."],
        req: [T.map, "The request that was sent: `method`, `header`, `url` and `body`."],
        res: [T.map, "The response: `status_code`, `header`, `body`, `resolved_ip` and `time_ms`."],
        ...ERROR,
      },
    },
  },
  "jwt-validation": {
    description:
      "Lets only requests through that carry a JSON Web Token with a right signature, issuer and audience.",
    phases: REQUEST,
    ends: "when it refuses",
    config: {
      issuer: values(
        "issuer",
        text("The issuer as the claim `iss` spells it.", { interpolated: true }),
        true,
      ),
      audience: values(
        "audience",
        text("The audience as the claim `aud` spells it.", { interpolated: true }),
      ),
      http: object(
        {
          tokens: list(
            object(
              {
                type: choice(
                  ["id_token", "access_token", "at+jwt", "it+jwt", "plain", "jwt"],
                  "Type of the token.",
                  {
                    required: true,
                    open: true,
                  },
                ),
                method: choice(["header", "body"], "Part of the request that it is in.", { required: true }),
                name: text("Name of the header or of the field of the body.", {
                  required: true,
                  interpolated: true,
                  wrong: empty,
                }),
                prefix: text("What stands before the token, such as `Bearer `.", { interpolated: true }),
              },
              "One token.",
            ),
            "Tokens that the request has to carry, all of them.",
            { required: true, size: SOME, unique: true },
          ),
        },
        "Where the tokens are.",
        { required: true },
      ),
      jws: object(
        {
          allowed_algorithms: list(
            text("An algorithm, such as `RS256`.", {
              wrong: (name) =>
                fault(
                  name.toLowerCase() === "none",
                  2222,
                  "is none, with which anybody can sign: the service does not support it",
                ),
            }),
            "Algorithms of signatures that are accepted.",
            { required: true, size: SOME, unique: true },
          ),
          keys: object(
            {
              sources: object(
                {
                  additional_jkus: list(
                    text("A URL.", { interpolated: true, wrong: wrongUrl }),
                    "URLs of the key sets (JWKS) that hold the keys.",
                    { required: true, unique: true },
                  ),
                },
                "Where the keys come from.",
                { required: true },
              ),
              identification: anything(
                "How the key of a token is found: `token_claims` with the claim `kid`.",
              ),
            },
            "The keys of the signatures.",
            { required: true },
          ),
        },
        "How signatures are checked.",
        { required: true },
      ),
    },
    result: {
      name: "jwt_validation",
      variables: {
        tokens: [
          T.list,
          "The tokens: `header`, `payload`, `signature`, `location`, `location_property` and `verified` of each.",
        ],
        ...ERROR,
      },
    },
  },
  log: {
    description: "Adds data to the event that the service logs for the traffic.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    ends: "never",
    config: {
      metadata: map(anything("Any value."), "What is added, by key.", { required: true }),
    },
    result: { name: "log", variables: { metadata: [T.map, "What was added."] } },
  },
  oauth: {
    description: "Lets only users in who have signed in with a known OAuth provider.",
    phases: REQUEST,
    ends: "when it refuses",
    signsIn: true,
    doubts: (textOf) => {
      if (textOf("client_id") !== undefined) return {};
      const provider = textOf("provider") ?? "";
      return {
        ...(WITHOUT_APPLICATION.includes(provider) && {
          provider: `is ${provider}, for which the service has no application: it needs a client_id and client_secret of yours`,
        }),
        ...(textOf("scopes") !== undefined && {
          scopes: "are taken only beside a client_id and client_secret of yours",
        }),
      };
    },
    config: {
      provider: choice(
        ["amazon", "facebook", "github", "gitlab", "google", "linkedin", "microsoft", "twitch"],
        "The provider. Without an application of yours the service's own one serves, for some of them.",
        { required: true, open: true },
      ),
      ...session,
      idle_session_timeout: duration("After how long without use a session ends."),
    },
    together: [["client_id", "client_secret"]],
    result: {
      name: "oauth",
      variables: signedIn({
        "identity.current_provider_session_id": [T.string, "Id of the session at the provider."],
      }),
    },
  },
  "openid-connect": {
    description: "Lets only users in who have signed in with an OpenID Connect provider.",
    phases: REQUEST,
    ends: "when it refuses",
    signsIn: true,
    config: {
      issuer_url: text("URL of the provider, below which its configuration is found.", {
        required: true,
        interpolated: true,
        wrong: wrongUrl,
      }),
      ...session,
      // Its page requires neither, but nobody signs in by OpenID Connect without an application.
      client_id: { ...session.client_id, required: true },
      client_secret: { ...session.client_secret, required: true },
      idle_session_timeout: duration("After how long without use a session ends."),
      idle_session_duration: duration("The same; the reference of the service names both."),
    },
    result: {
      name: "oidc",
      variables: signedIn({
        "identity.current_session_id": [T.string, "Id of the session."],
        identity_token: [T.string, "Identity token of the provider."],
        user_info_refreshed: [T.bool, "The same as `userinfo_refreshed`."],
      }),
    },
  },
  "owasp-crs-request": {
    description: "Refuses requests that the OWASP core rule set takes for attacks.",
    phases: REQUEST,
    ends: "when it refuses",
    config: crs,
    result: { name: "owasp_crs_request", variables: CRS_RESULT },
  },
  "owasp-crs-response": {
    description: "Refuses responses that the OWASP core rule set takes for leaks.",
    phases: ["on_http_response"],
    ends: "when it refuses",
    config: crs,
    result: { name: "owasp_crs_response", variables: CRS_RESULT },
  },
  "rate-limit": {
    description: "Refuses requests beyond a number in a length of time.",
    phases: REQUEST,
    ends: "when it refuses",
    config: {
      name: text("Name of the limit, of less than 1,024 characters.", {
        required: true,
        maxLength: 1023,
        wrong: empty,
      }),
      algorithm: choice(["sliding_window"], "How requests are counted.", { required: true }),
      capacity: integer("Requests that are let through in the length of time.", {
        required: true,
        range: [1, 2_000_000_000],
      }),
      rate: duration("The length of time, a multiple of ten seconds.", {
        required: true,
        range: [60, 86_400],
        step: 10,
      }),
      bucket_key: list(
        text("CEL expression of a value, such as `conn.client_ip`.", { expression: true }),
        "What is counted by itself: each combination of these values.",
        { required: true, size: [1, 10] },
      ),
      enforce: enforce("requests beyond the limit are refused"),
    },
    result: {
      name: "rate_limit",
      variables: {
        limited: [T.bool, "Whether the request was beyond the limit."],
        bucket_key: [T.string, "What it was counted under."],
        ...ERROR,
      },
    },
  },
  redirect: {
    description: "Sends the client to another URL, if `from` matches the one it asked for.",
    phases: REQUEST,
    ends: "when it matches",
    config: {
      ...urlChange,
      status_code: integer("Status code of the response.", { range: [300, 399], default: 302 }),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: { name: "redirect", variables: URL_CHANGED },
  },
  "remove-headers": {
    description: "Removes headers from the request or the response.",
    phases: HTTP,
    ends: "never",
    config: {
      headers: list(
        text("Name of a header.", { wrong: wrongName, doubtful: agentsOwn }),
        "Headers that are removed.",
        {
          required: true,
          size: [1, 10],
        },
      ),
    },
    result: {
      name: "remove_headers",
      variables: { headers_removed: [T.list, "The headers that were removed."], ...ERROR },
    },
  },
  "request-body-find-replace": {
    description: "Replaces parts of the body of the request.",
    phases: REQUEST,
    ends: "never",
    config: { replacements: bodyReplacements("request") },
    result: { name: "request_body_find_replace", variables: REPLACED },
  },
  "response-body-find-replace": {
    description: "Replaces parts of the body of the response.",
    phases: ["on_http_response"],
    ends: "never",
    config: { replacements: bodyReplacements("response") },
    result: { name: "response_body_find_replace", variables: REPLACED },
  },
  "restrict-ips": {
    description: "Lets only traffic from certain addresses through.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    ends: "when it refuses",
    config: {
      enforce: enforce("traffic from other addresses is refused"),
      allow: list(cidr("A CIDR that is let in."), "CIDRs that are let in.", { unique: true }),
      deny: list(cidr("A CIDR that is refused."), "CIDRs that are refused, whatever else lets them in.", {
        unique: true,
      }),
      ip_policies: list(
        text("Id of an IP policy.", { interpolated: true, refersTo: "IpPolicy" }),
        "IP policies whose rules hold beside the CIDRs.",
        { unique: true },
      ),
    },
    result: {
      name: "restrict_ips",
      variables: {
        action: [T.string, "What was decided: `allow` or `deny`."],
        matched_cidr: [T.string, "The CIDR that decided."],
        ...ERROR,
      },
    },
  },
  "set-vars": {
    description: "Sets variables, which later rules of the phase read as `vars.<name>`.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    ends: "never",
    config: {
      vars: list(
        map(anything("The value."), "One variable: its name and value.", {
          size: [1, 1],
          setsVariables: true,
        }),
        "The variables, in the order in which they are set.",
        { required: true },
      ),
    },
  },
  "sse-find-replace": {
    description: "Replaces parts of the messages of a stream of server-sent events.",
    phases: ["on_event_stream_message"],
    ends: "never",
    config: {
      replacements: list(
        object(
          {
            field: choice(["data", "retry"], "Field of the message.", {
              default: "data",
              interpolated: true,
            }),
            from: pattern("what is replaced"),
            to: replacement,
          },
          "One replacement.",
        ),
        "Replacements, in the order in which they are made.",
        { required: true, size: SOME },
      ),
    },
    result: { name: "sse_find_replace", variables: REPLACED },
  },
  "terminate-tls": {
    doubts: (textOf) => {
      const [lowest, highest] = [textOf("min_version") ?? "1.2", textOf("max_version") ?? "1.3"];
      const isAbove = TLS_VERSIONS.indexOf(lowest) > TLS_VERSIONS.indexOf(highest);
      const isKnown = [lowest, highest].every((version) => TLS_VERSIONS.includes(version));
      return isKnown && isAbove ? { min_version: "is above max_version: no client can connect" } : {};
    },
    description:
      "Says how TLS ends at the service: versions, certificate, and certificates that clients have to show.",
    phases: ["on_tcp_connect"],
    protocols: ["https", "tls"],
    ends: "when it refuses",
    config: {
      min_version: choice(["1.2", "1.3"], "Smallest version of TLS.", { default: "1.2" }),
      max_version: choice(["1.2", "1.3"], "Largest version of TLS.", { default: "1.3" }),
      server_certificate: text("Certificate of the server in PEM, with its chain.", {
        interpolated: true,
        doubtful: (value) =>
          holdsCertificates(value) ? undefined : "holds no certificate in PEM that can be read",
      }),
      server_private_key: text("Private key of the certificate in PEM.", {
        interpolated: true,
        secret: true,
        doubtful: (value) =>
          /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+-----END/.test(value)
            ? undefined
            : "holds no private key in PEM",
      }),
      mutual_tls_certificate_authorities: list(
        text("Id of a certificate authority of the account, or its certificates in PEM.", {
          interpolated: true,
          refersTo: "CertificateAuthority",
          doubtful: (value) =>
            /^[\w-]+$/.test(value) || holdsCertificates(value)
              ? undefined
              : "is neither the id of a certificate authority nor certificates in PEM that can be read",
        }),
        "Who may have signed the certificates that clients show.",
      ),
      mutual_tls_verification_strategy: choice(
        ["require-and-verify", "require-any", "request"],
        "What is asked of clients: a certificate of these authorities, any certificate, or one if they have it.",
        { default: "require-and-verify" },
      ),
    },
    together: [["server_certificate", "server_private_key"]],
    result: {
      name: "terminate_tls",
      variables: {
        ...ERROR,
        error_code: [T.string, "Code of the error with which the action failed."],
        error_message: [T.string, "The same in words."],
        warnings: [T.list, "What was odd about the configuration or the certificates."],
      },
    },
  },
  "url-rewrite": {
    description: "Changes the URL that the upstream sees, if `from` matches it.",
    phases: REQUEST,
    ends: "never",
    config: urlChange,
    result: { name: "url_rewrite", variables: URL_CHANGED },
  },
  "verify-webhook": {
    description: "Lets only requests through that a known service has signed.",
    phases: REQUEST,
    ends: "when it refuses",
    config: {
      provider: choice(WEBHOOK_PROVIDERS, "The service that sends the requests.", {
        required: true,
        open: true,
      }),
      secret: text("Secret that the service signs with.", {
        required: true,
        wrong: empty,
        interpolated: true,
        secret: true,
      }),
      enforce: enforce("requests without a right signature are refused"),
    },
    result: {
      name: "verify_webhook",
      variables: { verified: [T.bool, "Whether the signature was right."], ...ERROR },
    },
  },
};
