import { none, noteChanges, notes, OTHER_POLICY, POLICY, type Sample } from "./sample";

export const sample: Sample = {
  minimal: ({ unique }) => ({ url: `https://${unique}-endpoint.example.com`, trafficPolicy: POLICY }),
  full: ({ unique }) => ({
    ...notes,
    url: `https://${unique}-endpoint.example.com`,
    type: "cloud",
    trafficPolicy: POLICY,
    bindings: ["public"],
    poolingEnabled: false,
  }),
  changes: ({ unique }) => ({
    ...noteChanges,
    url: { to: `https://${unique}-endpoint-2.example.com` },
    trafficPolicy: { to: OTHER_POLICY },
    // The binding `kubernetes` requires a scheme other than https.
    bindings: {
      to: ["kubernetes"],
      from: { url: `http://${unique}-endpoint.example.com`, trafficPolicy: POLICY, bindings: ["public"] },
    },
    poolingEnabled: { to: true },
  }),
  // `type` requires replacement, but has only one value.
  replacements: none,
  fixedParts: ({ unique }) => ({ url: { to: `http://${unique}-endpoint.example.com` } }),
};
