import { isServiceHost, wrongDomain } from "../../traffic-policy/language/hosts";
import { isRecord, type SeenIn } from "../family/field";
import {
  bool,
  either,
  hostname,
  id,
  integer,
  object,
  objectSet,
  oneOf,
  out,
  refusing,
  refusingTwice,
  string,
} from "../family/fields";
import { detach } from "../family/part";
import { defineResource, type Readiness } from "../family/resource";
import {
  description255,
  KEY_TYPES,
  limitedMetadata,
  certificateStatus as managedCertificateStatus,
  protectedFromRelease,
  REGIONS,
  releaseProtection,
  stamps,
} from "./common";

const DEFAULT_WAIT_SECONDS = 600;

/** An empty list means `global` as the only target. */
const withoutGlobal = (targets: unknown) => {
  const [only, ...more] = Array.isArray(targets) ? targets : [];
  return more.length === 0 && isRecord(only) && only.value === "global" ? [] : targets;
};

const certificatePolicy = object(
  {
    authority: oneOf(
      { letsencrypt: "Let's Encrypt issues the certificates." },
      "Certificate authority that certificates are requested from.",
      {
        unset: { sends: "letsencrypt" },
      },
    ).optional(),
    privateKeyType: oneOf(KEY_TYPES, "Type of the private key of the certificates.", {
      unset: { sends: "ecdsa" },
    }).optional(),
  },
  "The service issues and renews a certificate for the domain. Excludes `certificateId`.",
  { significantWhenEmpty: true },
);

const certificate = out.ref(
  "The certificate in use: the uploaded one, the most recently issued automatic one, or null.",
  {
    nullable: true,
    volatile: true,
    changesWith: ["certificateId", "certificateManagementPolicy", "waitForCertificate"],
    madeOf: ["certificateId"],
  },
);

const certificateStatus = managedCertificateStatus(["certificateManagementPolicy", "waitForCertificate"]);

interface DnsRecord {
  readonly name: string;
  readonly type: "CNAME";
  readonly value: string;
}

interface DomainName {
  readonly domain?: string | null;
  readonly cnameTarget?: string | null;
  readonly acmeChallengeCnameTarget?: string | null;
}

/** The records that a custom domain needs in its DNS zone; a subdomain of a service-owned domain needs none. */
export function dnsRecordsOf({ domain, cnameTarget, acmeChallengeCnameTarget }: DomainName): DnsRecord[] {
  const name = String(domain);
  const wanted = [
    { name, value: cnameTarget },
    { name: `_acme-challenge.${name.replace(/^\*\./, "")}`, value: acmeChallengeCnameTarget },
  ];
  return wanted.flatMap(({ name, value }) =>
    typeof value === "string" && value !== "" ? [{ name, type: "CNAME", value }] : [],
  );
}

/** The fields of a domain that concern its certificate. */
type CertificateState = DomainName &
  SeenIn<{
    certificate: typeof certificate;
    certificateManagementStatus: typeof certificateStatus;
    certificateManagementPolicy: typeof certificatePolicy;
  }>;

/** The progress of a domain's automatic certificate. */
export function certificateReadiness(
  state: CertificateState,
  now: number,
  before: CertificateState = {},
): Readiness {
  const status = state.certificateManagementStatus;
  const job = status?.provisioningJob;
  // A renewal date shows that the policy has issued a certificate, whether or not a job is renewing it now. An
  // uploaded certificate, which the domain serves until the first one is issued, has none.
  const uploaded = before.certificateManagementPolicy ? undefined : before.certificate?.id;
  const isUploaded = uploaded !== undefined && uploaded === state.certificate?.id;
  if (state.certificate && (status?.renewsAt || (!job && !isUploaded))) return { state: "ready" };
  if (!job) return { state: "waiting", why: "the service has not started to provision the certificate yet" };
  const said = job.msg ? `: ${job.msg.replace(/\.$/, "")}` : "";
  if (job.errorCode === "DNS_ERROR")
    return { state: "failed", why: `DNS_ERROR${said}. ${recordsToSet(state)}` };
  if (!job.errorCode) return { state: "waiting", why: `the certificate is being provisioned${said}` };
  const why = `${job.errorCode}${said}`;
  const again = Date.parse(job.retriesAt ?? "");
  return again > now
    ? { state: "waiting", why: `${why}, tried again at ${job.retriesAt}`, againAt: again }
    : { state: "waiting", why };
}

function recordsToSet(state: DomainName): string {
  const records = dnsRecordsOf(state);
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
    "A hostname reserved for the account, with an uploaded certificate or one that the service manages. The domain stays yours when its certificate cannot be issued.",
  section: "Reserved domain",
  path: "/reserved_domains",
  listKey: "reserved_domains",
  filtered: ["description", "metadata", "domain"],
  inputs: {
    domain: hostname("Hostname to reserve; a wildcard such as `*.example.com` is allowed.", {
      hosts: "reserves",
      refuses: refusing(wrongDomain),
    }),
    region: oneOf(
      REGIONS,
      "Region of the domain. Traffic is handled globally, so it has no effect on most of it.",
      {
        unset: "kept",
        nullable: true,
        deprecated: "Traffic is handled globally; the API reference deprecates the field.",
      },
    ).optional(),
    description: description255("What the domain is used for."),
    metadata: limitedMetadata,
    resolvesTo: objectSet(
      { value: string("Point of presence, such as `eu` or `us-cal-1`, or a dedicated IP address.") },
      "Points of presence that the domain's DNS records lead to; all when empty. The order has no meaning. Observed at the service; the API reference does not have it.",
      {
        unset: { sends: [] },
        spelling: { canonical: withoutGlobal },
        refuses: refusingTwice((target) => (isRecord(target) ? target.value : target)),
      },
    ).optional(),
    certificateId: id(
      "Id of the uploaded TlsCertificate that the domain serves. Excludes `certificateManagementPolicy`.",
      { returned: { asRef: "certificate" }, refersTo: ["TlsCertificate"] },
    ).optional(),
    certificateManagementPolicy: certificatePolicy.optional(),
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
    certificateManagementStatus: certificateStatus,
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
      { typeName: '{ name: string; type: "CNAME"; value: string }[]', madeOf: ["domain"] },
    ),
  },
  naturalKey: ["domain"],
  parts: {
    certificateId: detach("certificate", ["certificate"]),
    certificateManagementPolicy: detach("certificate_management_policy", ["certificateManagementStatus"]),
  },
  exclusive: ["certificateId", "certificateManagementPolicy"],
  rules: [
    {
      keys: ["certificateId", "certificateManagementPolicy"],
      text: "`certificateId` and `certificateManagementPolicy` exclude each other.",
      broken: ({ certificateId, certificateManagementPolicy }) =>
        certificateId !== undefined && certificateManagementPolicy !== undefined
          ? "certificateId and certificateManagementPolicy exclude each other: give the id of an uploaded certificate or a policy for automatic ones"
          : undefined,
    },
    ...(["certificateId", "certificateManagementPolicy"] as const).map((key) => ({
      keys: ["domain", key],
      at: key,
      ofNew: true as const,
      text: `A domain of the service, such as \`app.ngrok.app\`, has no \`${key}\`.`,
      // Observed at the service (439, 440).
      broken: ({ domain, [key]: given }: { readonly domain?: string; readonly [key: string]: unknown }) =>
        given !== undefined && isServiceHost(domain ?? "")
          ? "must not be given: the service manages the certificates of its own domains"
          : undefined,
    })),
    {
      keys: ["waitForCertificate", "certificateManagementPolicy"],
      text: "`waitForCertificate` needs a `certificateManagementPolicy`.",
      broken: ({ waitForCertificate, certificateManagementPolicy }) =>
        waitForCertificate && certificateManagementPolicy === undefined
          ? "there is nothing to wait for without a certificateManagementPolicy: only automatic certificates take time"
          : undefined,
    },
  ],
  observe: {
    // Under a policy the service owns and renews the certificate: no input represents it.
    certificateId: ({ certificate, certificateManagementPolicy }) => {
      if (certificateManagementPolicy) return null;
      return certificate === undefined ? undefined : (certificate?.id ?? null);
    },
  },
  compute: (response) => ({ dnsRecords: dnsRecordsOf(response) }),
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
