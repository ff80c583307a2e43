import * as edge from "../../sdk";
import { BLOCKING_GUARDS, type GuardModule } from "../guards";
import { guardsIn, type HeldPolicy, isAskedLater, onEndpoint, policyOfModule } from "../held-policy";
import { resourceRule } from "../rule";
import { reference } from "../sources";

type GuardModules = { [Name in GuardModule]?: { enabled?: boolean } };

const disabledIn = (modules: GuardModules) =>
  BLOCKING_GUARDS.filter((guard) => modules[guard]?.enabled === false);

const check = (modules: GuardModules) => [
  ...disabledIn(modules).map(
    (guard) => `${guard}.enabled is false: the module is there but lets everybody pass.`,
  ),
  ...inPolicy(policyOfModule(modules)),
];

/** What says whether a guard would have let a request through. */
const VERDICT = /\b.*\b(?:action|matched_cidr|authorized|verified)\b/;

/** An action with `enforce: false` only judges; what it came to may count in later expressions. */
function inPolicy(policy: HeldPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const guards = guardsIn(policy);
  if (policy.isOn === false && guards.length > 0)
    return ["trafficPolicy.enabled is false: the policy is there, but its guards let everybody pass."];
  return guards
    .filter((placed) => placed.action.isEnforced === false && !isAskedLater(policy, placed, VERDICT))
    .map(
      ({ action, path }) =>
        `${path}.config.enforce is false: ${action.type} is there but lets everybody pass, and no later rule decides by its result.`,
    );
}

function fix(modules: GuardModules): boolean {
  const disabled = disabledIn(modules);
  for (const guard of disabled) {
    const module = modules[guard];
    if (module) module.enabled = true;
  }
  return disabled.length > 0;
}

const checkModule = ({ enabled }: { enabled?: boolean }) =>
  enabled === false ? "enabled is false: the module is there but lets everybody pass." : undefined;

function fixModule(module: { enabled?: boolean }): boolean {
  if (module.enabled !== false) return false;
  module.enabled = true;
  return true;
}

export const edgeGuardDisabled = resourceRule({
  id: "edge-guard-disabled",
  severity: "high",
  title: "A module or action that guards an endpoint, edge or route must be applied.",
  reason:
    "A module with enabled: false, or an action with enforce: false, looks like a guard in the program, but is none.",
  source: [reference("Create HTTPS Edge Route"), reference("TLS edge")],
  advice:
    "Set enabled or enforce to true, or remove the module or action so that readers see that there is no guard.",
  fix: "Sets enabled of modules to true. Traffic policies stay as they are.",
  cases: (on) => [
    onEndpoint(on, inPolicy),
    on(edge.TlsEdge, check, fix),
    on(edge.TcpEdge, check, fix),
    on(edge.HttpsEdge, check, fix),
    on(edge.HttpsEdgeRoute, check, fix),
    on(edge.TcpEdgeIpRestriction, checkModule, fixModule),
    on(edge.TlsEdgeMutualTls, checkModule, fixModule),
  ],
});
