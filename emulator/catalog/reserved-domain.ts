import { type Account, randomText } from "../account/account";
import { ApiFailure } from "../failure";
import { isObject, type JsonObject, objectOf, textOf } from "../json";
import { type Call, EVERY_OPERATION, type Family } from "../schema/family";
import { domainName } from "../schema/formats";
import { id, type ObjectParam, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import type { StoredObject } from "../store/storage";
import { covers, hostOf, servedHostports } from "./hostports";
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
  response: {
    ...notes,
    domain: returned.string(),
    region: returned.string({
      nullable: true,
      // Seen at the service, where it is the one that traffic went to before all of it was handled globally.
      compute: ({ settings }, { fields }) =>
        !settings.reference && fields.region === "us" ? "" : (fields.region ?? null),
    }),
    cname_target: returned.string({ nullable: true }),
    resolves_to: returned.objects("ReservedDomainResolvesToEntry", { byConvention: true }),
    certificate: returned.ref("certificate_id", CERTIFICATES),
    certificate_management_policy: returned.object("ReservedDomainCertPolicy", { nullable: true }),
    certificate_management_status: returned.object("ReservedDomainCertStatus", { nullable: true }),
    acme_challenge_cname_target: returned.string({ nullable: true }),
  },
  check(call, fields, previous) {
    if (Buffer.byteLength(textOf(fields.description)) > 255)
      refuseAsService(call, 420, "The description is longer than 255 bytes.", "description");
    if (!previous && !call.trusted) {
      const domain = textOf(fields.domain);
      if (domain.includes("_")) refuseAsService(call, 438, `${domain} has an underscore.`, "domain");
      refuseTaken(call, domain);
    }
  },
  guard(call, { id, fields }, operation) {
    if (operation !== "delete") return;
    const domain = textOf(fields.domain);
    const user = userOf(call.account, id, domain);
    if (user !== undefined) refuseAsService(call, 446, `${domain} is still used by ${user}.`);
  },
  /** While a certificate gives way to a policy, a default one serves and nothing of the new one is known. */
  responseToUpdate: (_call, { fields }, previous): JsonObject =>
    previous.fields.certificate_id &&
    !previous.fields.certificate_management_policy &&
    fields.certificate_management_policy
      ? { certificate: null, certificate_management_status: null }
      : {},
  atCreation: (call, fields) => dnsTargets(call, textOf(fields.domain)),
  derive(call, fields, given, previous) {
    refuseBoth(given);
    return attachment(call, fields, given, previous);
  },
  seedable: ["certificate_management_status", "cname_target", "acme_challenge_cname_target"],
  written: ({ account }, domain) => account.provisioning.watch(domain),
  deleted: ({ account }, domain) => account.provisioning.forget(domain.id),
};

/** The edge or cloud endpoint that uses a domain, unless another reserved domain serves it as well. */
function userOf(account: Account, id: string, domain: string): string | undefined {
  const others = account.storage
    .all("/reserved_domains")
    .filter((other) => other.id !== id)
    .map(({ fields }) => textOf(fields.domain));
  const needs = (host: string) => covers(domain, host) && !others.some((other) => covers(other, host));
  const edge = servedHostports(account).find(({ hostport }) => needs(hostOf(hostport)));
  if (edge) return edge.edge;
  const endpoint = account.storage
    .all("/endpoints")
    .find(({ fields }) => fields.type === "cloud" && needs(textOf(fields.host)));
  return endpoint && `/endpoints/${endpoint.id}`;
}

/** API reference: "Errors", mutually exclusive. */
function refuseBoth(given: JsonObject): void {
  if (given.certificate_id && isObject(given.certificate_management_policy))
    throw new ApiFailure(
      "exclusive",
      "certificate_id and certificate_management_policy are mutually exclusive.",
      "certificate_id",
    );
}

function refuseTaken(call: Call, domain: string): void {
  const { account } = call;
  if (account.storage.all("/reserved_domains").some((other) => other.fields.domain === domain)) {
    const why = `The domain ${domain} is already reserved.`;
    refuseAsService(call, 413, why, "domain");
    throw new ApiFailure("conflict", why, "domain");
  }
}

const isServiceOwned = ({ account }: Call, domain: string) =>
  account.settings.serviceDomains.some((suffix) => domain.endsWith(`.${suffix}`));

function dnsTargets(call: Call, domain: string): JsonObject {
  const { serviceDomains } = call.account.settings;
  if (isServiceOwned(call, domain)) return { cname_target: null, acme_challenge_cname_target: null };
  const target = (kind: string) => `${randomText().toLowerCase().slice(0, 16)}.${kind}.${serviceDomains[0]}`;
  return {
    cname_target: target("cname"),
    acme_challenge_cname_target: domain.startsWith("*.") ? target("acme") : null,
  };
}

/**
 * The newly given one of certificate and policy takes the other's place. The old certificate stays on the object until
 * the policy's first one is there; the response to the PATCH alone shows none.
 */
function attachment(call: Call, fields: JsonObject, given: JsonObject, previous?: StoredObject): JsonObject {
  const { settings, provisioning } = call.account;
  const before = previous?.fields ?? {};
  refuseOnServiceDomain(call, textOf(fields.domain), given);
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

/** The certificates of the service's own domains are its own business. */
function refuseOnServiceDomain(call: Call, domain: string, given: JsonObject): void {
  if (!isServiceOwned(call, domain)) return;
  if (isObject(given.certificate_management_policy))
    refuseAsService(call, 439, `${domain} is a domain of the service.`, "certificate_management_policy");
  if (given.certificate_id)
    refuseAsService(call, 440, `${domain} is a domain of the service.`, "certificate_id");
}

/** Refuses to detach a certificate that a policy looks after. */
export function refuseDetaching(call: Call, name: string, { id, fields }: StoredObject): void {
  if (name === "certificate" && fields.certificate_management_policy)
    refuseAsService(call, 436, `The certificate of ${id} is managed: detach the policy.`);
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
