import { canonicalInstant } from "../family/canonical-forms";
import { bool, decimal, type OutputExtra, out, string } from "../family/fields";
import type { Props } from "../family/resource";

/** Largest description and metadata, in bytes of UTF-8. API reference, section "Limits". */
const DESCRIPTION_BYTES = 255;
const METADATA_BYTES = 4096;

const describedAs = (what: string) => `${what} Removing it empties it on the service.`;

/** A `description` for which the API reference states no limit. */
export const description = (what: string) => string(describedAs(what), { unset: { sends: "" } }).optional();

/** A `description` with the limit of the API reference, section "Limits". */
export const limitedDescription = (what: string) =>
  string(describedAs(what), { unset: { sends: "" }, maxBytes: DESCRIPTION_BYTES }).optional();

const METADATA = describedAs("Your own data, stored with the object; the service does not read it.");

/** A `metadata` for which the API reference states no limit. */
export const metadata = string(METADATA, { unset: { sends: "" } }).optional();

/** A `metadata` with the limit of the API reference, section "Limits". */
export const limitedMetadata = string(METADATA, {
  unset: { sends: "" },
  maxBytes: METADATA_BYTES,
}).optional();

/** A time in a response: RFC 3339; another spelling of the same instant is the same value. */
export const time = (what: string, extra: OutputExtra = {}) =>
  out.string(`${what} A time in RFC 3339 format.`, { spelling: { canonical: canonicalInstant }, ...extra });

/** What every object of the API answers beside its id. The host of `uri` follows the base URL, so it is no difference. */
export const stamps = {
  uri: out.string("API URI of the object.", { volatile: true }),
  createdAt: time("When the object was created."),
};

/** Datacenters that the API names. */
export const REGIONS = ["au", "eu", "ap", "us", "jp", "in", "sa"] as const;

/** Classes of objects that traffic can be sent to. */
export const BACKEND_CLASSES = ["WeightedBackend", "FailoverBackend", "TunnelGroupBackend"] as const;

/** Input that keeps an object from being deleted or replaced. */
export const releaseProtection = (what: string) =>
  bool(
    `Whether to prevent deletion and replacement of the ${what}, since someone else could take it once it is free.`,
    {
      returned: "local",
      unset: { sends: false },
    },
  ).optional();

/** What `releaseProtection` does, for a family that has it: neither a deletion nor a replacement releases the object. */
export const protectedFromRelease = (what: string, key: string) => ({
  preventReplace: { whileTrue: "releaseProtection" as const, consequence: "would release it" },
  preventDelete: (state: Props) =>
    state.releaseProtection === true
      ? `releaseProtection is on: once released, ${what} ${String(state[key])} could be taken by someone else. ` +
        "Set releaseProtection to false and run `pulumi up`, then delete it."
      : undefined,
});

export const HOUR_MS = 3_600_000;

/** Hours before an end of validity. */
export const hoursBefore = (what: string) =>
  decimal(what, [0, Number.MAX_SAFE_INTEGER], { returned: "local" }).optional();

/** Whether `renewBefore` hours or less are left until the instant in `state[end]`. */
export const dueBefore = (end: string) => (state: Props, inputs: Props, now: number) =>
  typeof inputs.renewBefore === "number" &&
  typeof state[end] === "string" &&
  now >= Date.parse(state[end]) - inputs.renewBefore * HOUR_MS;
