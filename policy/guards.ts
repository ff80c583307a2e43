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

/** Classes that have a module as an input. */
type Having<Name> = { [C in Guarded]: Name extends keyof Inputs[C] ? C : never }[Guarded];

interface GuardFacts<Name> {
  /** The property that distinguishes clients. */
  readonly by: "network" | "certificate" | "TLS version" | "sign-on" | "signature" | "user agent" | "policy";
  /** Classes that have the module. */
  readonly on: readonly Having<Name>[];
}

const facts = <Table extends { readonly [Name in keyof Table]: GuardFacts<Name> }>(table: Table) => table;

/** The modules of edges and routes that decide who is admitted. The rules and `tunnel-edge review` share this list. */
const GUARD_FACTS = facts({
  ipRestriction: { by: "network", on: ["TlsEdge", "TcpEdge", "HttpsEdgeRoute"] },
  mutualTls: { by: "certificate", on: ["TlsEdge", "HttpsEdge"] },
  tlsTermination: { by: "TLS version", on: ["TlsEdge", "HttpsEdge"] },
  oauth: { by: "sign-on", on: ["HttpsEdgeRoute"] },
  oidc: { by: "sign-on", on: ["HttpsEdgeRoute"] },
  saml: { by: "sign-on", on: ["HttpsEdgeRoute"] },
  webhookVerification: { by: "signature", on: ["HttpsEdgeRoute"] },
  userAgentFilter: { by: "user agent", on: ["HttpsEdgeRoute"] },
  trafficPolicy: { by: "policy", on: ["TlsEdge", "TcpEdge", "HttpsEdgeRoute"] },
});

export type GuardModule = keyof typeof GUARD_FACTS;

const guardsWhere = (holds: (facts: GuardFacts<GuardModule>) => boolean): readonly GuardModule[] =>
  (Object.keys(GUARD_FACTS) as GuardModule[]).filter((name) => holds(GUARD_FACTS[name]));

/** The guard modules of a class. */
export const guardsOf = (className: Guarded): readonly GuardModule[] =>
  guardsWhere(({ on }) => on.some((one) => one === className));

/** Guards that ask users to sign on. */
export const SIGN_ON = guardsWhere(({ by }) => by === "sign-on");

/** Guards that are meant to reject clients wherever they are declared. */
export const BLOCKING_GUARDS = guardsWhere(({ by }) => by !== "TLS version" && by !== "policy");

/** Guards of a route that identify visitors; a user agent header proves nothing. */
export const ROUTE_GUARDS = guardsOf("HttpsEdgeRoute").filter(
  (guard) => GUARD_FACTS[guard].by !== "user agent",
);

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
