import { modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("TlsEdge") }),
  full: (context) => ({ edgeId: context.id("TlsEdge"), ...modules(context).mutualTls }),
  changes: (context) => ({
    enabled: { to: false },
    certificateAuthorityIds: { to: [context.id("CertificateAuthority", 2)] },
  }),
  replacements: (context) => ({ edgeId: { to: context.id("TlsEdge", 2) } }),
};
