import { z } from "zod";
import * as edge from "../../sdk";
import { type ResourceContext, reference, resourceRule } from "../rule";

const HOUR_MS = 3_600_000;

interface Validity {
  validAfter?: string;
  validUntil?: string;
}

const config = z.object({
  userHours: z.number().min(1).default(24).describe("Maximum validity of a user certificate, in hours."),
  hostDays: z.number().min(1).default(366).describe("Maximum validity of a host certificate, in days."),
});

/** Hours of validity; undefined if the service chooses the end, which is within the limits. */
function validityHours({ validAfter, validUntil }: Validity): number | undefined {
  if (validUntil === undefined) return undefined;
  const start = validAfter === undefined ? Date.now() : Date.parse(validAfter);
  return (Date.parse(validUntil) - start) / HOUR_MS;
}

const limitTo =
  (limitOf: (limits: z.output<typeof config>) => number) =>
  (certificate: Validity, { config: limits }: ResourceContext<z.output<typeof config>>) =>
    (validityHours(certificate) ?? 0) > limitOf(limits)
      ? `validUntil is more than ${limitOf(limits)} hours after the start: leave it out or set an earlier time.`
      : undefined;

function fix(certificate: Validity): undefined {
  delete certificate.validUntil;
}

export const edgeSshTtl = resourceRule({
  id: "edge-ssh-ttl",
  severity: "high",
  title: "An SSH certificate must be valid only for a short time.",
  reason: "It can't be revoked.",
  source: [reference("SSH user certificate"), reference("SSH host certificate")],
  advice:
    "Leave validUntil out: the service sets 24 hours for users and a year for hosts. Renew with renewBefore.",
  fix: "Removes validUntil, so that the service sets it.",
  config,
  cases: (on) => [
    on(
      edge.SshUserCertificate,
      limitTo(({ userHours }) => userHours),
      fix,
    ),
    on(
      edge.SshHostCertificate,
      limitTo(({ hostDays }) => hostDays * 24),
      fix,
    ),
  ],
});
