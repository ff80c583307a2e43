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
  // The second route belongs to the same edge, since another edge would change both ids.
  replacements: (context) => ({ routeId: { to: context.id("HttpsEdgeRoute", 2) } }),
};
