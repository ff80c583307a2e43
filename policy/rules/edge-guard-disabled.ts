import * as edge from "../../sdk";
import {
  type AttachedPolicy,
  allGuards,
  endpointCase,
  isCheckedLater,
  modulePolicy,
} from "../attached-policy";
import { BLOCKING_GUARDS, type GuardModule } from "../guards";
import { reference, resourceRule } from "../rule";

type GuardModules = { [Name in GuardModule]?: { enabled?: boolean } };

const disabledIn = (modules: GuardModules) =>
  BLOCKING_GUARDS.filter((guard) => modules[guard]?.enabled === false);

const check = (modules: GuardModules) => [
  ...disabledIn(modules).map(
    (guard) => `${guard}.enabled is false: the module is declared but allows everyone.`,
  ),
  ...policyViolations(modulePolicy(modules)),
];

/** The results that tell whether a guard would allow a request. */
const VERDICT = /\b.*\b(?:action|matched_cidr|authorized|verified)\b/;

/** Finds actions with `enforce: false`, unless later rules decide by their result. */
function policyViolations(policy: AttachedPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const guards = allGuards(policy);
  if (policy.isOn === false && guards.length > 0)
    return ["trafficPolicy.enabled is false: the policy is declared, but its guards allow everyone."];
  return guards
    .filter((guard) => !guard.action.isEnforced && !isCheckedLater(policy, guard, VERDICT))
    .map(
      ({ action, path }) =>
        `${path}.config.enforce is false: ${action.type} allows everyone, and no later rule uses its result.`,
    );
}

function fix(modules: GuardModules): boolean {
  const disabled = disabledIn(modules).map((guard) => modules[guard] ?? {});
  disabled.forEach(fixModule);
  return disabled.length > 0;
}

const checkModule = ({ enabled }: { enabled?: boolean }) =>
  enabled === false ? "enabled is false: the module is declared but allows everyone." : undefined;

function fixModule(module: { enabled?: boolean }): undefined {
  module.enabled = true;
}

export const edgeGuardDisabled = resourceRule({
  id: "edge-guard-disabled",
  severity: "high",
  title: "A module or action that guards an endpoint, edge, or route must be enabled.",
  reason:
    "A module with enabled: false, or an action with enforce: false, looks like a guard in the program, but isn't one.",
  source: [reference("Create HTTPS Edge Route"), reference("TLS edge")],
  advice: "Set enabled or enforce to true, or remove the module or action.",
  fix: "Sets enabled of modules to true. Doesn't change traffic policies.",
  cases: (on) => [
    endpointCase(on, policyViolations),
    on(edge.TlsEdge, check, fix),
    on(edge.TcpEdge, check, fix),
    on(edge.HttpsEdge, check, fix),
    on(edge.HttpsEdgeRoute, check, fix),
    on(edge.TcpEdgeIpRestriction, checkModule, fixModule),
    on(edge.TlsEdgeMutualTls, checkModule, fixModule),
  ],
});
