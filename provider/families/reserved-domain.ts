import { domainProblem, isServiceHost } from "../../traffic-policy/language/hosts";
import { isRecord, type ResponseValues } from "../family/field";
import {
  bool,
  either,
  hostname,
  id,
  integer,
  nonEmptyString,
  object,
  oneOf,
  out,
  rejectDuplicates,
  rejectText,
  setOf,
} from "../family/fields";
import { defineResource, type Readiness } from "../family/resource";
import {
  certificatePolicy,
  certificateStatus,
  notes,
  protectedFromRelease,
  REGIONS,
  releaseProtection,
  stamps,
} from "./common";

const DEFAULT_WAIT_SECONDS = 600;

/** Returns an empty list for the single target `global`, which means the same. */
const canonicalTargets = (targets: unknown) => {
  const [first, ...others] = Array.isArray(targets) ? targets : [];
  return others.length === 0 && isRecord(first) && first.value === "global" ? [] : targets;
};

const managementPolicy = certificatePolicy(
  "The service issues and renews a certificate for the domain. Excludes `certificateId`.",
  "ecdsa",
);

const certificate = out.ref(
  "The certificate in use: the uploaded one, the most recently issued automatic one, or null.",
  {
    nullable: true,
    volatile: true,
    changesWith: ["certificateId", "certificateManagementPolicy", "waitForCertificate"],
    reveals: ["certificateId"],
  },
);

const managementStatus = certificateStatus(["certificateManagementPolicy", "waitForCertificate"]);

interface DomainName {
  readonly domain?: string | null;
  readonly cnameTarget?: string | null;
  readonly acmeChallengeCnameTarget?: string | null;
}

/** Returns an empty list for a subdomain of a domain that the service owns. */
export function requiredDnsRecords({
  domain,
  cnameTarget,
  acmeChallengeCnameTarget,
}: DomainName): { readonly name: string; readonly type: "CNAME"; readonly value: string }[] {
  const domainName = String(domain);
  const candidates = [
    { name: domainName, value: cnameTarget },
    { name: `_acme-challenge.${domainName.replace(/^\*\./, "")}`, value: acmeChallengeCnameTarget },
  ];
  return candidates.flatMap(({ name, value }) =>
    typeof value === "string" && value !== "" ? [{ name, type: "CNAME", value }] : [],
  );
}

type CertificateState = DomainName &
  ResponseValues<{
    certificate: typeof certificate;
    certificateManagementStatus: typeof managementStatus;
    certificateManagementPolicy: typeof managementPolicy;
  }>;

export function certificateReadiness(
  state: CertificateState,
  now: number,
  before: CertificateState = {},
): Readiness {
  const status = state.certificateManagementStatus;
  const job = status?.provisioningJob;
  // A renewal date shows that an automatic certificate exists, even if a job is renewing it now. Until the first one is
  // issued, the domain serves the uploaded certificate that it had before.
  const uploaded = before.certificateManagementPolicy ? undefined : before.certificate?.id;
  const isUploaded = uploaded !== undefined && uploaded === state.certificate?.id;
  if (state.certificate && (status?.renewsAt || (!job && !isUploaded))) return { state: "ready" };
  if (!job) return { state: "waiting", why: "the service has not started to provision the certificate yet" };
  const detail = job.msg ? `: ${job.msg.replace(/\.$/, "")}` : "";
  if (job.errorCode === "DNS_ERROR")
    return { state: "failed", why: `DNS_ERROR${detail}. ${dnsRemedy(state)}` };
  if (!job.errorCode) return { state: "waiting", why: `the certificate is being provisioned${detail}` };
  const why = `${job.errorCode}${detail}`;
  const retryAt = Date.parse(job.retriesAt ?? "");
  return retryAt > now
    ? { state: "waiting", why: `${why}, retried at ${job.retriesAt}`, againAt: retryAt }
    : { state: "waiting", why };
}

function dnsRemedy(state: DomainName): string {
  const records = requiredDnsRecords(state);
  return records.length === 0
    ? "Correct the DNS of the domain, then run `pulumi up` again."
    : `Set these DNS records, then run \`pulumi up\` again: ${records
        .map(({ name, type, value }) => `${name} ${type} ${value}`)
        .join("; ")}`;
}

/** API reference, sections "Reserved domain" and "Reserved domain detach operations". */
export const reservedDomain = defineResource({
  name: "ReservedDomain",
  summary:
    "A hostname reserved for the account, with an uploaded certificate or one that the service manages. You keep the domain even if its certificate can't be issued.",
  section: "Reserved domain",
  path: "/reserved_domains",
  filterableBy: ["description", "metadata", "domain"],
  inputs: {
    domain: hostname("Hostname to reserve; a wildcard such as `*.example.com` is allowed.", {
      hosts: "reserves",
      rejects: rejectText(domainProblem),
    }),
    region: oneOf(
      REGIONS,
      "Region of the domain. It has little effect, because traffic is handled globally.",
      {
        unset: "kept",
        nullable: true,
        deprecated: "Traffic is handled globally; the API reference deprecates the field.",
      },
    ).optional(),
    ...notes("What the domain is used for.", {
      description: { maxCharacters: 255 },
      metadata: { maxBytes: 4096 },
    }),
    resolvesTo: setOf(
      object(
        {
          value: nonEmptyString("Point of presence, such as `eu` or `us-cal-1`, or a dedicated IP address."),
        },
        "A point of presence.",
      ),
      "Points of presence that the domain's DNS records point to; all if empty. Order is ignored. Observed in the service; not in the API reference.",
      {
        unset: { sends: [] },
        spelling: { canonical: canonicalTargets },
        rejects: rejectDuplicates((target) => (isRecord(target) ? target.value : target)),
      },
    ).optional(),
    certificateId: id(
      "Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`.",
      { returned: { asRef: "certificate" }, refersTo: ["TlsCertificate"] },
    ).optional(),
    certificateManagementPolicy: managementPolicy.optional(),
    waitForCertificate: either(
      bool("Whether to wait at all."),
      object(
        {
          timeoutSeconds: integer("Maximum wait in seconds.", [1, 86_400], {
            unset: { sends: DEFAULT_WAIT_SECONDS },
          }).optional(),
        },
        "Wait, with a limit.",
      ),
      `Whether to wait after creation and changes until the automatic certificate is issued, for at most ${DEFAULT_WAIT_SECONDS} seconds or \`timeoutSeconds\`. Needs a \`certificateManagementPolicy\`. The domain stays in the state if the wait fails.`,
      // An empty object enables the wait.
      { returned: "local", unset: { sends: false }, significantWhenEmpty: true },
    ).optional(),
    releaseProtection: releaseProtection("domain"),
  },
  update: ["description", "metadata", "resolvesTo", "certificateId", "certificateManagementPolicy"],
  outputs: {
    ...stamps,
    cnameTarget: out.string(
      "Target of the CNAME record that a custom hostname needs; null for subdomains of a service-owned domain.",
      { nullable: true },
    ),
    certificate,
    certificateManagementStatus: managementStatus,
    acmeChallengeCnameTarget: out.string(
      "Target of the CNAME record for `_acme-challenge.<domain>`, which a custom wildcard domain needs for its certificate; null for all others.",
      { nullable: true },
    ),
    dnsRecords: out.list(
      {
        name: out.string("Name of the record."),
        type: out.string("Type of the record: `CNAME`."),
        value: out.string("Value of the record."),
      },
      "DNS records to create in the zone of a custom domain; empty for subdomains of a service-owned domain.",
      { typeName: '{ name: string; type: "CNAME"; value: string }[]', reveals: ["domain"] },
    ),
  },
  naturalKey: ["domain"],
  parts: {
    certificateId: { kind: "attachment", segment: "certificate", clears: ["certificate"], role: "setting" },
    certificateManagementPolicy: {
      kind: "attachment",
      segment: "certificate_management_policy",
      clears: ["certificateManagementStatus"],
      role: "setting",
    },
  },
  exclusive: ["certificateId", "certificateManagementPolicy"],
  rules: [
    {
      keys: ["certificateId", "certificateManagementPolicy"],
      text: "`certificateId` and `certificateManagementPolicy` exclude each other.",
      violation: ({ certificateId, certificateManagementPolicy }) =>
        certificateId !== undefined && certificateManagementPolicy !== undefined
          ? "certificateId and certificateManagementPolicy exclude each other: set the id of an uploaded certificate or a policy for automatic certificates"
          : undefined,
    },
    ...(["certificateId", "certificateManagementPolicy"] as const).map((key) => ({
      keys: ["domain", key],
      errorKey: key,
      newOnly: true as const,
      text: `A subdomain of the service, such as \`app.ngrok.app\`, has no \`${key}\`.`,
      // Observed in the service (errors 439, 440).
      violation: ({ domain, [key]: value }: { readonly domain?: string; readonly [key: string]: unknown }) =>
        value !== undefined && isServiceHost(domain ?? "")
          ? "must not be set: the service manages the certificates of its own domains"
          : undefined,
    })),
    {
      keys: ["waitForCertificate", "certificateManagementPolicy"],
      text: "`waitForCertificate` needs a `certificateManagementPolicy`.",
      violation: ({ waitForCertificate, certificateManagementPolicy }) =>
        waitForCertificate && certificateManagementPolicy === undefined
          ? "requires a certificateManagementPolicy: only automatic certificates have to be waited for"
          : undefined,
    },
  ],
  observe: {
    // With a policy, the service owns and renews the certificate, so no input represents it.
    certificateId: ({ certificate, certificateManagementPolicy }) => {
      if (certificateManagementPolicy) return null;
      return certificate === undefined ? undefined : (certificate?.id ?? null);
    },
  },
  compute: (response) => ({ dnsRecords: requiredDnsRecords(response) }),
  ...protectedFromRelease("the domain", "domain"),
  waitUntilReady: {
    deadline: ({ waitForCertificate }) => {
      if (!waitForCertificate) return undefined;
      const { timeoutSeconds = DEFAULT_WAIT_SECONDS } =
        typeof waitForCertificate === "object" ? waitForCertificate : {};
      return timeoutSeconds * 1000;
    },
    verdict: certificateReadiness,
  },
});
