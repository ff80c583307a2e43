import { noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ type: "dashboard", ipPolicyIds: [context.id("IpPolicy")] }),
  full: (context) => ({
    ...notes,
    type: "endpoints",
    ipPolicyIds: [context.id("IpPolicy"), context.id("IpPolicy", 2)],
    enforced: false,
  }),
  changes: (context) => ({
    ...noteChanges,
    enforced: { to: true },
    ipPolicyIds: { to: [context.id("IpPolicy", 2)] },
  }),
  replacements: () => ({ type: { to: "agent" } }),
};
