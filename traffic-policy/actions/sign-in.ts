import { hostProblem, plainHost, punycodeProblem } from "../language/hosts";
import type { Action } from "./action";
import { ERROR, emptyFault, faultIf, headerNameFault, REQUEST, urlFault } from "./common";
import {
  choice,
  duration,
  type Fault,
  flag,
  list,
  map,
  NON_EMPTY,
  object,
  requiredTogether,
  type TextField,
  template,
  text,
  type Variables,
} from "./fields";

/** OAuth providers for which the service has no application of its own. */
const WITHOUT_APPLICATION = ["amazon", "facebook"];

function cookieDomainFault(domain: string, host: string | undefined): Fault | undefined {
  const bare = plainHost(domain).replace(/^\./, "");
  const reason = domain.includes("*") ? "must be a domain without a wildcard" : hostProblem(bare);
  if (reason !== undefined) return { code: punycodeProblem(domain) === undefined ? 2243 : 2242, reason };
  // The endpoint *.example.com also serves app.example.com.
  const isOwn =
    host === undefined || `.${host}`.endsWith(`.${bare}`) || `*${bare.slice(bare.indexOf("."))}` === host;
  return faultIf(!isOwn, 2241, `must be the host of the endpoint, ${host}, or a domain above it`);
}

const session = {
  auth_id: text("Your name for this sign-in, which distinguishes its login and logout paths and its cookie."),
  client_id: template("Id of your application at the provider."),
  client_secret: template("Secret of your application at the provider.", { secret: true }),
  scopes: list(text("A scope."), "Additional scopes to request."),
  authz_url_params: map(text("Value of the parameter."), "Parameters to add to the sign-in URL."),
  max_session_duration: duration("Maximum duration of a session."),
  userinfo_refresh_interval: duration("How often user information is refreshed."),
  allow_cors_preflight: flag("Whether CORS preflight requests pass without a sign-in.", { default: false }),
  auth_cookie_domain: text("Domain of the cookie that holds the session.", { validate: cookieDomainFault }),
} as const;

const signInVariables = (userinfo: Variables): Variables => ({
  ...ERROR,
  "identity.id": ["string", "Id of the user at the service."],
  "identity.email": ["string", "E-mail address of the user."],
  "identity.name": ["string", "Name of the user."],
  "identity.provider_user_id": ["string", "Id of the user at the provider."],
  access_token: ["string", "Access token of the provider."],
  refresh_token: ["string", "Refresh token of the provider, if it gave one."],
  expires_at: ["string", "When the session expires."],
  session_timed_out: ["bool", "Whether the session timed out."],
  session_max_duration_reached: ["bool", "Whether the session reached its maximum duration."],
  userinfo_refreshed: ["bool", "Whether user information was just refreshed."],
  ...userinfo,
});

/** Options of a list that must have at least one item and no two equal ones, with the error codes. */
const distinct = (emptyCode: number, uniqueCode: number) =>
  ({ size: NON_EMPTY, emptyCode, unique: true, uniqueCode }) as const;

const allowList = (
  noun: string,
  item: TextField,
  constraints: ReturnType<typeof distinct>,
  required?: true,
) =>
  object(
    {
      allow_list: list(object({ value: { ...item, required: true } }, `One ${noun}.`), `Accepted ${noun}s.`, {
        ...constraints,
        required,
      }),
    },
    `Accepted ${noun}s.`,
    { required },
  );

const issuerFault = (issuer: string): Fault | undefined =>
  faultIf(!URL.canParse(issuer), 7173, "must be a URL, such as https://id.example.com");

/** Names in RFC 7518, RFC 8037, RFC 8812, and RFC 9864. */
const ALGORITHM = /^(?:[EHPR]S(?:256|384|512)|ES256K|EdDSA|Ed25519|Ed448)$/i;

function algorithmFault(name: string): Fault | undefined {
  const none = "is none, which has no signature: choose a signature algorithm, such as RS256";
  return (
    faultIf(name.toLowerCase() === "none", 7177, none) ??
    faultIf(!ALGORITHM.test(name), 7177, "is not a signature algorithm, such as RS256")
  );
}

const TOKEN_TYPES = ["id_token", "access_token", "at+jwt", "it+jwt", "plain", "jwt"];

const token = object(
  {
    type: choice(TOKEN_TYPES, "Type of the token.", { required: true, open: true, code: 7169 }),
    method: choice(["header", "body"], "Part of the request that holds the token.", {
      required: true,
      code: 7170,
    }),
    name: template("Name of the header or body field.", { required: true, validate: emptyFault }),
    prefix: template("Prefix of the token, such as `Bearer `."),
  },
  "One token.",
  {
    faults: (textOf) => {
      const name = textOf("name");
      const fault = name && textOf("method") === "header" && headerNameFault(name);
      return fault ? { name: { ...fault, code: 7180 } } : {};
    },
  },
);

const keyUrlFault = (url: string): Fault | undefined => {
  const fault = urlFault(url);
  return fault && { ...fault, code: 7185 };
};

const keySources = {
  additional_jkus: list(template("A URL.", { validate: keyUrlFault }), "URLs of key sets (JWKS).", {
    ...distinct(7184, 7192),
    required: true,
    size: [1, 100],
    sizeCode: 7193,
  }),
};

const keyIdentification = {
  token_claims: list(
    choice(["kid"], "A claim.", { open: true }),
    "Claims that name the key.",
    distinct(7183, 7191),
  ),
};

const keys = {
  sources: object(keySources, "Where the keys come from.", { required: true }),
  identification: object(keyIdentification, "How the key of a token is identified."),
};

const jwt = {
  issuer: allowList(
    "issuer",
    template("Value of the claim `iss`: a URL.", { validate: issuerFault }),
    distinct(7172, 7187),
    true,
  ),
  audience: allowList("audience", template("Value of the claim `aud`."), distinct(7174, 7188)),
  http: object(
    {
      tokens: list(token, "Tokens that the request must contain; all of them are required.", {
        ...distinct(7178, 7189),
        required: true,
        unique: ["method", "name"],
      }),
    },
    "Where the tokens are.",
    { required: true },
  ),
  jws: object(
    {
      allowed_algorithms: list(
        text("An algorithm, such as `RS256`.", { validate: algorithmFault }),
        "Accepted signature algorithms.",
        { ...distinct(7176, 7190), required: true },
      ),
      keys: object(keys, "Keys for verifying signatures.", { required: true }),
    },
    "Signature verification.",
    { required: true },
  ),
};

export const SIGN_IN: Readonly<Record<string, Action>> = {
  "jwt-validation": {
    description: "Requires a JSON Web Token with a valid signature, issuer, and audience.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "jwt" },
    config: jwt,
    result: {
      tokens: [
        "list",
        "The tokens: `header`, `payload`, `signature`, `location`, `location_property` and `verified` of each.",
      ],
      ...ERROR,
    },
  },
  oauth: {
    description: "Requires users to sign in with an OAuth provider.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "oauth" },
    warnings: (textOf) => {
      const provider = textOf("provider") ?? "";
      if (textOf("client_id") !== undefined || !WITHOUT_APPLICATION.includes(provider)) return {};
      const reason = `is ${provider}, for which the service has no application: set client_id and client_secret of your own`;
      return { provider: reason };
    },
    config: {
      provider: choice(
        ["amazon", "facebook", "github", "gitlab", "google", "linkedin", "microsoft", "twitch"],
        "The provider. For some providers, the service's own application is the default.",
        { required: true, open: true },
      ),
      ...session,
      idle_session_timeout: duration("Idle time after which a session ends."),
    },
    needs: [
      ...requiredTogether("client_id", "client_secret"),
      {
        key: "scopes",
        requires: "client_id",
        code: 2240,
        reason: "is required together with scopes, which the service's own application does not take",
      },
    ],
    result: signInVariables({
      "identity.current_provider_session_id": ["string", "Id of the session at the provider."],
    }),
  },
  "openid-connect": {
    description: "Requires users to sign in with an OpenID Connect provider.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "openid-connect" },
    config: {
      issuer_url: template("Issuer URL of the provider.", { required: true, validate: urlFault }),
      ...session,
      // Documented as optional, but OpenID Connect always needs an application.
      client_id: { ...session.client_id, required: true, validate: emptyFault },
      client_secret: { ...session.client_secret, required: true, validate: emptyFault },
      idle_session_timeout: duration("Idle time after which a session ends."),
      idle_session_duration: duration("Same as `idle_session_timeout`; the service documents both names."),
    },
    resultName: "oidc",
    result: signInVariables({
      "identity.current_session_id": ["string", "Id of the session."],
      identity_token: ["string", "Identity token of the provider."],
      user_info_refreshed: ["bool", "Same as `userinfo_refreshed`."],
    }),
  },
};
