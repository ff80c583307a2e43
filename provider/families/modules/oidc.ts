import { object, secretText, text, textSet } from "../../family/fields";
import { signOn } from "./sign-on";

/** API reference, "EndpointOIDC". */
export const oidc = object(
  {
    ...signOn,
    // Compared as it is: to an OpenID provider an issuer with and one without a closing slash are two.
    issuer: text("Base URL of the OpenID provider, from which its configuration is discovered.").optional(),
    clientId: text("Client id at the provider; also the audience.").optional(),
    clientSecret: secretText("Client secret at the provider.", { mayBeWithheld: true }).optional(),
    scopes: textSet("Scopes that are asked for. Order carries no meaning.", { default: [] }).optional(),
  },
  "OpenID Connect module: users sign on at an OpenID provider.",
  { presence: true },
);
