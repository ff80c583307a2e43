import { punycodeProblem } from "../../../traffic-policy/language/hosts";
import {
  choice,
  combineRejections,
  object,
  type Rule,
  rejectDuplicates,
  rejectText,
  rejectUnless,
  type Shape,
  secretString,
  string,
  stringSet,
  uint32,
} from "../../family/fields";
import { edgeModule } from "./edge-module";
import { signInFields } from "./sign-in";

const requiredWith = (key: string, present: string): Rule => ({
  keys: ["clientId", "clientSecret"],
  errorKey: key,
  text: `\`${key}\` is required with \`${present}\`.`,
  violation: ({ [key]: value, [present]: presentValue }) =>
    presentValue && !value
      ? `is required with ${present}; leave both out to use the service's own OAuth app`
      : undefined,
});

/** API reference, "Rules for OAuth provider fields". */
const identityProviderRules: readonly Rule[] = [
  requiredWith("clientSecret", "clientId"),
  // Observed in the service (error 7033).
  { ...requiredWith("clientId", "clientSecret"), newOnly: true },
  {
    keys: ["scopes", "clientId", "clientSecret"],
    text: "`scopes` can be set only with `clientId` and `clientSecret`.",
    violation: ({ scopes, clientId, clientSecret }) =>
      Array.isArray(scopes) && scopes.length > 0 && !(clientId && clientSecret)
        ? "can be set only with clientId and clientSecret: the service's own OAuth app has fixed scopes"
        : undefined,
  },
];

/** Observed in the service (errors 7039 to 7068). */
const allowList = (description: string, findProblem: (text: string) => string | undefined) =>
  stringSet(description, {
    unset: { sends: [] },
    rejects: combineRejections(
      rejectText((text) => (text === "" ? "must not be empty" : findProblem(text))),
      rejectDuplicates(),
    ),
  }).optional();

const caseProblem = (text: string) => (/[A-Z]/.test(text) ? "must be in lower case" : undefined);

const EMAIL_DOMAIN = /^[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?(?:\.[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?)*$/u;

const emailProblem = (text: string) =>
  /^[^\s@]+@[^@]+$/.test(text) && EMAIL_DOMAIN.test(text.replace(/^.*@/, ""))
    ? (punycodeProblem(text.replace(/^.*@/, "")) ?? caseProblem(text))
    : "must be an email address, such as ada@example.com";

const emailDomainProblem = (text: string) =>
  EMAIL_DOMAIN.test(text)
    ? (punycodeProblem(text) ?? caseProblem(text))
    : "must be one domain of email addresses, such as example.com";

const teamProblem = (text: string) =>
  /^(?:\d+|[^\s/]+\/[^\s/]+)$/.test(text) ? undefined : "must be organization/team, or a team's number";

const common = {
  clientId: string(
    "Id of your OAuth app. If unset, the service uses its own app, which has additional restrictions.",
  ).optional(),
  clientSecret: secretString("Secret of your OAuth app; required with `clientId`.", {
    returned: "sometimes",
  }).optional(),
  scopes: stringSet("Scopes to request, only for your own OAuth app. Order is ignored.", {
    unset: { sends: [] },
  }).optional(),
  emailAddresses: allowList(
    "Email addresses of users who may access the endpoint. Order is ignored.",
    emailProblem,
  ),
  emailDomains: allowList(
    "Email domains whose users may access the endpoint. Order is ignored.",
    emailDomainProblem,
  ),
};

const github = {
  ...common,
  teams: allowList(
    "Teams whose members may access the endpoint, as `organization/team`. Order is ignored.",
    teamProblem,
  ),
  organizations: allowList(
    "Slugs of organizations whose members may access the endpoint. Order is ignored.",
    () => undefined,
  ),
};

/** An identity provider; with `{}`, the service uses its own OAuth app. */
const identityProvider = <S extends Shape>(name: string, shape: S, shapeName: string) =>
  object(shape, `Users sign in with ${name}.`, {
    rules: identityProviderRules,
    shapeName,
  }).optional();

const genericProvider = (name: string) => identityProvider(name, common, "OAuthIdentityProvider");

/** The fields are assumptions, because the API reference gives only the providers' names. */
const providers = {
  github: identityProvider("GitHub", github, "OAuthGitHub"),
  facebook: genericProvider("Facebook"),
  microsoft: genericProvider("Microsoft"),
  google: genericProvider("Google"),
  linkedin: genericProvider("LinkedIn"),
  gitlab: genericProvider("GitLab"),
  twitch: genericProvider("Twitch"),
  amazon: genericProvider("Amazon"),
};

/** API reference, "EndpointOAuth". */
export const oauth = edgeModule(
  "guard",
  {
    ...signInFields,
    cookiePrefix: string("Prefix of session cookie names: letters, digits, and dots.", {
      unset: "serverDefault",
      // Observed in the service: some modules return "" whatever the value is.
      returned: "sometimes",
      rejects: rejectUnless(/^[a-z\d.]*$/i, "may contain only ASCII letters, digits, and dots"),
    }).optional(),
    provider: choice(providers, "identity provider", "The identity provider: exactly one.", "OAuthProvider"),
    authCheckInterval: uint32(
      "Seconds after which the user is looked up at the identity provider and authorized again.",
      { unset: "serverDefault" },
    ).optional(),
  },
  "OAuth module: users sign in with an identity provider.",
);
