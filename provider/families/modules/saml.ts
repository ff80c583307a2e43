import { bool, rejectText, string, stringSet } from "../../family/fields";
import { edgeModule, requiredIfEnabled } from "./edge-module";
import { signInFields } from "./sign-in";

/** A SAML metadata document, optionally with an XML prolog. Observed in the service (error 7083). */
const ENTITY_DESCRIPTOR =
  /^\s*(?:<[?!][^>]*>\s*)*<((?:[\w.-]+:)?Entit(?:y|ies)Descriptor)(?:\s[^>]*)?(?:\/>|>.*<\/\1\s*>)\s*$/s;

/** API reference, "EndpointSAMLMutate". */
export const saml = edgeModule(
  "guard",
  {
    ...signInFields,
    idpMetadata: string("Full XML EntityDescriptor of the identity provider.", {
      rejects: rejectText((text) =>
        text === "" || ENTITY_DESCRIPTOR.test(text.replace(/^\ufeff|<!--.*?(?:-->|$)/gs, ""))
          ? undefined
          : "must be XML: the EntityDescriptor of the identity provider, not its URL or path",
      ),
    }).optional(),
    forceAuthn: bool("Whether the identity provider must ask for credentials again.", {
      unset: { sends: false },
    }).optional(),
    allowIdpInitiated: bool(
      "Whether the identity provider may initiate a login; RelayState then contains the target URL. On by default.",
      // No document states the service's default.
      { unset: { sends: true, also: "with its module" } },
    ).optional(),
    authorizedGroups: stringSet(
      "Groups whose members may access the endpoint. If empty, everyone. Order is ignored.",
      { unset: { sends: [] } },
    ).optional(),
    nameidFormat: string("SAML name id format.", {
      unset: { sends: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" },
    }).optional(),
  },
  "SAML module: users sign in at a SAML identity provider.",
  { rules: [requiredIfEnabled("idpMetadata", "is required: the identity provider's metadata XML")] },
);
