import { modules, type Sample } from "./sample";

export const sample: Sample = {
  minimal: (context) => ({ edgeId: context.id("HttpsEdge"), routeId: context.id("HttpsEdgeRoute") }),
  full: (context) => ({
    edgeId: context.id("HttpsEdge"),
    routeId: context.id("HttpsEdgeRoute"),
    ...modules(context).backend,
  }),
  changes: (context) => ({
    enabled: { to: false },
    backendId: { to: context.id("TunnelGroupBackend", 2) },
  }),
  // The second route of the account is one of the same edge: an edge of its own would need a pair of ids.
  replacements: (context) => ({ routeId: { to: context.id("HttpsEdgeRoute", 2) } }),
};
