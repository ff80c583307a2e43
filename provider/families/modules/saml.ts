import { bool, object, string, stringSet } from "../../family/fields";
import { signOn } from "./sign-on";

/** API reference, "EndpointSAMLMutate". */
export const saml = object(
  {
    ...signOn,
    idpMetadata: string("Full XML EntityDescriptor of the identity provider.").optional(),
    forceAuthn: bool("Whether the identity provider must ask for credentials again.", {
      unset: { sends: false },
    }).optional(),
    allowIdpInitiated: bool(
      "Whether the identity provider may start a login; its RelayState then contains the target URL. On by default.",
      { unset: { sends: true } },
    ).optional(),
    authorizedGroups: stringSet(
      "Groups whose members may reach the endpoint; everyone when empty. The order has no meaning.",
      { unset: { sends: [] } },
    ).optional(),
    nameidFormat: string("Format of the name id, one of those that SAML defines.", {
      unset: { sends: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
    }).optional(),
  },
  "SAML module: users sign on at a SAML identity provider.",
  { significantWhenEmpty: true },
);
