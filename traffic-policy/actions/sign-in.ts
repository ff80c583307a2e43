import { plainHost, wrongHost, wrongPunycode } from "../language/hosts";
import type { Variables } from "../language/variable-types";
import type { Action } from "./action";
import { ERROR, emptyFault, faultIf, headerNameFault, REQUEST, urlFault } from "./common";
import { choice, duration, type Fault, flag, list, map, NON_EMPTY, object, text, together } from "./fields";

/** Providers for which the service has no application. */
const WITHOUT_APPLICATION = ["amazon", "facebook"];

function cookieDomainFault(domain: string, host: string | undefined): Fault | undefined {
  const bare = plainHost(domain).replace(/^\./, "");
  const reason = domain.includes("*") ? "must be a domain without a wildcard" : wrongHost(bare);
  if (reason !== undefined) return { code: wrongPunycode(domain) === undefined ? 2243 : 2242, reason };
  // A wildcard endpoint serves all hosts below its domain.
  const isOwn =
    host === undefined || `.${host}`.endsWith(`.${bare}`) || `*${bare.slice(bare.indexOf("."))}` === host;
  return faultIf(!isOwn, 2241, `must be the host of the endpoint, ${host}, or a domain above it`);
}

const session = {
  auth_id: text("Your name for this sign-in, which distinguishes its login and logout paths and its cookie."),
  client_id: text("Id of your application at the provider.", { interpolated: true }),
  client_secret: text("Secret of your application at the provider.", { interpolated: true, secret: true }),
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

/** @param codes - The service's error codes for an empty list and for a duplicate item. */
const allowListField = (
  noun: string,
  item: ReturnType<typeof text>,
  [emptyCode, uniqueCode]: readonly [number, number],
  required?: true,
) =>
  object(
    {
      allow_list: list(object({ value: { ...item, required: true } }, `One ${noun}.`), `Accepted ${noun}s.`, {
        size: NON_EMPTY,
        emptyCode,
        unique: true,
        uniqueCode,
        ...(required ? { required } : {}),
      }),
    },
    `Accepted ${noun}s.`,
    required ? { required } : {},
  );

const issuerFault = (issuer: string): Fault | undefined =>
  faultIf(!URL.canParse(issuer), 7173, "must be a URL, such as https://id.example.com");

/** Names in RFC 7518, RFC 8037, RFC 8812, and RFC 9864. */
const ALGORITHM = /^(?:[EHPR]S(?:256|384|512)|ES256K|EdDSA|Ed25519|Ed448)$/i;

export const SIGN_IN: Readonly<Record<string, Action>> = {
  "jwt-validation": {
    description: "Requires a JSON Web Token with a valid signature, issuer, and audience.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "jwt" },
    config: {
      issuer: allowListField(
        "issuer",
        text("Value of the claim `iss`: a URL.", { interpolated: true, validate: issuerFault }),
        [7172, 7187],
        true,
      ),
      audience: allowListField(
        "audience",
        text("Value of the claim `aud`.", { interpolated: true }),
        [7174, 7188],
      ),
      http: object(
        {
          tokens: list(
            object(
              {
                type: choice(
                  ["id_token", "access_token", "at+jwt", "it+jwt", "plain", "jwt"],
                  "Type of the token.",
                  { required: true, open: true },
                ),
                method: choice(["header", "body"], "Part of the request that holds the token.", {
                  required: true,
                }),
                name: text("Name of the header or body field.", {
                  required: true,
                  interpolated: true,
                  validate: emptyFault,
                }),
                prefix: text("Prefix of the token, such as `Bearer `.", { interpolated: true }),
              },
              "One token.",
              {
                faults: (textOf) => {
                  const name = textOf("name");
                  const fault = name && textOf("method") === "header" && headerNameFault(name);
                  return fault ? { name: { ...fault, code: 7180 } } : {};
                },
              },
            ),
            "Tokens that the request must contain; all of them are required.",
            {
              required: true,
              size: NON_EMPTY,
              emptyCode: 7178,
              unique: ["method", "name"],
              uniqueCode: 7189,
            },
          ),
        },
        "Where the tokens are.",
        { required: true },
      ),
      jws: object(
        {
          allowed_algorithms: list(
            text("An algorithm, such as `RS256`.", {
              validate: (name) =>
                name.toLowerCase() === "none"
                  ? {
                      code: 2222,
                      reason: "is none, which has no signature: choose a signature algorithm, such as RS256",
                    }
                  : faultIf(!ALGORITHM.test(name), 7177, "is not a signature algorithm, such as RS256"),
            }),
            "Accepted signature algorithms.",
            { required: true, size: NON_EMPTY, emptyCode: 7176, unique: true, uniqueCode: 7190 },
          ),
          keys: object(
            {
              sources: object(
                {
                  additional_jkus: list(
                    text("A URL.", { interpolated: true, validate: urlFault }),
                    "URLs of key sets (JWKS).",
                    {
                      required: true,
                      size: [1, 100],
                      emptyCode: 7184,
                      sizeCode: 7193,
                      unique: true,
                      uniqueCode: 7192,
                    },
                  ),
                },
                "Where the keys come from.",
                { required: true },
              ),
              identification: object(
                {
                  token_claims: list(
                    choice(["kid"], "A claim.", { open: true }),
                    "Claims that name the key.",
                    {
                      size: NON_EMPTY,
                      emptyCode: 7183,
                      unique: true,
                      uniqueCode: 7191,
                    },
                  ),
                },
                "How the key of a token is identified.",
              ),
            },
            "Keys for verifying signatures.",
            { required: true },
          ),
        },
        "Signature verification.",
        { required: true },
      ),
    },
    result: {
      name: "jwt_validation",
      variables: {
        tokens: [
          "list",
          "The tokens: `header`, `payload`, `signature`, `location`, `location_property` and `verified` of each.",
        ],
        ...ERROR,
      },
    },
  },
  oauth: {
    description: "Requires users to sign in with an OAuth provider.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "oauth" },
    warnings: (textOf) => {
      const provider = textOf("provider") ?? "";
      return textOf("client_id") === undefined && WITHOUT_APPLICATION.includes(provider)
        ? {
            provider: `is ${provider}, for which the service has no application: set client_id and client_secret of your own`,
          }
        : {};
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
      ...together("client_id", "client_secret"),
      {
        key: "scopes",
        other: "client_id",
        code: 2240,
        reason: "is required together with scopes, which the service's own application does not take",
      },
    ],
    result: {
      name: "oauth",
      variables: signInVariables({
        "identity.current_provider_session_id": ["string", "Id of the session at the provider."],
      }),
    },
  },
  "openid-connect": {
    description: "Requires users to sign in with an OpenID Connect provider.",
    phases: REQUEST,
    effect: { kind: "guards", guard: "openid-connect" },
    config: {
      issuer_url: text("Issuer URL of the provider.", {
        required: true,
        interpolated: true,
        validate: urlFault,
      }),
      ...session,
      // Documented as optional, but OpenID Connect always needs an application.
      client_id: { ...session.client_id, required: true, validate: emptyFault },
      client_secret: { ...session.client_secret, required: true, validate: emptyFault },
      idle_session_timeout: duration("Idle time after which a session ends."),
      idle_session_duration: duration("Same as `idle_session_timeout`; the service documents both names."),
    },
    result: {
      name: "oidc",
      variables: signInVariables({
        "identity.current_session_id": ["string", "Id of the session."],
        identity_token: ["string", "Identity token of the provider."],
        user_info_refreshed: ["bool", "Same as `userinfo_refreshed`."],
      }),
    },
  },
};
