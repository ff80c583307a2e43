import type { AgentBehaviour } from "../account/agents";
import { type JsonObject, objectOf, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseUnknown } from "../schema/read";

/** API reference: "Tunnel session". Read-only: sessions come from agents, and can be seeded. */
export const tunnelSession: Behaviour = {
  atCreation: ({ account }, fields) => ({
    credential_id: textOf(fields.credential_id) || account.newId("cr"),
    started_at: textOf(fields.started_at) || account.clock.timestamp(),
  }),
  seed: (_call, given) => ({ ...given, agent: behaviour(objectOf(given.agent)) }),
  written: ({ account }, session) => account.agents.startTunnels(session),
  deleted: ({ account }, session) => account.agents.endTunnels(session.id),
};

/** Short forms for agent states: `updating: true`, `updated: true`, `update_available: false`. */
const SHORT = ["updating", "updated", "update_available"];
const BEHAVIOUR: Record<keyof AgentBehaviour, true> = {
  available_version: true,
  update_checks: true,
  updating_until: true,
  updated_to: true,
  reconnect_seconds: true,
  tunnels: true,
};

function behaviour(agent: JsonObject): JsonObject {
  refuseUnknown([...Object.keys(BEHAVIOUR), ...SHORT], agent, "agent");
  const { updating, updated, update_available, ...rest } = agent;
  const result: JsonObject = { ...rest };
  if (updating === true) result.updating_until = "9999-12-31T23:59:59Z";
  if (updated === true) result.updated_to = "3.99.0";
  if (update_available === false) result.available_version = null;
  return result;
}
