import { object, secretString, string, stringSet } from "../../family/fields";
import { signOn } from "./sign-on";

/** API reference, "EndpointOIDC". */
export const oidc = object(
  {
    ...signOn,
    // Compared as it is: to an OpenID provider an issuer with and one without a closing slash are two.
    issuer: string("Base URL of the OpenID provider, from which its configuration is discovered.").optional(),
    clientId: string("Client id at the provider; also the audience.").optional(),
    clientSecret: secretString("Client secret at the provider.", { returned: "sometimes" }).optional(),
    scopes: stringSet("Scopes to request. The order has no meaning.", {
      unset: { sends: [] },
    }).optional(),
  },
  "OpenID Connect module: users sign on at an OpenID provider.",
  { significantWhenEmpty: true },
);
