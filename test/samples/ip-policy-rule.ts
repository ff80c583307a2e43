import { networkFor, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({
    ipPolicyId: context.id("IpPolicy"),
    cidr: networkFor(context, 1),
    action: "allow",
  }),
  full: (context) => ({
    ...notes,
    ipPolicyId: context.id("IpPolicy"),
    cidr: networkFor(context, 2),
    action: "allow",
  }),
  changes: (context) => ({ ...noteChanges, cidr: { to: networkFor(context, 3) } }),
  replacements: (context) => ({ ipPolicyId: { to: context.id("IpPolicy", 2) }, action: { to: "deny" } }),
};
