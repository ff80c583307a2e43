import { z } from "zod";
import * as edge from "../../sdk";
import { covers, DAY_MS, daysInWords, daysUntil, isSelfIssued } from "../certificates";
import { isSet } from "../known-values";
import { findingsAbout, reference, resourceRule, SOURCES, stackRule, stringList } from "../rule";

export const edgeCertCoversDomain = stackRule({
  id: "edge-cert-covers-domain",
  severity: "critical",
  title: "The certificate of a reserved domain must be for that domain.",
  reason: "Every visitor of the domain gets a browser error.",
  source: [reference("TLS certificate"), reference("Reserved domain")],
  advice: "Use a certificate that names the domain, or a wildcard for it.",
  check: (account) => {
    const certificates = account.of(edge.TlsCertificate);
    return findingsAbout(account, edge.ReservedDomain, ({ resource, props: { domain } }) =>
      certificates
        .filter((certificate) => account.refers(resource, certificate.resource, "certificateId"))
        .flatMap(({ resource: certificate, props }) => {
          const { dnsNames = [] } = props.subjectAlternativeNames ?? {};
          // Browsers use the common name only without alternative names (RFC 6125, section 6.4.4).
          const names = dnsNames.length > 0 ? dnsNames : [props.subjectCommonName ?? ""];
          const known = names.filter((name) => name !== "");
          if (domain === undefined || known.length === 0) return [];
          if (known.some((name) => covers(name, domain))) return [];
          return `certificate ${certificate.name} is for ${[...new Set(known)].join(", ")}, not for ${domain}.`;
        }),
    );
  },
});

export const edgeCertEcdsa = resourceRule({
  id: "edge-cert-ecdsa",
  severity: "low",
  title: "Managed certificates should have ECDSA keys.",
  reason: "They are smaller, make handshakes faster, and are the service's default.",
  source: [reference("Reserved domain")],
  advice: "Remove privateKeyType, or set it to ecdsa.",
  fix: "Sets privateKeyType to ecdsa.",
  cases: (on) =>
    on(
      edge.ReservedDomain,
      ({ certificateManagementPolicy }) =>
        certificateManagementPolicy?.privateKeyType === "rsa"
          ? "certificateManagementPolicy.privateKeyType is rsa: use ecdsa."
          : undefined,
      ({ certificateManagementPolicy }) => {
        if (certificateManagementPolicy) certificateManagementPolicy.privateKeyType = "ecdsa";
      },
    ),
});

export const edgeCertExpiry = resourceRule({
  id: "edge-cert-expiry",
  severity: "critical",
  title: "An uploaded certificate must not expire soon.",
  reason: "Every visitor gets an error once it expires.",
  source: [SOURCES.cabForum],
  advice: "Upload a new certificate, or let the service manage one with certificateManagementPolicy.",
  config: z.object({
    days: z.number().min(0).default(30).describe("Days before notAfter from which it is a violation."),
    urgentDays: z.number().min(0).default(7).describe("Days before notAfter from which it is urgent."),
  }),
  cases: (on) =>
    on(edge.TlsCertificate, ({ notAfter }, { config }) => {
      const days = daysUntil(notAfter);
      if (days === undefined || days >= config.days) return undefined;
      const urgency = days < config.urgentDays ? "urgent: " : "";
      return `${urgency}the certificate ${days < 0 ? "expired" : "expires"} ${daysInWords(days)}.`;
    }),
});

/** Maximum lifetime of a public certificate by issue date, latest first. */
const LIFETIMES = [
  { from: Date.UTC(2029, 2, 15), days: 47 },
  { from: Date.UTC(2027, 2, 15), days: 100 },
  { from: Date.UTC(2026, 2, 15), days: 200 },
  { from: Date.UTC(2020, 8, 1), days: 398 },
] as const;

export const edgeCertLifetime = resourceRule({
  id: "edge-cert-lifetime",
  severity: "low",
  title: "A public certificate should not be valid for longer than browsers accept.",
  reason:
    "Browsers reject a certificate whose lifetime exceeds the limit in force when it was issued. Self-signed certificates are not checked: no browser trusts them anyway.",
  source: [SOURCES.cabForum],
  advice:
    "Request a certificate with a shorter lifetime, or let the service manage it. If the issuer is private, add it to privateIssuers.",
  config: z.object({
    privateIssuers: stringList("Common names of private issuers, to which the limit doesn't apply."),
  }),
  cases: (on) =>
    on(edge.TlsCertificate, ({ certificatePem, notBefore, notAfter, issuerCommonName }, { config }) => {
      if (isSelfIssued(certificatePem) || config.privateIssuers.includes(issuerCommonName ?? ""))
        return undefined;
      const [start, end] = [Date.parse(notBefore ?? ""), Date.parse(notAfter ?? "")];
      const limit = LIFETIMES.find(({ from }) => start >= from)?.days;
      const days = (end - start) / DAY_MS;
      // Issuers often exceed whole days by one second.
      return limit === undefined || Number.isNaN(days) || Math.floor(days) <= limit
        ? undefined
        : `the certificate is valid for ${Math.floor(days)} days, but the limit at its date of issue was ${limit}.`;
    }),
});

export const edgeCertManaged = resourceRule({
  id: "edge-cert-managed",
  severity: "medium",
  title: "The service should manage the certificate of a reserved domain.",
  reason: "Uploaded certificates have to be replaced by hand, and the allowed lifetimes get shorter.",
  source: [SOURCES.guide, SOURCES.cabForum],
  advice: 'Replace certificateId with certificateManagementPolicy: { authority: "letsencrypt" }.',
  config: z.object({
    uploadedDomains: stringList("Names of resources whose certificate is uploaded on purpose."),
  }),
  cases: (on) =>
    on(edge.ReservedDomain, (domain, { config, name }) =>
      isSet(domain, "certificateId") && !config.uploadedDomains.includes(name)
        ? "certificateId names an uploaded certificate: use certificateManagementPolicy instead."
        : undefined,
    ),
});
