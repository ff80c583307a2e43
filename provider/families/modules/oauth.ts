import {
  choice,
  object,
  type Rule,
  type Shape,
  secretString,
  string,
  stringSet,
  uint32,
} from "../../family/fields";
import { signOn } from "./sign-on";

/** API reference, "Rules for OAuth provider fields". */
const identityProviderRules: readonly Rule[] = [
  {
    keys: ["clientId", "clientSecret"],
    at: "clientSecret",
    text: "`clientSecret` is required with `clientId`.",
    broken: ({ clientId, clientSecret }) =>
      clientId && !clientSecret
        ? "is required with clientId; leave both out to use the service's own OAuth app"
        : undefined,
  },
  {
    keys: ["scopes", "clientId", "clientSecret"],
    text: "`scopes` can be set only with `clientId` and `clientSecret`.",
    broken: ({ scopes, clientId, clientSecret }) =>
      Array.isArray(scopes) && scopes.length > 0 && !(clientId && clientSecret)
        ? "can be set only with clientId and clientSecret: the service's own OAuth app has fixed scopes"
        : undefined,
  },
];

/** Inputs of every identity provider. */
const common = {
  clientId: string(
    "Id of your OAuth app. Without it the service uses its own app, which has additional restrictions.",
  ).optional(),
  clientSecret: secretString("Secret of your OAuth app; required with `clientId`.", {
    returned: "sometimes",
  }).optional(),
  scopes: stringSet("Scopes to request, only for your own OAuth app. The order has no meaning.", {
    unset: { sends: [] },
  }).optional(),
  emailAddresses: stringSet("Addresses of the users who may reach the endpoint. The order has no meaning.", {
    unset: { sends: [] },
  }).optional(),
  emailDomains: stringSet("Email domains whose users may reach the endpoint. The order has no meaning.", {
    unset: { sends: [] },
  }).optional(),
};

const github = {
  ...common,
  teams: stringSet(
    "Teams whose members may reach the endpoint, each as `organization/team`. The order has no meaning.",
    { unset: { sends: [] } },
  ).optional(),
  organizations: stringSet(
    "Slugs of the organizations whose members may reach the endpoint. The order has no meaning.",
    { unset: { sends: [] } },
  ).optional(),
};

/** An identity provider: its presence selects it, so it may be empty. */
const identityProvider = <S extends Shape>(name: string, shape: S, shapeName: string) =>
  object(shape, `Users sign on with ${name}.`, {
    significantWhenEmpty: true,
    rules: identityProviderRules,
    shapeName,
  }).optional();

const other = (name: string) => identityProvider(name, common, "OAuthIdentityProvider");

/** The keys are assumed by convention: the reference gives only the providers' names. */
const providers = {
  github: identityProvider("GitHub", github, "OAuthGitHub"),
  facebook: other("Facebook"),
  microsoft: other("Microsoft"),
  google: other("Google"),
  linkedin: other("LinkedIn"),
  gitlab: other("GitLab"),
  twitch: other("Twitch"),
  amazon: other("Amazon"),
};

/** API reference, "EndpointOAuth". */
export const oauth = object(
  {
    ...signOn,
    provider: choice(providers, "identity provider", "The identity provider: exactly one.", "OAuthProvider"),
    authCheckInterval: uint32(
      "Seconds after which the user is looked up at the identity provider and authorized again.",
      { unset: "serverDefault" },
    ).optional(),
  },
  "OAuth module: users sign on with an identity provider.",
  { significantWhenEmpty: true },
);
