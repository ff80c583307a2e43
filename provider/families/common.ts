import { canonicalInstant } from "../family/canonical-forms";
import {
  bool,
  decimal,
  nonEmptyString,
  type OutputExtra,
  object,
  oneOf,
  out,
  rejectUnless,
  string,
  type TextLimits,
} from "../family/fields";
import type { Props } from "../family/resource";

export const deprecatedEdges =
  "ngrok has deprecated edges, routes, their modules, and backends; with ngrok, use an Endpoint with a trafficPolicy instead. This class is for services that still have edges.";

/** What the definitions of the classes for one module of an edge or route have in common. */
export const singleModule = (label: string) => ({
  summary: `The ${label} that is managed elsewhere. Creating it overwrites the module's previous settings.`,
  deprecated: deprecatedEdges,
  section: "Edge module operations",
});

const note = (meaning: string, limits: TextLimits = {}) =>
  string(meaning, { unset: { sends: "" }, ...limits }).optional();

/** The inputs `description` and `metadata`. Without `limits`, they may have any length. */
export const notes = (
  meaning: string,
  limits: Partial<Record<"description" | "metadata", TextLimits>> = {},
) => ({
  description: note(meaning, limits.description),
  metadata: note("Your own data, stored with the object; the service does not read it.", limits.metadata),
});

/** The same inputs with the limits of the API reference, section "Limits". */
export const limitedNotes = (meaning: string) =>
  notes(meaning, { description: { maxBytes: 255 }, metadata: { maxBytes: 4096 } });

/** The same inputs with limits in characters, as observed in the service. */
export const notesInCharacters = (meaning: string) =>
  notes(meaning, { description: { maxCharacters: 255 }, metadata: { maxCharacters: 4096 } });

/** A time in a response. Different spellings of the same instant are equal. */
export const time = (meaning: string, extra: OutputExtra = {}) =>
  out.string(`${meaning} A time in RFC 3339 format.`, {
    spelling: { canonical: canonicalInstant },
    ...extra,
  });

/** The host of `uri` depends on the base URL and isn't compared. */
export const stamps = {
  uri: out.string("API URI of the object.", { volatile: true }),
  createdAt: time("When the object was created."),
};

export const certificatePolicy = (
  description: string,
  defaultKeyType: keyof typeof KEY_TYPES,
  shapeName?: string,
) =>
  object(
    {
      authority: oneOf(
        { letsencrypt: "Let's Encrypt issues the certificates." },
        "Certificate authority that certificates are requested from.",
        { unset: { sends: "letsencrypt" } },
      ).optional(),
      privateKeyType: oneOf(KEY_TYPES, "Type of the private key of the certificates.", {
        unset: { sends: defaultKeyType },
      }).optional(),
    },
    description,
    { significantWhenEmpty: true, shapeName },
  );

export const certificateStatus = (changesWith: readonly string[]) =>
  out.object(
    {
      renewsAt: time("When the next renewal will be requested.", { nullable: true }),
      provisioningJob: out.object(
        {
          errorCode: out.oneOf(
            ["INTERNAL_ERROR", "DNS_ERROR"],
            "Why provisioning failed: `INTERNAL_ERROR` is temporary; `DNS_ERROR` requires correct DNS records.",
            { nullable: true },
          ),
          msg: out.string("Message about the status or the error.", { nullable: true }),
          startedAt: time("When the job started.", { nullable: true }),
          retriesAt: time("When the job will be tried again.", { nullable: true }),
        },
        "The running job; null while no certificate is being provisioned or renewed.",
        { nullable: true },
      ),
    },
    "State of the automatic certificate; null without a policy.",
    { nullable: true, volatile: true, changesWith },
  );

/** Name of a vault or secret. Errors 23000 and 24000 list the characters, except the hyphen, which existing names contain. */
export const nameInVault = (meaning: string, extra: Parameters<typeof nonEmptyString>[1] = {}) =>
  nonEmptyString(meaning, {
    ...extra,
    rejects: rejectUnless(
      /^[A-Za-z0-9_/.-]*$/,
      "may contain only ASCII letters, digits, `_`, `/`, `.`, and `-`",
    ),
  });

export const REGIONS = {
  au: "Australia.",
  eu: "Europe.",
  ap: "Asia and the Pacific.",
  us: "The United States.",
  jp: "Japan.",
  in: "India.",
  sa: "South America.",
};

export const KEY_TYPES = { rsa: "An RSA key.", ecdsa: "A key on an elliptic curve (ECDSA)." };

export const BACKEND_CLASSES = [
  "WeightedBackend",
  "FailoverBackend",
  "TunnelGroupBackend",
  "StaticBackend",
  "HttpResponseBackend",
] as const;

/** Options of an input with the id of an object's owner. */
export const OWNER_OPTIONS = {
  unset: "serverDefault",
  refersTo: ["BotUser", "ServiceUser"],
  refersToOthers: true,
} as const;

/** The output with the objects to which the ids in an input refer. */
export const referredObjects = (meaning: string, input: string) =>
  out.refs(meaning, { volatile: true, changesWith: [input], reveals: [input] });

export const releaseProtection = (label: string) =>
  bool(
    `Whether to prevent deletion and replacement of the ${label}, because someone else could take it once it is free.`,
    { returned: "local", unset: { sends: false } },
  ).optional();

export const protectedFromRelease = (label: string, key: string) => ({
  preventReplace: { whileTrue: "releaseProtection" as const, consequence: "would release it" },
  preventDelete: (state: Props) =>
    state.releaseProtection === true
      ? `releaseProtection is on: once released, ${label} ${String(state[key])} could be taken by someone else. ` +
        "Set releaseProtection to false and run `pulumi up`, then delete it. If a destroy stopped here, a full `pulumi up` would recreate what it already deleted: instead, run `pulumi up --target '<urn>'` with this resource's URN (from `pulumi stack --show-urns`), then destroy again."
      : undefined,
});

export const HOUR_MS = 3_600_000;

export const hoursBefore = (meaning: string) =>
  decimal(meaning, [0, Number.MAX_SAFE_INTEGER], { returned: "local" }).optional();

/** Returns a function that is true if `renewBefore` hours or less are left until the instant in `state[expiryKey]`. */
export const dueBefore = (expiryKey: string) => (state: Props, inputs: Props, now: number) =>
  typeof inputs.renewBefore === "number" &&
  typeof state[expiryKey] === "string" &&
  now >= Date.parse(state[expiryKey]) - inputs.renewBefore * HOUR_MS;
