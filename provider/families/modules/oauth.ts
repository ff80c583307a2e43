import { wrongPunycode } from "../../../traffic-policy/language/hosts";
import {
  choice,
  object,
  type Rule,
  refusing,
  refusingAny,
  refusingTwice,
  type Shape,
  secretString,
  string,
  stringSet,
  uint32,
} from "../../family/fields";
import { signInFields } from "./sign-in";

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
    // Observed at the service (7033).
    keys: ["clientId", "clientSecret"],
    at: "clientId",
    ofNew: true,
    text: "`clientId` is required with `clientSecret`.",
    broken: ({ clientId, clientSecret }) =>
      clientSecret && !clientId
        ? "is required with clientSecret; leave both out to use the service's own OAuth app"
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

/** Lists of allowed users: each once, and none empty. Observed at the service (7039 to 7068). */
const lettingIn = (description: string, wrong: (text: string) => string | undefined) =>
  stringSet(description, {
    unset: { sends: [] },
    refuses: refusingAny(
      refusing((text) => (text === "" ? "must not be empty" : wrong(text))),
      refusingTwice(),
    ),
  }).optional();

const inLowerCase = (text: string) => (/[A-Z]/.test(text) ? "must be in lower case" : undefined);

const wrongAddress = (text: string) =>
  /^[^\s@]+@[^\s@]+$/.test(text)
    ? (wrongPunycode(text.replace(/^.*@/, "")) ?? inLowerCase(text))
    : "must be an email address, such as ada@example.com";

const wrongMailDomain = (text: string) =>
  /[\s@/:]|^\.|\.$|\.\./.test(text)
    ? "must be a domain of email addresses, such as example.com"
    : (wrongPunycode(text) ?? inLowerCase(text));

const wrongTeam = (text: string) =>
  /^(?:\d+|[^\s/]+\/[^\s/]+)$/.test(text) ? undefined : "must be organization/team, or the number of a team";

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
  emailAddresses: lettingIn(
    "Addresses of the users who may reach the endpoint. The order has no meaning.",
    wrongAddress,
  ),
  emailDomains: lettingIn(
    "Email domains whose users may reach the endpoint. The order has no meaning.",
    wrongMailDomain,
  ),
};

const github = {
  ...common,
  teams: lettingIn(
    "Teams whose members may reach the endpoint, each as `organization/team`. The order has no meaning.",
    wrongTeam,
  ),
  organizations: lettingIn(
    "Slugs of the organizations whose members may reach the endpoint. The order has no meaning.",
    () => undefined,
  ),
};

/** An identity provider: its presence selects it, so it may be empty. */
const identityProvider = <S extends Shape>(name: string, shape: S, shapeName: string) =>
  object(shape, `Users sign in with ${name}.`, {
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
    ...signInFields,
    cookiePrefix: string("Prefix of the names of the session cookies: letters, digits and dots.", {
      unset: "serverDefault",
      // Observed at the service: some modules return "" whatever the value is.
      returned: "sometimes",
      refuses: refusing((text) =>
        /^[a-z\d.]*$/i.test(text) ? undefined : "may have letters without accents, digits and dots alone",
      ),
    }).optional(),
    provider: choice(providers, "identity provider", "The identity provider: exactly one.", "OAuthProvider"),
    authCheckInterval: uint32(
      "Seconds after which the user is looked up at the identity provider and authorized again.",
      { unset: "serverDefault" },
    ).optional(),
  },
  "OAuth module: users sign in with an identity provider.",
  { significantWhenEmpty: true },
);
