import { plainHost, wrongHost, wrongPunycode } from "../language/hosts";
import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";
import type { Action } from "./action";
import { ERROR, empty, fault, REQUEST, wrongUrl } from "./common";
import {
  anything,
  choice,
  duration,
  type Fault,
  flag,
  list,
  map,
  object,
  SOME,
  text,
  together,
} from "./fields";

/** Providers for which the service has no application of its own. */
const WITHOUT_APPLICATION = ["amazon", "facebook"];

function wrongCookieDomain(domain: string, host: string | undefined): Fault | undefined {
  const bare = plainHost(domain).replace(/^\./, "");
  const reason = domain.includes("*") ? "must be a domain without a wildcard" : wrongHost(bare);
  if (reason !== undefined) return { code: wrongPunycode(domain) === undefined ? 2243 : 2242, reason };
  // A wildcard serves the hosts below its domain.
  const isOwn =
    host === undefined || `.${host}`.endsWith(`.${bare}`) || `*${bare.slice(bare.indexOf("."))}` === host;
  return fault(!isOwn, 2241, `must be the host of the endpoint, ${host}, or a domain above it`);
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

export const SIGN_IN: Readonly<Record<string, Action>> = {
  "jwt-validation": {
    description:
      "Lets only requests through that carry a JSON Web Token with a right signature, issuer and audience.",
    phases: REQUEST,
    effect: { is: "guards", by: "jwt" },
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
                  { required: true, open: true },
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
  oauth: {
    description: "Lets only users in who have signed in with a known OAuth provider.",
    phases: REQUEST,
    effect: { is: "guards", by: "oauth" },
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
    needs: together("client_id", "client_secret"),
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
    effect: { is: "guards", by: "openid-connect" },
    config: {
      issuer_url: text("URL of the provider, below which its configuration is found.", {
        required: true,
        interpolated: true,
        wrong: wrongUrl,
      }),
      ...session,
      // Its page requires neither, but nobody signs in by OpenID Connect without an application.
      client_id: { ...session.client_id, required: true, wrong: empty },
      client_secret: { ...session.client_secret, required: true, wrong: empty },
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
};
