import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    sources: [{ type: "ip_policy_created.v0" }, { type: "ip_policy_updated.v0" }],
    destinationIds: [context.id("EventDestination"), context.id("EventDestination", 2)],
  }),
  changes: (context) => ({
    ...noteChanges,
    sources: { to: [{ type: "api_key_created.v0" }] },
    destinationIds: { to: [context.id("EventDestination", 2)] },
  }),
  replacements: none,
};
