import { hostportsFor, moduleChanges, modules, none, noteChanges, notes, pick, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({
    ...notes,
    hostports: hostportsFor(context, "https"),
    ...pick(modules(context), "mutualTls"),
    tlsTermination: { enabled: true, minVersion: "1.2" },
  }),
  changes: (context) => ({
    ...noteChanges,
    hostports: { to: [`${context.unique}-https-3.example.com:443`] },
    ...pick(moduleChanges(context), "mutualTls"),
    tlsTermination: { to: { enabled: true, minVersion: "1.3" } },
  }),
  replacements: none,
};
