import { z } from "zod";
import { readInstant } from "../../traffic-policy/language/times";
import { asObject, asText, isObject, type JsonObject } from "../json";
import { EmulatorOptionError, optionSchemas, readOption } from "../read-option";
import type { Behavior } from "../schema/family";
import { refuseUnknown } from "../schema/read";
import type { StoredObject } from "../store/storage";

const GROUPS = "/backends/tunnel_group";

/** Tunnels come from agents, and can be seeded. */
export const tunnel: Behavior = {
  compute: {
    backends(account, tunnel) {
      if (Object.keys(asObject(tunnel.fields.labels)).length === 0) return null;
      const groups = account.storage.all(GROUPS).filter((group) => includesTunnel(group, tunnel));
      return groups.map(({ id }) => account.ref([GROUPS], id));
    },
  },
  onCreate: ({ account }, fields) => ({
    tunnel_session_id: asText(fields.tunnel_session_id) || account.newId("ts"),
    started_at: asText(fields.started_at) || account.clock.timestamp(),
  }),
};

/** True if a tunnel has every label of a group. A group without labels has no tunnels. */
export function includesTunnel(group: StoredObject, tunnel: StoredObject): boolean {
  const labels = Object.entries(asObject(group.fields.labels));
  const tunnelLabels = asObject(tunnel.fields.labels);
  return labels.length > 0 && labels.every(([key, value]) => tunnelLabels[key] === value);
}

const MAX_TUNNELS = 1_000;

/** Sessions come from agents, and can be seeded. */
export const tunnelSession: Behavior = {
  onCreate: ({ account }, fields) => ({
    credential_id: asText(fields.credential_id) || account.newId("cr"),
    started_at: asText(fields.started_at) || account.clock.timestamp(),
  }),
  seed: (_call, values) => {
    const { agent = {} } = values;
    if (!isObject(agent)) throw new EmulatorOptionError("agent", "must be an object");
    return { ...values, agent: readAgent(agent) };
  },
  onWrite: ({ account }, session) => account.agents.startTunnels(session),
  onDelete: ({ account }, session) => account.agents.endTunnels(session.id),
};

const time = z.string().refine((text) => Number.isFinite(readInstant(text)), "must be an RFC 3339 time");

const agentSchema = z.object({
  /** Version an update would bring; a different major version counts as none. Default: the next minor version. */
  available_version: z.string().nullable().optional(),
  /** False: the agent's configuration disables update checks. Default true. */
  update_checks: z.boolean().optional(),
  /** End of the agent's update, RFC 3339; null when it is not updating. */
  updating_until: time.nullable().optional(),
  /** Version that was downloaded and takes effect with a restart. */
  updated_to: z.string().nullable().optional(),
  /** Seconds until a restarted agent is back. Default 0. */
  reconnect_seconds: optionSchemas.windowSeconds.or(z.literal(0)).optional(),
  /** Tunnels that the agent starts, matched by the labels of tunnel group backends. */
  tunnels: z
    .array(z.strictObject({ id: z.string().optional(), labels: z.record(z.string(), z.string()) }))
    .max(MAX_TUNNELS)
    .optional(),
  /** True: the agent is in an update that never ends. */
  updating: z.boolean().optional(),
  /** True: an update, to 3.99.0, was downloaded. */
  updated: z.boolean().optional(),
  /** False: there is no newer version. */
  update_available: z.boolean().optional(),
});

/** The behavior of the simulated agent behind a tunnel session; stored with the session, never returned. */
export type AgentBehavior = z.input<typeof agentSchema>;

function readAgent(agent: JsonObject): JsonObject {
  refuseUnknown(Object.keys(agentSchema.shape), agent, "agent");
  const { updating, updated, update_available, ...rest } = readOption("agent", agentSchema, agent);
  const result: JsonObject = { ...rest };
  if (updating === true) result.updating_until = "9999-12-31T23:59:59Z";
  if (updated === true) result.updated_to = "3.99.0";
  if (update_available === false) result.available_version = null;
  return result;
}
