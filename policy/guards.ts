import type * as edge from "../sdk";

/** Modules of an edge or route that decide who gets in. */
export interface GuardModules {
  ipRestriction?: { enabled?: boolean };
  mutualTls?: { enabled?: boolean };
  oauth?: { enabled?: boolean };
  oidc?: { enabled?: boolean };
  saml?: { enabled?: boolean };
  webhookVerification?: { enabled?: boolean };
  userAgentFilter?: { enabled?: boolean };
}

export const GUARDS = [
  "ipRestriction",
  "mutualTls",
  "oauth",
  "oidc",
  "saml",
  "webhookVerification",
  "userAgentFilter",
] as const satisfies readonly (keyof GuardModules)[];

/** Guards of a route that tell visitors apart; what a user agent calls itself proves nothing. */
export const ROUTE_GUARDS = [
  "ipRestriction",
  "oauth",
  "oidc",
  "saml",
  "webhookVerification",
  "trafficPolicy",
] as const satisfies readonly (keyof edge.HttpsEdgeRouteArgs)[];

/** Whether a module is there and applied to traffic; `enabled` is true when not given. */
export const isApplied = (module: { enabled?: boolean } | undefined) =>
  module !== undefined && module.enabled !== false;
