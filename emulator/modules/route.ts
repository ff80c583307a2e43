import { textOf } from "../json";
import { boolean, list, type Module, map, string, uint32 } from "../schema/params";
import { enabled } from "./edge";
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
};

/** API reference: "Create HTTPS Edge Route", EndpointResponseHeaders. */
export const responseHeaders: Module = {
  shape: "EndpointResponseHeaders",
  fields: { enabled, add: map(), remove: list() },
};

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
};

/** Service-specific, ends in a dot. API reference: "Create HTTPS Edge Route", EndpointOAuth. */
const COOKIE_PREFIX = "edge.";

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
};

/** API reference: "Create HTTPS Edge Route", EndpointWebsocketTCPConverter. */
export const websocketTcpConverter: Module = { shape: "EndpointWebsocketTCPConverter", fields: { enabled } };

/** API reference: "Create HTTPS Edge Route", EndpointUserAgentFilter. */
export const userAgentFilter: Module = {
  shape: "EndpointUserAgentFilter",
  fields: { enabled, allow: list(), deny: list() },
};
