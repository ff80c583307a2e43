import { z } from "zod";
import * as edge from "../../sdk";
import { type ResourceContext, reference, resourceRule, SOURCES, stringList } from "../rule";
import { allowsEveryone } from "../stack-access";

const forwardingExtensions = (extensions: object | undefined, allowed: readonly string[]) =>
  Object.keys(extensions ?? {}).filter((name) => /forwarding$/i.test(name) && !allowed.includes(name));

export const edgeSshExtensions = resourceRule({
  id: "edge-ssh-extensions",
  severity: "medium",
  title: "An SSH user certificate should allow forwarding only where it is needed.",
  reason: "With forwarding, a login to one host gives access to all hosts behind it.",
  source: [reference("SSH user certificate")],
  advice: "Remove the forwarding extensions, or add them to allowedExtensions.",
  fix: "Removes the forwarding extensions.",
  config: z.object({ allowedExtensions: stringList("Forwarding extensions that are allowed.") }),
  cases: (on) =>
    on(
      edge.SshUserCertificate,
      ({ extensions }, { config: { allowedExtensions } }) =>
        forwardingExtensions(extensions, allowedExtensions).map(
          (name) => `extensions has ${name}: remove it.`,
        ),
      ({ extensions }, { config: { allowedExtensions } }) => {
        for (const name of forwardingExtensions(extensions, allowedExtensions)) delete extensions?.[name];
      },
    ),
});

const checkPrincipals = ({ principals = [] }: { principals?: readonly string[] }, anyone: string) =>
  principals.length > 0 ? undefined : `principals is empty: the certificate is valid for ${anyone}.`;

export const edgeSshHostPrincipals = resourceRule({
  id: "edge-ssh-host-principals",
  severity: "high",
  title: "An SSH host certificate must list its hosts.",
  reason: "With an empty list, its holder can impersonate any host.",
  source: [reference("SSH host certificate")],
  advice: "Set principals to the hostnames and addresses of the host.",
  cases: (on) => on(edge.SshHostCertificate, (host) => checkPrincipals(host, "any host")),
});

function checkKeyType(
  { publicKey }: { publicKey: string },
  { config: { refusedTypes } }: ResourceContext<{ refusedTypes: readonly string[] }>,
): string | undefined {
  const type = publicKey.trim().split(/\s+/)[0] ?? "";
  return refusedTypes.includes(type) ? `publicKey is of type ${type}: use ed25519 or ecdsa.` : undefined;
}

export const edgeSshKeyType = resourceRule({
  id: "edge-ssh-key-type",
  severity: "low",
  title: "SSH keys should be of a current type.",
  reason: "RSA keys are large and often too short; servers start to reject their signatures.",
  source: [reference("SSH user certificate")],
  advice: "Create an ed25519 key: ssh-keygen -t ed25519.",
  config: z.object({
    refusedTypes: stringList("Key types, as in the first word of an authorized_keys line.", [
      "ssh-rsa",
      "ssh-dss",
    ]),
  }),
  cases: (on) => [
    on(edge.SshUserCertificate, checkKeyType),
    on(edge.SshHostCertificate, checkKeyType),
    on(edge.SshCredential, checkKeyType),
  ],
});

export const edgeSshPrincipals = resourceRule({
  id: "edge-ssh-principals",
  severity: "critical",
  title: "An SSH user certificate must list its users.",
  reason: "With an empty list, its holder may log in as any user, including root.",
  source: [reference("SSH user certificate"), SOURCES.client],
  advice: "Set principals to the users that the holder may log in as.",
  cases: (on) => on(edge.SshUserCertificate, (user) => checkPrincipals(user, "any user")),
});

export const edgeSshSourceAddress = resourceRule({
  id: "edge-ssh-source-address",
  severity: "medium",
  title: "An SSH user certificate for automation should work only from known addresses.",
  reason: "Keys on machines can be stolen with the machine. Bound to a network, they are useless elsewhere.",
  source: [reference("SSH user certificate")],
  advice: 'Set criticalOptions["source-address"] to the networks that the automation runs in.',
  config: z.object({
    automationPrincipals: stringList(
      "Users for automation. A certificate is for automation if it lists one of them or forces a command.",
      ["ansible", "automation", "backup", "bot", "ci", "deploy", "deployer"],
    ),
  }),
  cases: (on) =>
    on(edge.SshUserCertificate, ({ principals = [], criticalOptions = {} }, { config }) => {
      const isAutomation =
        "force-command" in criticalOptions ||
        principals.some((name) => config.automationPrincipals.includes(name));
      if (!isAutomation) return undefined;
      const networks = (criticalOptions["source-address"] ?? "").split(",").map((cidr) => cidr.trim());
      if (networks.every((cidr) => cidr === ""))
        return "criticalOptions has no source-address, but the certificate is for automation.";
      return allowsEveryone(networks)
        ? "criticalOptions has a source-address that contains all addresses, but the certificate is for automation."
        : undefined;
    }),
});

const HOUR_MS = 3_600_000;

interface Validity {
  validAfter?: string;
  validUntil?: string;
}

/** Hours of validity; undefined if the service chooses the end, which is within the limits. */
function validityHours({ validAfter, validUntil }: Validity): number | undefined {
  if (validUntil === undefined) return undefined;
  const start = validAfter === undefined ? Date.now() : Date.parse(validAfter);
  return (Date.parse(validUntil) - start) / HOUR_MS;
}

const checkValidity = (certificate: Validity, maxHours: number) =>
  (validityHours(certificate) ?? 0) > maxHours
    ? `validUntil is more than ${maxHours} hours after the start: leave it out or set an earlier time.`
    : undefined;

function removeEnd(certificate: Validity): undefined {
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
  config: z.object({
    userHours: z.number().min(1).default(24).describe("Maximum validity of a user certificate, in hours."),
    hostDays: z.number().min(1).default(366).describe("Maximum validity of a host certificate, in days."),
  }),
  cases: (on) => [
    on(edge.SshUserCertificate, (user, { config }) => checkValidity(user, config.userHours), removeEnd),
    on(edge.SshHostCertificate, (host, { config }) => checkValidity(host, config.hostDays * 24), removeEnd),
  ],
});
