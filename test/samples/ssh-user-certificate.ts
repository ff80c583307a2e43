import { noteChanges, notes, type Sample, sshCertificate, sshReplacements, VALIDITY } from "./sample";

export const sample: Sample = {
  minimal: (context) => sshCertificate(context, `user-${context.unique}`),
  full: (context) => ({
    ...sshCertificate(context, `user-${context.unique}`),
    ...notes,
    ...VALIDITY,
    principals: ["ann", "bob"],
    criticalOptions: { "force-command": "/bin/date", "source-address": "203.0.113.0/24" },
    extensions: { "permit-pty": "", "permit-agent-forwarding": "" },
    renewBefore: 2,
  }),
  changes: () => noteChanges,
  replacements: (context) => ({
    ...sshReplacements(context),
    criticalOptions: { to: { "force-command": "/bin/true" } },
    extensions: { to: { "permit-pty": "" } },
  }),
};
