import { none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    backends: [context.id("TunnelGroupBackend"), context.id("TunnelGroupBackend", 2)],
  }),
  changes: (context) => ({
    ...noteChanges,
    backends: { to: [context.id("TunnelGroupBackend", 2), context.id("TunnelGroupBackend")] },
  }),
  replacements: none,
};
