import { canonicalInstant } from "../family/canonical-forms";
import { bool, decimal, formedString, type OutputExtra, out, refusing, string } from "../family/fields";
import type { Props } from "../family/resource";

/** The deprecation of edges by ngrok. */
export const deprecatedEdges =
  "ngrok has deprecated edges, routes, their modules and backends: use Endpoint with a trafficPolicy there. Keep this class for services that have edges.";

/** Maximum size of description and metadata, in bytes of UTF-8. API reference, section "Limits". */
const DESCRIPTION_BYTES = 255;
const METADATA_BYTES = 4096;

const describedAs = (what: string) => `${what} Removing it empties it on the service.`;

/** A `description` for which the API reference states no limit. */
export const description = (what: string) => string(describedAs(what), { unset: { sends: "" } }).optional();

/** A `description` for which the service alone states a limit, in characters. */
export const description255 = (what: string) =>
  string(describedAs(what), { unset: { sends: "" }, maxCharacters: 255 }).optional();

/** A `description` with the limit of the API reference, section "Limits". */
export const limitedDescription = (what: string) =>
  string(describedAs(what), { unset: { sends: "" }, maxBytes: DESCRIPTION_BYTES }).optional();

const METADATA = describedAs("Your own data, stored with the object; the service does not read it.");

/** A `metadata` for which the API reference states no limit. */
export const metadata = string(METADATA, { unset: { sends: "" } }).optional();

/** A `metadata` for which the service alone states a limit, in characters. */
export const metadata4096 = string(METADATA, {
  unset: { sends: "" },
  maxCharacters: 4096,
}).optional();

/** A `metadata` with the limit of the API reference, section "Limits". */
export const limitedMetadata = string(METADATA, {
  unset: { sends: "" },
  maxBytes: METADATA_BYTES,
}).optional();

/** A time in a response: RFC 3339; other spellings of the same instant are equal. */
export const time = (what: string, extra: OutputExtra = {}) =>
  out.string(`${what} A time in RFC 3339 format.`, { spelling: { canonical: canonicalInstant }, ...extra });

/**
 * Fields that the API returns for every object in addition to its id. The host of `uri` follows the base URL and is not
 * compared.
 */
export const stamps = {
  uri: out.string("API URI of the object.", { volatile: true }),
  createdAt: time("When the object was created."),
};

/** State of the certificate that the service manages for a domain. */
export const certificateStatus = (changesWith: readonly string[]) =>
  out.object(
    {
      renewsAt: time("When the next renewal will be requested.", { nullable: true }),
      provisioningJob: out.object(
        {
          errorCode: out.oneOf(
            ["INTERNAL_ERROR", "DNS_ERROR"],
            "Why provisioning fails: `INTERNAL_ERROR` is temporary, `DNS_ERROR` needs the DNS records to be corrected.",
            { nullable: true },
          ),
          msg: out.string("Message on the status or the error.", { nullable: true }),
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

/** Allowed by the service's error catalog (23000, 24000), and the hyphen, which recorded requests have. */
const NAME_IN_VAULT = /^[A-Za-z0-9_/.-]*$/;

/** Name of a vault or of a secret in it. */
export const nameInVault = (
  what: string,
  extra: {
    readonly returned?: "sometimes";
    readonly unset?: "alternative";
    readonly nullable?: true;
  } = {},
) =>
  formedString((text) => (text === "" ? "must not be empty" : undefined), what, {
    ...extra,
    refuses: refusing((name) =>
      NAME_IN_VAULT.test(name)
        ? undefined
        : "may have only letters without accents, digits and `_`, `/`, `.`, `-`",
    ),
  });

/** Datacenters that the API names. */
export const REGIONS = {
  au: "Australia.",
  eu: "Europe.",
  ap: "Asia and the Pacific.",
  us: "The United States.",
  jp: "Japan.",
  in: "India.",
  sa: "South America.",
};

/** Types of private keys, and what they are. */
export const KEY_TYPES = { rsa: "An RSA key.", ecdsa: "A key on an elliptic curve (ECDSA)." };

/** Classes of objects that traffic can be sent to. */
export const BACKEND_CLASSES = [
  "WeightedBackend",
  "FailoverBackend",
  "TunnelGroupBackend",
  "StaticBackend",
  "HttpResponseBackend",
] as const;

/** Classes of account members that own keys and credentials, other than people. */
export const OWNER_CLASSES = ["BotUser", "ServiceUser"] as const;

/** Input that prevents deletion and replacement. */
export const releaseProtection = (what: string) =>
  bool(
    `Whether to prevent deletion and replacement of the ${what}, since someone else could take it once it is free.`,
    {
      returned: "local",
      unset: { sends: false },
    },
  ).optional();

/** The effect of `releaseProtection` in a family: neither a deletion nor a replacement releases the object. */
export const protectedFromRelease = (what: string, key: string) => ({
  preventReplace: { whileTrue: "releaseProtection" as const, consequence: "would release it" },
  preventDelete: (state: Props) =>
    state.releaseProtection === true
      ? `releaseProtection is on: once released, ${what} ${String(state[key])} could be taken by someone else. ` +
        "Set releaseProtection to false and run `pulumi up`, then delete it. Where a destroy has stopped here, `pulumi up` would create again what it has deleted: run `pulumi up --target '<urn>'` with the URN of this resource alone (`pulumi stack --show-urns` shows it), then destroy again."
      : undefined,
});

export const HOUR_MS = 3_600_000;

/** Hours before an expiry. */
export const hoursBefore = (what: string) =>
  decimal(what, [0, Number.MAX_SAFE_INTEGER], { returned: "local" }).optional();

/** True if `renewBefore` hours or less are left until the instant in `state[end]`. */
export const dueBefore = (end: string) => (state: Props, inputs: Props, now: number) =>
  typeof inputs.renewBefore === "number" &&
  typeof state[end] === "string" &&
  now >= Date.parse(state[end]) - inputs.renewBefore * HOUR_MS;
