import { type JsonObject, objectOf, textOf } from "../json";
import type { Behaviour } from "../schema/family";

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
function behaviour({ updating, updated, update_available, ...rest }: JsonObject): JsonObject {
  const result: JsonObject = { ...rest };
  if (updating === true) result.updating_until = "9999-12-31T23:59:59Z";
  if (updated === true) result.updated_to = "3.99.0";
  if (update_available === false) result.available_version = null;
  return result;
}
