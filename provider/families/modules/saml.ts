import { bool, object, refusing, string, stringSet } from "../../family/fields";
import { requiredForSignIn, signInFields } from "./sign-in";

/** An element of SAML metadata, after what XML may begin with. Observed at the service (7083). */
const ENTITY_DESCRIPTOR =
  /^\s*(?:<[?!][^>]*>\s*)*<((?:[\w.-]+:)?Entit(?:y|ies)Descriptor)(?:\s[^>]*)?(?:\/>|>.*<\/\1\s*>)\s*$/s;

/** API reference, "EndpointSAMLMutate". */
export const saml = object(
  {
    ...signInFields,
    idpMetadata: string("Full XML EntityDescriptor of the identity provider.", {
      refuses: refusing((text) =>
        text === "" || ENTITY_DESCRIPTOR.test(text.replace(/^\ufeff|<!--.*?(?:-->|$)/gs, ""))
          ? undefined
          : "must be XML: the EntityDescriptor of the identity provider, not its URL or path",
      ),
    }).optional(),
    forceAuthn: bool("Whether the identity provider must ask for credentials again.", {
      unset: { sends: false },
    }).optional(),
    allowIdpInitiated: bool(
      "Whether the identity provider may start a login; its RelayState then contains the target URL. On by default.",
      // No document says what the service takes it for when it is left out.
      { unset: { sends: true, also: "with its module" } },
    ).optional(),
    authorizedGroups: stringSet(
      "Groups whose members may reach the endpoint; everyone when empty. The order has no meaning.",
      { unset: { sends: [] } },
    ).optional(),
    nameidFormat: string("Format of the name id, one of those that SAML defines.", {
      unset: { sends: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
    }).optional(),
  },
  "SAML module: users sign in at a SAML identity provider.",
  {
    significantWhenEmpty: true,
    rules: [requiredForSignIn("idpMetadata", "the XML that the identity provider offers of itself")],
  },
);
