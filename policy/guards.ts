import type * as pulumi from "@pulumi/pulumi";
import type * as edge from "../sdk";
import { isSet } from "./known-values";

interface Inputs {
  TlsEdge: edge.TlsEdgeArgs;
  TcpEdge: edge.TcpEdgeArgs;
  HttpsEdge: edge.HttpsEdgeArgs;
  HttpsEdgeRoute: edge.HttpsEdgeRouteArgs;
}
type GuardedClass = keyof Inputs;

/** Names of the inputs that are modules: objects with `enabled`. */
type ModulesOf<Args> = {
  [Name in keyof Args]-?: pulumi.Unwrap<NonNullable<Args[Name]>> extends { enabled?: boolean } ? Name : never;
}[keyof Args];
type AnyModule = { [C in GuardedClass]: ModulesOf<Inputs[C]> }[GuardedClass];

/** The settings of each module in all classes that have it. */
export type ModuleArgs = {
  [Name in AnyModule]: KeysOf<pulumi.Unwrap<NonNullable<InputOf<GuardedClass, Name>>>>;
};
type InputOf<C extends GuardedClass, Name> = C extends unknown ? Inputs[C][Name & keyof Inputs[C]] : never;
type KeysOf<Union> = { [Key in Union extends unknown ? keyof Union : never]: unknown };

/** The criterion by which each module blocks clients; `nothing` if it doesn't block any. */
const MODULES = {
  backend: "nothing",
  ipRestriction: "network",
  mutualTls: "certificate",
  tlsTermination: "TLS version",
  oauth: "sign-in",
  oidc: "sign-in",
  saml: "sign-in",
  webhookVerification: "signature",
  userAgentFilter: "user agent",
  websocketTcpConverter: "WebSocket",
  circuitBreaker: "nothing",
  compression: "nothing",
  requestHeaders: "nothing",
  responseHeaders: "nothing",
  trafficPolicy: "policy",
} as const satisfies Record<AnyModule, string>;

export type GuardModule = {
  [Name in AnyModule]: (typeof MODULES)[Name] extends "nothing" ? never : Name;
}[AnyModule];

const GUARDS = (Object.keys(MODULES) as AnyModule[]).filter(
  (name): name is GuardModule => MODULES[name] !== "nothing",
);

const EDGE_GUARDS: Readonly<Record<Exclude<GuardedClass, "HttpsEdgeRoute">, readonly GuardModule[]>> = {
  TlsEdge: ["ipRestriction", "mutualTls", "tlsTermination", "trafficPolicy"],
  TcpEdge: ["ipRestriction", "trafficPolicy"],
  HttpsEdge: ["mutualTls", "tlsTermination"],
};

export const guardsOf = (className: GuardedClass): readonly GuardModule[] =>
  className === "HttpsEdgeRoute"
    ? GUARDS.filter((name) => !EDGE_GUARDS.HttpsEdge.includes(name))
    : EDGE_GUARDS[className];

export const SIGN_IN_GUARDS = GUARDS.filter((name) => MODULES[name] === "sign-in");

/** Guards that always block some clients. */
export const BLOCKING_GUARDS = GUARDS.filter(
  (name) => !["TLS version", "policy", "WebSocket"].includes(MODULES[name]),
);

/** Guards of a route, without filters for headers that any client can send. */
export const ROUTE_GUARDS = guardsOf("HttpsEdgeRoute").filter(
  (name) => !["user agent", "WebSocket"].includes(MODULES[name]),
);

type Module = { readonly enabled?: boolean };

/**
 * True if a module is set and enabled, which is the default; undefined if unknown.
 *
 * @param modules - The known properties of an edge or route.
 */
export function isApplied<Name extends string>(
  modules: { readonly [K in Name]?: Module },
  name: Name,
): boolean | undefined {
  const module: Module | undefined = modules[name];
  if (module === undefined) return isSet(modules, name) ? undefined : false;
  return isSwitchedOn(module);
}

/** Undefined if unknown. */
export const isSwitchedOn = (module: Module): boolean | undefined =>
  module.enabled ?? (isSet(module, "enabled") ? undefined : true);
