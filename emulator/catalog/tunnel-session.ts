import { z } from "zod";
import { readInstant } from "../../traffic-policy/language/times";
import { isObject, type JsonObject, textOf } from "../json";
import { bounded, EmulatorOptionError, readOption } from "../read-option";
import type { Behaviour } from "../schema/family";
import { refuseUnknown } from "../schema/read";

const MOST_TUNNELS = 1_000;

/** API reference: "Tunnel session". Read-only: sessions come from agents, and can be seeded. */
export const tunnelSession: Behaviour = {
  atCreation: ({ account }, fields) => ({
    credential_id: textOf(fields.credential_id) || account.newId("cr"),
    started_at: textOf(fields.started_at) || account.clock.timestamp(),
  }),
  seed: (_call, given) => {
    const { agent = {} } = given;
    if (!isObject(agent)) throw new EmulatorOptionError("agent", "must be an object");
    return { ...given, agent: behaviour(agent) };
  },
  written: ({ account }, session) => account.agents.startTunnels(session),
  deleted: ({ account }, session) => account.agents.endTunnels(session.id),
};

const time = z.string().refine((text) => Number.isFinite(readInstant(text)), "must be an RFC 3339 time");

const agentSchema = z.object({
  available_version: z.string().nullable().optional(),
  update_checks: z.boolean().optional(),
  updating_until: time.nullable().optional(),
  updated_to: z.string().nullable().optional(),
  reconnect_seconds: bounded.windowSeconds.or(z.literal(0)).optional(),
  tunnels: z
    .array(z.strictObject({ id: z.string().optional(), labels: z.record(z.string(), z.string()) }))
    .max(MOST_TUNNELS)
    .optional(),
  // Short forms of the above.
  updating: z.boolean().optional(),
  updated: z.boolean().optional(),
  update_available: z.boolean().optional(),
});

function behaviour(agent: JsonObject): JsonObject {
  refuseUnknown(Object.keys(agentSchema.shape), agent, "agent");
  const { updating, updated, update_available, ...rest } = readOption("agent", agentSchema, agent);
  const result: JsonObject = { ...rest };
  if (updating === true) result.updating_until = "9999-12-31T23:59:59Z";
  if (updated === true) result.updated_to = "3.99.0";
  if (update_available === false) result.available_version = null;
  return result;
}
