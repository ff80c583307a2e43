import { textOf, textsOf } from "../json";
import { type Fields, list, type ObjectParam, string } from "../schema/params";

const common: Fields = {
  client_id: string(),
  client_secret: string({ secret: true }),
  scopes: list(),
  email_addresses: list(),
  email_domains: list(),
};

/** API reference: "Rules for OAuth provider fields". */
function provider(shape: string, more: Fields = {}): ObjectParam {
  return {
    type: "object",
    shape,
    fields: { ...common, ...more },
    rule(value) {
      const id = textOf(value.client_id) !== "";
      const secret = textOf(value.client_secret) !== "";
      if (id && !secret) throw new Error("must have a client_secret beside its client_id");
      if (textsOf(value.scopes).length > 0 && !(id && secret))
        throw new Error("may have scopes only beside both client_id and client_secret");
    },
  };
}

/** The eight identity providers; the key names are assumed by convention. API reference: "OAuth identity provider configurations". */
export const oauthProvider: ObjectParam = {
  type: "object",
  shape: "EndpointOAuthProvider",
  required: true,
  oneOf: true,
  byConvention: true,
  fields: {
    github: provider("EndpointOAuthGitHub", { teams: list(), organizations: list() }),
    facebook: provider("EndpointOAuthFacebook"),
    microsoft: provider("EndpointOAuthMicrosoft"),
    google: provider("EndpointOAuthGoogle"),
    linkedin: provider("EndpointOAuthLinkedIn"),
    gitlab: provider("EndpointOAuthGitLab"),
    twitch: provider("EndpointOAuthTwitch"),
    amazon: provider("EndpointOAuthAmazon"),
  },
};
