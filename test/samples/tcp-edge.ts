import { addressFor, moduleChanges, modules, none, noteChanges, notes, pick, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    hostports: [addressFor(context, 1), addressFor(context, 2)],
    ...pick(modules(context), "backend", "ipRestriction", "trafficPolicy"),
  }),
  changes: (context) => ({
    ...noteChanges,
    hostports: { to: [addressFor(context, 3)] },
    ...pick(moduleChanges(context), "backend", "ipRestriction", "trafficPolicy"),
  }),
  replacements: none,
};
