import { hostportsFor, moduleChanges, modules, none, noteChanges, notes, type Sample } from "./sample";

export const sample: Sample = {
  minimal: none,
  full: (context) => ({ ...notes, hostports: hostportsFor(context, "tls"), ...modules(context) }),
  changes: (context) => ({
    ...noteChanges,
    hostports: { to: [`${context.unique}-tls-3.example.com:443`] },
    ...moduleChanges(context),
  }),
  replacements: none,
};
