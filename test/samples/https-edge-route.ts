import {
  moduleChanges,
  modules,
  noteChanges,
  notes,
  OTHER_POLICY,
  POLICY,
  pick,
  routeModuleChanges,
  routeModules,
  type Sample,
} from "./sample";

export const sample: Sample = {
  minimal: (context) => ({
    edgeId: context.id("HttpsEdge"),
    matchType: "path_prefix",
    match: `/${context.unique}`,
  }),
  full: (context) => ({
    ...notes,
    edgeId: context.id("HttpsEdge"),
    matchType: "exact_path",
    match: `/${context.unique}/full`,
    ...pick(modules(context), "backend", "ipRestriction"),
    trafficPolicy: { enabled: true, value: POLICY },
    ...routeModules,
  }),
  changes: (context) => ({
    ...noteChanges,
    matchType: { to: "path_prefix" },
    match: { to: `/${context.unique}/other` },
    ...pick(moduleChanges(context), "backend", "ipRestriction"),
    trafficPolicy: { to: { enabled: true, value: OTHER_POLICY } },
    ...routeModuleChanges({
      edgeId: context.id("HttpsEdge"),
      matchType: "path_prefix",
      match: `/${context.unique}`,
    }),
  }),
  replacements: (context) => ({ edgeId: { to: context.id("HttpsEdge", 2) } }),
};
