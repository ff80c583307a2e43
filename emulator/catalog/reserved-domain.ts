import { randomText } from "../account/account";
import { ApiFailure } from "../failure";
import { isObject, type JsonObject, objectOf, textOf } from "../json";
import { notes, shown } from "../schema/answers";
import { type Call, EVERY_OPERATION, type Family } from "../schema/family";
import { domainName } from "../schema/formats";
import { id, type ObjectParam, string } from "../schema/params";
import type { StoredObject } from "../store/storage";
import { limitedMetadata } from "./shared";

const CERTIFICATES = ["/tls_certificates"];

export const REGIONS: readonly string[] = ["au", "eu", "ap", "us", "jp", "in", "sa"];

/** API reference: "ReservedDomainCertPolicy". */
const policy: ObjectParam = {
  type: "object",
  shape: "ReservedDomainCertPolicy",
  fields: {
    authority: string({ enum: ["letsencrypt"], default: "letsencrypt" }),
    private_key_type: string({ enum: ["rsa", "ecdsa"], default: "ecdsa" }),
  },
};

/** API reference: "Reserved domain". */
export const reservedDomain: Family = {
  stem: "reserved-domain",
  name: "ReservedDomain",
  section: "Reserved domain",
  collection: "/reserved_domains",
  listKey: "reserved_domains",
  filtered: true,
  idPrefix: "rd",
  operations: EVERY_OPERATION,
  create: {
    ...limitedMetadata,
    domain: string({ required: true, format: domainName }),
    region: string({ enum: REGIONS, default: null }),
    resolves_to: {
      type: "List<object>",
      shape: "ReservedDomainResolvesToEntry",
      byConvention: true,
      fields: { value: string({ required: true }) },
    },
    certificate_id: id({ to: CERTIFICATES, as: "certificate" }),
    certificate_management_policy: policy,
  },
  update: ["description", "metadata", "resolves_to", "certificate_id", "certificate_management_policy"],
  answer: {
    ...notes,
    domain: shown.string(),
    region: shown.string({ nullable: true }),
    cname_target: shown.string({ nullable: true }),
    resolves_to: shown.objects("ReservedDomainResolvesToEntry", { byConvention: true }),
    certificate: shown.ref("certificate_id", CERTIFICATES),
    certificate_management_policy: shown.object("ReservedDomainCertPolicy", { nullable: true }),
    certificate_management_status: shown.object("ReservedDomainCertStatus", { nullable: true }),
    acme_challenge_cname_target: shown.string({ nullable: true }),
  },
  check(call, fields, previous) {
    if (!previous && !call.trusted) refuseTaken(call, textOf(fields.domain));
  },
  born: (call, fields) => dnsTargets(call, textOf(fields.domain)),
  derive(call, _fields, given, previous) {
    refuseBoth(given);
    return attachment(call, given, previous);
  },
  seedable: ["certificate_management_status", "cname_target", "acme_challenge_cname_target"],
  written: ({ account }, domain) => account.provisioning.watch(domain),
  deleted: ({ account }, domain) => account.provisioning.forget(domain.id),
};

/** API reference: "Errors", mutually exclusive. */
function refuseBoth(given: JsonObject): void {
  if (given.certificate_id && isObject(given.certificate_management_policy))
    throw new ApiFailure(
      "exclusive",
      "certificate_id and certificate_management_policy are mutually exclusive.",
      "certificate_id",
    );
}

function refuseTaken({ account }: Call, domain: string): void {
  if (account.storage.all("/reserved_domains").some((other) => other.fields.domain === domain))
    throw new ApiFailure("conflict", `The domain ${domain} is already reserved.`, "domain");
}

function dnsTargets({ account }: Call, domain: string): JsonObject {
  const { serviceDomains } = account.settings;
  if (serviceDomains.some((suffix) => domain.endsWith(`.${suffix}`)))
    return { cname_target: null, acme_challenge_cname_target: null };
  const target = (kind: string) => `${randomText().toLowerCase().slice(0, 16)}.${kind}.${serviceDomains[0]}`;
  return {
    cname_target: target("cname"),
    acme_challenge_cname_target: domain.startsWith("*.") ? target("acme") : null,
  };
}

/**
 * The newly given one of certificate and policy takes the other's place. A certificate goes on serving until the
 * policy's first one is there, so that there is no gap.
 */
function attachment(call: Call, given: JsonObject, previous?: StoredObject): JsonObject {
  const { settings, provisioning } = call.account;
  const before = previous?.fields ?? {};
  if (given.certificate_id) {
    if (before.certificate_management_policy && settings.attachmentSwitch === "refuse")
      throw new ApiFailure("exclusive", "Detach the certificate management policy first.", "certificate_id");
    return { certificate_management_policy: null, certificate_management_status: null };
  }
  const wanted = given.certificate_management_policy;
  // Null is the value at creation; later only a change behind the API's back takes the policy away like this.
  if (wanted === null) return { certificate_management_status: null };
  if (!isObject(wanted)) return {};
  if (
    before.certificate_id &&
    !before.certificate_management_policy &&
    settings.attachmentSwitch === "refuse"
  )
    throw new ApiFailure("exclusive", "Detach the certificate first.", "certificate_management_policy");
  const same = JSON.stringify(objectOf(before.certificate_management_policy)) === JSON.stringify(wanted);
  return same ? {} : { certificate_management_status: provisioning.begin() };
}

/** What a detach operation changes. API reference: "Reserved domain detach operations". */
export const DETACHMENTS: Readonly<Record<string, (domain: JsonObject) => JsonObject>> = {
  certificate: () => ({ certificate_id: null }),
  certificate_management_policy(domain): JsonObject {
    // An automatic certificate was attached through the policy and goes with it; an uploaded one has no policy.
    if (!domain.certificate_management_policy) return {};
    return { certificate_id: null, certificate_management_policy: null, certificate_management_status: null };
  },
};
