import * as edge from "../../sdk";
import { type GuardModule, TURNS_AWAY } from "../guards";
import { resourceRule } from "../rule";
import { reference } from "../sources";

type GuardModules = { [Name in GuardModule]?: { enabled?: boolean } };

const disabledIn = (modules: GuardModules) => TURNS_AWAY.filter((guard) => modules[guard]?.enabled === false);

const check = (modules: GuardModules) =>
  disabledIn(modules).map(
    (guard) => `${guard}.enabled is false: the module is there but lets everybody pass.`,
  );

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
  title: "A module that guards an edge or route must be applied.",
  reason: "A module with enabled: false looks like a guard in the program, but is none.",
  source: [reference("Create HTTPS Edge Route"), reference("TLS edge")],
  advice: "Set enabled to true, or remove the module so that readers see that there is no guard.",
  fix: "Sets enabled to true.",
  cases: (on) => [
    on(edge.TlsEdge, check, fix),
    on(edge.TcpEdge, check, fix),
    on(edge.HttpsEdge, check, fix),
    on(edge.HttpsEdgeRoute, check, fix),
    on(edge.TcpEdgeIpRestriction, checkModule, fixModule),
    on(edge.TlsEdgeMutualTls, checkModule, fixModule),
  ],
});
