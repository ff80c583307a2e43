import { hostportsOf, moduleChanges, modules, none, noteChanges, notes, pick, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    hostports: hostportsOf(context, "tcp"),
    ...pick(modules(context), "backend", "ipRestriction", "trafficPolicy"),
  }),
  changes: (context) => ({
    ...noteChanges,
    hostports: { to: [`${context.unique}-tcp-3.example.com:443`] },
    ...pick(moduleChanges(context), "backend", "ipRestriction", "trafficPolicy"),
  }),
  replacements: none,
};
