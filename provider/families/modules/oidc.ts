import { rejectText, secretString, string, stringSet } from "../../family/fields";
import { edgeModule, requiredIfEnabled } from "./edge-module";
import { signInFields } from "./sign-in";

/** API reference, "EndpointOIDC". */
export const oidc = edgeModule(
  "guard",
  {
    ...signInFields,
    // Compared verbatim: for an OpenID provider, issuers with and without a trailing slash differ.
    issuer: string("Base URL of the OpenID provider, from which its configuration is discovered.", {
      // Observed in the service (error 7087).
      rejects: rejectText((issuer) =>
        issuer === "" || (/^https?:\/\/[^\s/]/i.test(issuer) && issuer.length <= 255)
          ? undefined
          : "must be the URL of the provider in at most 255 characters, such as https://id.example.com",
      ),
    }).optional(),
    clientId: string("Client id at the provider; also the audience.").optional(),
    clientSecret: secretString("Client secret at the provider.", { returned: "sometimes" }).optional(),
    scopes: stringSet("Scopes to request. Order is ignored.", { unset: { sends: [] } }).optional(),
  },
  "OpenID Connect module: users sign in with an OpenID provider.",
  {
    rules: [
      requiredIfEnabled("issuer", "is required: the base URL of the OpenID provider"),
      requiredIfEnabled("clientId", "is required: the client id at the provider"),
      requiredIfEnabled("clientSecret", "is required: the client secret at the provider"),
    ],
  },
);
