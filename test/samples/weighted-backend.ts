import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    backends: { [context.id("TunnelGroupBackend")]: 10_000, [context.id("TunnelGroupBackend", 2)]: 0 },
  }),
  changes: (context) => ({
    ...noteChanges,
    backends: { to: { [context.id("TunnelGroupBackend")]: 1, [context.id("TunnelGroupBackend", 2)]: 9 } },
  }),
  replacements: none,
};
