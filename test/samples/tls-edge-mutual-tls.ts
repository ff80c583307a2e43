import { type ExampleEdit, modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("TlsEdge") }),
  full: (context) => ({ edgeId: context.id("TlsEdge"), ...modules(context).mutualTls }),
  changes: (context) => ({
    enabled: { to: false },
    certificateAuthorityIds: { to: [context.id("CertificateAuthority", 2)] },
  }),
  replacements: (context) => ({ edgeId: { to: context.id("TlsEdge", 2) } }),
};

export const exampleEdit: ExampleEdit = {
  from: "enabled: true",
  to: "enabled: false",
  calls: ['PUT /edges/tls/ID/mutual_tls {"certificate_authority_ids":["ID"],"enabled":false}'],
};
