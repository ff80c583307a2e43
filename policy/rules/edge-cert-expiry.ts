import { z } from "zod";
import * as edge from "../../sdk";
import { daysInWords, daysUntil } from "../certificates";
import { resourceRule, SOURCES } from "../rule";

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
  cases: (on) => [
    on(edge.TlsCertificate, ({ notAfter }, { config }) => {
      const days = daysUntil(notAfter);
      if (days === undefined || days >= config.days) return undefined;
      const urgency = days < config.urgentDays ? "urgent: " : "";
      return `${urgency}the certificate ${days < 0 ? "expired" : "expires"} ${daysInWords(days)}.`;
    }),
  ],
});
