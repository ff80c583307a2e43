import { type JsonObject, textOf } from "../json";
import { boolean, list, type Module, map, string, uint32 } from "../schema/params";
import { refuseAsService } from "../service";
import { enabled } from "./edge";
import { lowerCaseNames } from "./headers";
import { oauthProvider } from "./oauth";

/** API reference: "Create HTTPS Edge Route", EndpointCircuitBreaker. */
export const circuitBreaker: Module = {
  shape: "EndpointCircuitBreaker",
  fields: {
    enabled,
    tripped_duration: uint32(),
    rolling_window: uint32(),
    num_buckets: uint32({ max: 128 }),
    volume_threshold: uint32(),
    error_threshold_percentage: { type: "float64", min: 0, max: 1 },
  },
};

/** API reference: "Create HTTPS Edge Route", EndpointCompression. */
export const compression: Module = { shape: "EndpointCompression", fields: { enabled } };

/** API reference: "Create HTTPS Edge Route", EndpointRequestHeaders. */
export const requestHeaders: Module = {
  shape: "EndpointRequestHeaders",
  fields: { enabled, add: map(), remove: list() },
  settle: (value, reference) => (reference ? value : { ...value, add: lowerCaseNames(value.add) }),
};

/** API reference: "Create HTTPS Edge Route", EndpointResponseHeaders. */
export const responseHeaders: Module = {
  shape: "EndpointResponseHeaders",
  fields: { enabled, add: map(), remove: list() },
  settle: (value, reference) => (reference ? value : { ...value, add: lowerCaseNames(value.add) }),
};

/** Webhook providers that the service supports; there may be more by now. Observed on the service. */
const PROVIDERS = new Set(
  (
    "aftership airship alchemy autodesk aws_sns bitbucket bolt box brex buildkite calendly castle chargify circleci " +
    "clearbit clerk coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github gitlab " +
    "go1 graphcms heroku hostedhooks hubspot instagram intercom jira launch_darkly linear mailchimp mailgun " +
    "microsoft_teams modern_treasury mongodb mux orb orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify " +
    "signal_sciences slack sns sonatype square stripe svix terraform tiktok trendmicro_conformity twilio twitter " +
    "typeform vmware webex whatsapp worldline xero zendesk zoom"
  ).split(" "),
);

/** Spellings of AWS SNS, the provider that signs without a shared secret: assumed by convention. */
const PROVIDERS_WITHOUT_SECRET = ["sns", "aws_sns"];

/** API reference: "Create HTTPS Edge Route", EndpointWebhookValidation. */
export const webhookVerification: Module = {
  shape: "EndpointWebhookValidation",
  fields: { enabled, provider: string({ required: true }), secret: string({ secret: true }) },
  rule(value) {
    if (textOf(value.secret) === "" && !PROVIDERS_WITHOUT_SECRET.includes(textOf(value.provider)))
      throw new Error("must have a secret: only AWS SNS (sns, aws_sns) works without");
  },
  check(call, value, at) {
    const provider = textOf(value.provider);
    if (!PROVIDERS.has(provider))
      refuseAsService(call, 7030, `The webhook provider ${provider} is not supported.`, `${at}.provider`);
    if (PROVIDERS_WITHOUT_SECRET.includes(provider) && textOf(value.secret) !== "")
      refuseAsService(call, 7026, "SNS webhook verification takes no secret.", `${at}.secret`);
  },
};

/** Service-specific, ends in a dot. API reference: "Create HTTPS Edge Route", EndpointOAuth. */
const COOKIE_PREFIX = "edge.";

/** The service's replacement: another one for OAuth, none for the other two. */
const prefixed =
  (present: (given: string) => string) =>
  (value: JsonObject, reference: boolean): JsonObject =>
    reference ? value : { ...value, cookie_prefix: present(textOf(value.cookie_prefix)) };

const session = {
  enabled,
  options_passthrough: boolean(false),
  cookie_prefix: string({ default: COOKIE_PREFIX }),
  inactivity_timeout: uint32(),
  maximum_duration: uint32(),
};

/** API reference: "Create HTTPS Edge Route", EndpointOAuth. */
export const oauth: Module = {
  shape: "EndpointOAuth",
  fields: { ...session, auth_check_interval: uint32(), provider: oauthProvider },
  settle: prefixed((given) => (given === COOKIE_PREFIX ? "ngrok." : given)),
};

/** API reference: "Create HTTPS Edge Route", EndpointSAMLMutate. */
export const saml: Module = {
  shape: "EndpointSAML",
  mutateShape: "EndpointSAMLMutate",
  fields: {
    ...session,
    idp_metadata: string(),
    force_authn: boolean(false),
    allow_idp_initiated: boolean(true),
    authorized_groups: list(),
    nameid_format: string({ default: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" }),
  },
  settle: prefixed(() => ""),
  computed: () => ({
    entity_id: "https://idp.tunnel-edge.dev/saml/metadata",
    assertion_consumer_service_url: "https://idp.tunnel-edge.dev/saml/acs",
    single_logout_url: "https://idp.tunnel-edge.dev/saml/slo",
    metadata_url: "https://idp.tunnel-edge.dev/saml/metadata",
    request_signing_certificate_pem: "",
  }),
};

/** API reference: "Create HTTPS Edge Route", EndpointOIDC. */
export const oidc: Module = {
  shape: "EndpointOIDC",
  fields: {
    ...session,
    issuer: string(),
    client_id: string(),
    client_secret: string({ secret: true }),
    scopes: list(),
  },
  settle: prefixed(() => ""),
};

/** API reference: "Create HTTPS Edge Route", EndpointWebsocketTCPConverter. */
export const websocketTcpConverter: Module = { shape: "EndpointWebsocketTCPConverter", fields: { enabled } };

/** API reference: "Create HTTPS Edge Route", EndpointUserAgentFilter. */
export const userAgentFilter: Module = {
  shape: "EndpointUserAgentFilter",
  fields: { enabled, allow: list(), deny: list() },
};
