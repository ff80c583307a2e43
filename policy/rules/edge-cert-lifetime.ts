import { z } from "zod";
import * as edge from "../../sdk";
import { isSelfIssued } from "../certificates";
import { nameList, resourceRule, SOURCES } from "../rule";

const DAY_MS = 86_400_000;

/** Maximum lifetime of a public certificate by issue date, latest first. */
const LIMITS = [
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
    privateIssuers: nameList("Common names of private issuers, to which the limit doesn't apply."),
  }),
  cases: (on) => [
    on(edge.TlsCertificate, ({ certificatePem, notBefore, notAfter, issuerCommonName }, { config }) => {
      if (isSelfIssued(certificatePem) || config.privateIssuers.includes(issuerCommonName ?? ""))
        return undefined;
      const [start, end] = [Date.parse(notBefore ?? ""), Date.parse(notAfter ?? "")];
      const limit = LIMITS.find(({ from }) => start >= from)?.days;
      const days = (end - start) / DAY_MS;
      // Issuers often exceed whole days by one second.
      return limit === undefined || Number.isNaN(days) || Math.floor(days) <= limit
        ? undefined
        : `the certificate is valid for ${Math.floor(days)} days, but the limit at its date of issue was ${limit}.`;
    }),
  ],
});
