import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ domain: `${unique}.example.com` }),
  full: (context) => ({
    ...notes,
    domain: `${context.unique}.example.com`,
    region: "eu",
    resolvesTo: [{ value: "eu" }, { value: "us-cal-1" }],
    certificateId: context.id("TlsCertificate"),
    waitForCertificate: false,
    releaseProtection: false,
  }),
  changes: (context) => ({
    ...noteChanges,
    resolvesTo: { to: [{ value: "eu" }, { value: "jp" }] },
    certificateId: { to: context.id("TlsCertificate", 2) },
    certificateManagementPolicy: {
      from: {
        domain: `${context.unique}.example.com`,
        certificateManagementPolicy: { authority: "letsencrypt", privateKeyType: "ecdsa" },
      },
      to: { authority: "letsencrypt", privateKeyType: "rsa" },
    },
  }),
  replacements: ({ unique }) => ({
    domain: { to: `${unique}-other.example.com` },
    region: { to: "ap" },
  }),
};
