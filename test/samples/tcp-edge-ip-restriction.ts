import { modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("TcpEdge"), ...modules(context).ipRestriction }),
  full: (context) => ({ edgeId: context.id("TcpEdge"), ...modules(context).ipRestriction }),
  changes: (context) => ({
    enabled: { to: false },
    ipPolicyIds: {
      to: [context.id("IpPolicy", 2)],
      from: { edgeId: context.id("TcpEdge"), ...modules(context).ipRestriction, enabled: false },
    },
  }),
  replacements: (context) => ({ edgeId: { to: context.id("TcpEdge", 2) } }),
};
