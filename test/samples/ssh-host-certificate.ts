import { noteChanges, notes, type Sample, sshCertificate, sshReplacements, VALIDITY } from "./sample";

export const sample: Sample = {
  minimal: (context) => sshCertificate(context, `host-${context.unique}`),
  full: (context) => ({
    ...sshCertificate(context, `host-${context.unique}`),
    ...notes,
    ...VALIDITY,
    principals: ["a.example.com", "10.0.0.1"],
    renewBefore: 24,
  }),
  changes: () => noteChanges,
  replacements: sshReplacements,
};
