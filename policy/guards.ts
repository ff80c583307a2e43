import type * as edge from "../sdk";
import { isGiven } from "./known";

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

type Module = { readonly enabled?: boolean };

/**
 * Whether a module is there and applied to traffic; undefined while that is unknown. `enabled` is true when not given.
 *
 * @param modules the known part of the properties of an edge or route
 */
export function isApplied<Name extends string>(
  modules: { readonly [K in Name]?: Module },
  name: Name,
): boolean | undefined {
  const module: Module | undefined = modules[name];
  if (module === undefined) return isGiven(modules, name) ? undefined : false;
  return isSwitchedOn(module);
}

/** The same of a module that is there. */
export const isSwitchedOn = (module: Module): boolean | undefined =>
  module.enabled ?? (isGiven(module, "enabled") ? undefined : true);
