import { modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("TlsEdge") }),
  full: (context) => ({ edgeId: context.id("TlsEdge"), ...modules(context).tlsTermination }),
  changes: (context) => ({
    enabled: { to: false },
    terminateAt: { from: { edgeId: context.id("TlsEdge"), terminateAt: "edge" }, to: "upstream" },
    minVersion: { to: "1.3" },
  }),
  replacements: (context) => ({ edgeId: { to: context.id("TlsEdge", 2) } }),
};
