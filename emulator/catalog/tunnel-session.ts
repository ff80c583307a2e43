import { type JsonObject, objectOf, textOf } from "../json";
import type { Family } from "../schema/family";
import { string, text, timestamp } from "../schema/params";
import { returned } from "../schema/responses";

/** API reference: "Tunnel session". Read-only: sessions come from agents, and can be seeded. */
export const tunnelSession: Family = {
  stem: "tunnel-session",
  name: "TunnelSession",
  section: "Tunnel session",
  collection: "/tunnel_sessions",
  listKey: "tunnel_sessions",
  filtered: true,
  idPrefix: "ts",
  operations: ["get", "list"],
  create: {
    agent_version: string({ default: "3.18.4" }),
    credential_id: string({ default: null }),
    ip: string({ default: "203.0.113.20" }),
    metadata: text(),
    os: string({ default: "linux" }),
    region: string({ default: "us" }),
    started_at: timestamp(),
    transport: string({ enum: ["tunnel/v2", "ssh"], default: "tunnel/v2" }),
  },
  update: [],
  without: ["created_at"],
  response: {
    agent_version: returned.string(),
    credential: returned.ref("credential_id", ["/credentials", "/ssh_credentials"]),
    ip: returned.string(),
    metadata: returned.string(),
    os: returned.string(),
    region: returned.string(),
    started_at: returned.string(),
    transport: returned.string(),
  },
  atCreation: ({ account }, fields) => ({
    credential_id: textOf(fields.credential_id) || account.newId("cr"),
    started_at: textOf(fields.started_at) || account.clock.timestamp(),
  }),
  seedable: ["agent"],
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
