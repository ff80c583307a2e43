import { z } from "zod";
import * as edge from "../../sdk";
import { type ResourceContext, resourceRule } from "../rule";
import { reference } from "../sources";

const HOUR_MS = 3_600_000;

interface Validity {
  validAfter?: string;
  validUntil?: string;
}

const config = z.object({
  userHours: z.number().min(1).default(24).describe("Maximum validity of a user certificate, in hours."),
  hostDays: z.number().min(1).default(366).describe("Maximum validity of a host certificate, in days."),
});

type Limits = z.output<typeof config>;

/** Hours of validity; undefined if the service chooses the end, which is within the limits. */
function validityHours({ validAfter, validUntil }: Validity): number | undefined {
  if (validUntil === undefined) return undefined;
  const start = validAfter === undefined ? Date.now() : Date.parse(validAfter);
  return (Date.parse(validUntil) - start) / HOUR_MS;
}

const limitRule = (limitOf: (limits: Limits) => number) => {
  const isTooLong = (validity: Validity, limits: Limits) => (validityHours(validity) ?? 0) > limitOf(limits);
  return {
    check: (certificate: Validity, { config: limits }: ResourceContext<Limits>) =>
      isTooLong(certificate, limits)
        ? `validUntil is more than ${limitOf(limits)} hours after the start: leave it out or set an earlier time.`
        : undefined,
    fix: (certificate: Validity, { config: limits }: ResourceContext<Limits>) =>
      isTooLong(certificate, limits) && delete certificate.validUntil,
  };
};

const user = limitRule(({ userHours }) => userHours);
const host = limitRule(({ hostDays }) => hostDays * 24);

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
    on(edge.SshUserCertificate, user.check, user.fix),
    on(edge.SshHostCertificate, host.check, host.fix),
  ],
});
