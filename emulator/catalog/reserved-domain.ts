import { isDeepStrictEqual } from "node:util";
import {
  isClosedHost,
  isServiceHost,
  punycodeProblem,
  reachabilityProblem,
} from "../../traffic-policy/language/hosts";
import type { Account, Call } from "../account/account";
import { randomText } from "../account/objects";
import { ApiFailure, reject } from "../failure";
import { asList, asObject, asText, isObject, type JsonObject } from "../json";
import type { Behavior } from "../schema/family";
import type { StoredObject } from "../store/storage";
import { coversHost, servedHostports, withoutPort } from "./hostports";
import { conflictingObject } from "./in-use";

export const reservedDomain: Behavior = {
  compute: {
    region: ({ settings }, { fields }) =>
      !settings.reference && fields.region === "us" ? "" : (fields.region ?? null),
    // Observed in the service: null, never an empty list.
    resolves_to: ({ settings }, { fields: { resolves_to: targets = null } }) =>
      !settings.reference && Array.isArray(targets) && targets.length === 0 ? null : targets,
  },
  check(call, fields, previous) {
    if (!previous && !call.trusted) {
      const domain = asText(fields.domain);
      refuseName(call, domain);
      if (conflictingObject(call, "/reserved_domains", undefined, (fields) => fields.domain === domain))
        reject(call, 413, `The domain ${domain} is already reserved.`, "domain", "conflict");
    }
    const targets = asList(fields.resolves_to).map((target) => asText(asObject(target).value));
    if (new Set(targets).size < targets.length)
      reject(call, 456, "resolves_to contains a duplicate.", "resolves_to");
  },
  refuseDeletion(call, { id, fields }) {
    const domain = asText(fields.domain);
    const user = findUser(call.account, id, domain);
    if (user !== undefined) reject(call, 446, `${domain} is still used by ${user}.`);
  },
  /**
   * The response to an update that replaces a certificate with a policy contains neither the certificate nor the status of
   * the policy.
   */
  responseToUpdate: (_call, { fields }, previous): JsonObject =>
    previous.fields.certificate_id &&
    !previous.fields.certificate_management_policy &&
    fields.certificate_management_policy
      ? { certificate: null, certificate_management_status: null }
      : {},
  onCreate: (call, fields) => dnsTargets(call, asText(fields.domain)),
  /**
   * A newly set certificate replaces the policy, and a new policy starts a certificate job. The domain keeps its previous
   * certificate until the job is done.
   */
  derive(call, fields, changes, previous): JsonObject {
    const why = "certificate_id and certificate_management_policy are mutually exclusive.";
    if (changes.certificate_id && isObject(changes.certificate_management_policy))
      reject(call, 434, why, "certificate_id", "exclusive");
    const { settings, provisioning } = call.account;
    const { certificate_id: previousCertificate, certificate_management_policy: previousPolicy } =
      previous?.fields ?? {};
    refuseOnServiceDomain(call, asText(fields.domain), changes);
    if (changes.certificate_id) {
      if (previousPolicy && settings.attachmentSwitch === "refuse")
        throw new ApiFailure("exclusive", "Detach the policy first.", "certificate_id");
      return { certificate_management_policy: null, certificate_management_status: null };
    }
    const policy = changes.certificate_management_policy;
    // Null comes from a creation without a policy, or from an out-of-band change that removes it.
    if (policy === null) return { certificate_management_status: null };
    if (policy === undefined || isDeepStrictEqual(policy, previousPolicy)) return {};
    if (previousCertificate && !previousPolicy && settings.attachmentSwitch === "refuse")
      throw new ApiFailure("exclusive", "Detach the certificate first.", "certificate_management_policy");
    return { certificate_management_status: provisioning.initialStatus() };
  },
  onWrite({ account }, domain) {
    if (!domain.fields.certificate_management_policy) account.provisioning.deleteCertificates(domain.id);
    account.provisioning.schedule(domain);
  },
  onDelete: ({ account }, domain) => account.provisioning.deleteCertificates(domain.id),
};

/** Returns the path of an edge or cloud endpoint that needs the domain, because no other reserved domain covers its host. */
function findUser(account: Account, id: string, domain: string): string | undefined {
  const otherDomains = account.storage
    .all("/reserved_domains")
    .filter((object) => object.id !== id)
    .map(({ fields }) => asText(fields.domain));
  const needs = (host: string) =>
    coversHost(domain, host) && !otherDomains.some((otherDomain) => coversHost(otherDomain, host));
  const served = servedHostports(account).find(({ hostport }) => needs(withoutPort(hostport)));
  if (served) return served.edge;
  const endpoint = account.storage
    .all("/endpoints")
    .find(({ fields }) => fields.type === "cloud" && needs(asText(fields.host)));
  return endpoint && `/endpoints/${endpoint.id}`;
}

/** Refuses names as the service does. The reference states no rules for them. */
function refuseName(call: Call, domain: string): void {
  const labels = domain.split(".");
  if (domain.includes("_")) reject(call, 438, `${domain} has an underscore.`, "domain");
  if (labels.some((label) => label.slice(2, 4) === "--" && !label.startsWith("xn--")))
    reject(call, 410, `${domain} has hyphens in the third and fourth positions.`, "domain");
  if (punycodeProblem(domain) !== undefined)
    reject(call, 429, `${domain} has a part whose punycode is invalid.`, "domain");
  if (isClosedHost(domain)) reject(call, 404, `${domain} is a name of the service's own website.`, "domain");
  if (call.account.settings.serviceDomains.includes(domain.replace(/^\*\./, "")))
    reject(call, domain.startsWith("*.") ? 416 : 414, `${domain} is an entire service domain.`, "domain");
  if (reachabilityProblem(domain) !== undefined)
    reject(call, 411, `${domain} is not reachable from the internet.`, "domain");
}

const isServiceOwned = ({ account }: Call, domain: string) =>
  isServiceHost(domain, account.settings.serviceDomains);

function dnsTargets(call: Call, domain: string): JsonObject {
  const { serviceDomains } = call.account.settings;
  if (isServiceOwned(call, domain)) return { cname_target: null, acme_challenge_cname_target: null };
  const target = (kind: string) => `${randomText().toLowerCase().slice(0, 16)}.${kind}.${serviceDomains[0]}`;
  return {
    cname_target: target("cname"),
    acme_challenge_cname_target: domain.startsWith("*.") ? target("acme") : null,
  };
}

/** The service manages the certificates of its own domains itself. */
function refuseOnServiceDomain(call: Call, domain: string, changes: JsonObject): void {
  if (!isServiceOwned(call, domain)) return;
  if (isObject(changes.certificate_management_policy))
    reject(call, 439, `${domain} is a domain of the service.`, "certificate_management_policy");
  if (changes.certificate_id) reject(call, 440, `${domain} is a domain of the service.`, "certificate_id");
}

/** Returns the changes of each detach operation. API reference: "Reserved domain detach operations". */
export const DETACHMENTS: Readonly<Record<string, (call: Call, domain: StoredObject) => JsonObject>> = {
  certificate(call, { id, fields }) {
    if (fields.certificate_management_policy)
      reject(call, 436, `The certificate of ${id} is managed: detach the policy.`);
    return { certificate_id: null };
  },
  certificate_management_policy(_call, { fields }): JsonObject {
    // An automatic certificate was attached through the policy and is removed with it; an uploaded one has no policy.
    if (!fields.certificate_management_policy) return {};
    return { certificate_id: null, certificate_management_policy: null, certificate_management_status: null };
  },
};
