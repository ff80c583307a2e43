import { z } from "zod";
import * as edge from "../../sdk";
import { type AuthorityFacts, authoritiesIn, daysInWords, daysUntil } from "../certificates";
import { reference, resourceRule } from "../rule";

function authorityProblems(
  { commonName, notAfter, isAuthority, maySign }: AuthorityFacts,
  minDays: number,
): string[] {
  const days = daysUntil(notAfter) ?? 0;
  const expiry = days < 0 ? "expired" : "expires";
  return [
    ...(days < minDays
      ? [`"${commonName}" in caPem ${expiry} ${daysInWords(days)}: replace it with its successor.`]
      : []),
    ...(isAuthority ? [] : [`"${commonName}" in caPem is not the certificate of an authority.`]),
    ...(maySign ? [] : [`"${commonName}" in caPem may not sign certificates, by its key usages.`]),
  ];
}

export const edgeMtlsCaValid = resourceRule({
  id: "edge-mtls-ca-valid",
  severity: "high",
  title: "A certificate authority must be valid and allowed to sign certificates.",
  reason: "Otherwise, the handshakes of all clients fail.",
  source: [reference("Certificate authority")],
  advice: "Replace caPem with the PEM of the authority's current certificate.",
  config: z.object({
    minDays: z.number().min(0).default(0).describe("Minimum remaining validity, in days."),
  }),
  cases: (on) => [
    on(edge.CertificateAuthority, ({ caPem }, { config }) =>
      authoritiesIn(caPem).flatMap((authority) => authorityProblems(authority, config.minDays)),
    ),
  ],
});
