import * as edge from "../../sdk";
import { isSet } from "../known-values";
import { missingKeys } from "../metadata";
import { findingsAbout, type ResourceContext, reference, resourceRule, SOURCES, stackRule } from "../rule";

export const edgeDomDnsError = stackRule({
  id: "edge-dom-dns-error",
  severity: "high",
  title: "No certificate should wait for DNS records to be corrected.",
  reason: "DNS_ERROR is permanent: the domain gets no certificate until its records are corrected.",
  source: [reference("Reserved domain")],
  advice: "Add the records from the dnsRecords output to the domain's DNS zone.",
  level: {
    enforcement: "advisory",
    reason:
      "the records live in DNS, so no update can fix them, and a mandatory rule would block all other changes.",
  },
  check: (account) =>
    findingsAbout(account, edge.ReservedDomain, ({ props }) => {
      const { errorCode } = props.certificateManagementStatus?.provisioningJob ?? {};
      if (errorCode !== "DNS_ERROR") return undefined;
      const records = (props.dnsRecords ?? []).map(({ name, value }) => `${name} CNAME ${value}`);
      const remedy = records.length > 0 ? `: set ${records.join("; ")}` : "";
      return `the certificate is not issued because of DNS_ERROR${remedy}.`;
    }),
});

export const edgeDomRegion = resourceRule({
  id: "edge-dom-region",
  severity: "low",
  title: "A reserved domain should have no region.",
  reason: "The field is deprecated: traffic is handled globally.",
  source: [reference("Reserved domain")],
  advice: "Remove region. That alone neither changes nor replaces the domain.",
  cases: (on) =>
    on(edge.ReservedDomain, (domain) =>
      isSet(domain, "region") ? "region is set but deprecated: remove it." : undefined,
    ),
});

const checkRelease = (
  { releaseProtection }: { releaseProtection?: boolean },
  { isProtected }: ResourceContext<unknown>,
) =>
  isProtected || releaseProtection === true
    ? undefined
    : "neither releaseProtection nor the option protect is set: after a release, others can reserve the name.";

export const edgeDomReleaseGuard = resourceRule({
  id: "edge-dom-release-guard",
  severity: "high",
  title: "A reserved domain or address must be protected from accidental release.",
  reason: "Others can reserve a released name, and then receive the traffic that DNS still sends there.",
  source: [SOURCES.operator, SOURCES.danglingDns],
  advice: "Set releaseProtection: true, or the resource option protect.",
  cases: (on) => [on(edge.ReservedDomain, checkRelease), on(edge.ReservedAddr, checkRelease)],
});

export const edgeDomWildcard = resourceRule({
  id: "edge-dom-wildcard",
  severity: "medium",
  title: "A wildcard domain should name its owner in its metadata.",
  reason: "It serves all names below it, and needs a DNS record that someone has to maintain.",
  source: [reference("Reserved domain")],
  advice: "Set metadata to JSON with a string `owner`.",
  cases: (on) =>
    on(edge.ReservedDomain, ({ domain, metadata }) =>
      domain.startsWith("*.") && missingKeys(metadata, ["owner"]).length > 0
        ? 'metadata of a wildcard domain is not JSON with an owner, such as {"owner":"platform"}.'
        : undefined,
    ),
});
