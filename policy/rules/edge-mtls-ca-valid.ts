import { z } from "zod";
import * as edge from "../../sdk";
import { type AuthorityFacts, authoritiesIn, daysInWords, daysUntil } from "../certificates";
import { resourceRule } from "../rule";
import { reference } from "../sources";

function problemsOf(
  { commonName, notAfter, isAuthority, maySign }: AuthorityFacts,
  minDays: number,
): string[] {
  const days = daysUntil(notAfter) ?? 0;
  const ends = days < 0 ? "ran out" : "runs out";
  return [
    ...(days < minDays
      ? [`"${commonName}" in caPem ${ends} ${daysInWords(days)}: replace it with its successor.`]
      : []),
    ...(isAuthority ? [] : [`"${commonName}" in caPem is not the certificate of an authority.`]),
    ...(maySign ? [] : [`"${commonName}" in caPem may not sign certificates, by its key usages.`]),
  ];
}

export const edgeMtlsCaValid = resourceRule({
  id: "edge-mtls-ca-valid",
  severity: "high",
  title: "A certificate authority must be valid and allowed to sign certificates.",
  reason: "Handshakes of all clients fail, or nothing is trusted at all.",
  source: [reference("Certificate authority")],
  advice: "Replace caPem with the PEM of the authority's current certificate.",
  config: z.object({
    minDays: z.number().min(0).default(0).describe("Days for which the certificate must still be valid."),
  }),
  cases: (on) => [
    on(edge.CertificateAuthority, ({ caPem }, { config }) =>
      authoritiesIn(caPem).flatMap((authority) => problemsOf(authority, config.minDays)),
    ),
  ],
});
