import type * as pulumi from "@pulumi/pulumi";
import type * as edge from "../sdk";
import { isGiven } from "./known";

/** Classes that clients reach and that have guard modules. */
type Guarded = "TlsEdge" | "TcpEdge" | "HttpsEdge" | "HttpsEdgeRoute";

/** Inputs of these classes. */
interface Inputs {
  TlsEdge: edge.TlsEdgeArgs;
  TcpEdge: edge.TcpEdgeArgs;
  HttpsEdge: edge.HttpsEdgeArgs;
  HttpsEdgeRoute: edge.HttpsEdgeRouteArgs;
}

/** What has modules as inputs: each can be switched off. */
type ModulesOf<Args> = {
  [Name in keyof Args]-?: pulumi.Unwrap<NonNullable<Args[Name]>> extends { enabled?: boolean } ? Name : never;
}[keyof Args];
type AnyModule = { [C in Guarded]: ModulesOf<Inputs[C]> }[Guarded];

/** Classes that have a module as an input. */
type Having<Name> = { [C in Guarded]: Name extends keyof Inputs[C] ? C : never }[Guarded];

/** All settings of each module, on whichever classes have it. */
export type ModuleArgs = {
  [Name in AnyModule]: SettingsOf<
    { [C in Guarded]: Name extends keyof Inputs[C] ? Inputs[C][Name] : never }[Guarded]
  >;
};
type SettingsOf<Value> = KeysOf<pulumi.Unwrap<NonNullable<Value>>>;
type KeysOf<Union> = { [Key in Union extends unknown ? keyof Union : never]: unknown };

interface ModuleFacts<Name extends AnyModule> {
  /** The property that distinguishes clients; `nothing` where a module keeps nobody out, or anybody now and then. */
  readonly by:
    | "network"
    | "certificate"
    | "TLS version"
    | "sign-on"
    | "signature"
    | "user agent"
    | "WebSocket"
    | "policy"
    | "nothing";
  /** Classes that have the module, all of them. */
  readonly on: Readonly<Record<Having<Name>, true>>;
}

const facts = <Table extends { readonly [Name in AnyModule]: ModuleFacts<Name> }>(table: Table) => table;

const ROUTE = { HttpsEdgeRoute: true } as const;

/** All modules of edges and routes. The rules and `tunnel-edge review` share this list. */
const MODULE_FACTS = facts({
  backend: { by: "nothing", on: { ...ROUTE, TlsEdge: true, TcpEdge: true } },
  ipRestriction: { by: "network", on: { ...ROUTE, TlsEdge: true, TcpEdge: true } },
  mutualTls: { by: "certificate", on: { TlsEdge: true, HttpsEdge: true } },
  tlsTermination: { by: "TLS version", on: { TlsEdge: true, HttpsEdge: true } },
  oauth: { by: "sign-on", on: ROUTE },
  oidc: { by: "sign-on", on: ROUTE },
  saml: { by: "sign-on", on: ROUTE },
  webhookVerification: { by: "signature", on: ROUTE },
  userAgentFilter: { by: "user agent", on: ROUTE },
  websocketTcpConverter: { by: "WebSocket", on: ROUTE },
  circuitBreaker: { by: "nothing", on: ROUTE },
  compression: { by: "nothing", on: ROUTE },
  requestHeaders: { by: "nothing", on: ROUTE },
  responseHeaders: { by: "nothing", on: ROUTE },
  trafficPolicy: { by: "policy", on: { ...ROUTE, TlsEdge: true, TcpEdge: true } },
} as const);

type By = ModuleFacts<AnyModule>["by"];

/** The modules that decide who is admitted. */
export type GuardModule = {
  [Name in AnyModule]: (typeof MODULE_FACTS)[Name]["by"] extends "nothing" ? never : Name;
}[AnyModule];

const guardsWhere = (holds: (by: By, on: object) => boolean): readonly GuardModule[] =>
  (Object.keys(MODULE_FACTS) as AnyModule[]).filter((name): name is GuardModule => {
    const { by, on } = MODULE_FACTS[name];
    return by !== "nothing" && holds(by, on);
  });

/** The guard modules of a class. */
export const guardsOf = (className: Guarded): readonly GuardModule[] =>
  guardsWhere((_, on) => Object.hasOwn(on, className));

/** Guards that ask users to sign on. */
export const SIGN_ON = guardsWhere((by) => by === "sign-on");

/** Guards that are meant to reject clients wherever they are declared. */
export const BLOCKING_GUARDS = guardsWhere(
  (by) => by !== "TLS version" && by !== "policy" && by !== "WebSocket",
);

/** Guards of a route that identify visitors: what a client says of its user agent, or asks for, proves nothing. */
export const ROUTE_GUARDS = guardsOf("HttpsEdgeRoute").filter((guard) => {
  const { by } = MODULE_FACTS[guard];
  return by !== "user agent" && by !== "WebSocket";
});

type Module = { readonly enabled?: boolean };

/**
 * Whether a module is set and applied to traffic; undefined while that is unknown. `enabled` defaults to true.
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

/** The same for a module that is set. */
export const isSwitchedOn = (module: Module): boolean | undefined =>
  module.enabled ?? (isGiven(module, "enabled") ? undefined : true);
