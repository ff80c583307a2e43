import { objectOf, textOf } from "../json";
import type { Family } from "../schema/family";
import { id, map, string, text, timestamp } from "../schema/params";
import { returned } from "../schema/responses";
import type { StoredObject } from "../store/storage";

const SESSIONS = ["/tunnel_sessions"];
const ENDPOINTS = ["/endpoints"];
const GROUPS = ["/backends/tunnel_group"];

/** Service only: the reference does not have it. Tunnels come from agents, and can be seeded. */
export const tunnel: Family = {
  stem: "tunnel",
  name: "Tunnel",
  serviceOnly: true,
  collection: "/tunnels",
  listKey: "tunnels",
  idPrefix: "tn",
  operations: ["get", "list"],
  create: {
    public_url: text(),
    started_at: timestamp(),
    metadata: text(),
    proto: text(),
    region: string({ default: "us" }),
    tunnel_session_id: id({ to: SESSIONS }),
    endpoint_id: id({ to: ENDPOINTS }),
    labels: map({ default: null }),
    forwards_to: string({ default: "http://localhost:80" }),
  },
  update: [],
  without: ["uri", "created_at"],
  response: {
    public_url: returned.string(),
    started_at: returned.string(),
    metadata: returned.string(),
    proto: returned.string(),
    region: returned.string(),
    tunnel_session: returned.ref("tunnel_session_id", SESSIONS, { nullable: false }),
    endpoint: returned.ref("endpoint_id", ENDPOINTS),
    labels: returned.map({ nullable: true }),
    backends: {
      ...returned.refs("backends", GROUPS, { byConvention: false, nullable: true }),
      compute(account, served) {
        if (Object.keys(objectOf(served.fields.labels)).length === 0) return null;
        const groups = account.storage.all("/backends/tunnel_group");
        return groups.filter((group) => isServedBy(group, served)).map(({ id }) => account.ref(GROUPS, id));
      },
    },
    forwards_to: returned.string(),
  },
  atCreation: ({ account }, fields) => ({
    tunnel_session_id: textOf(fields.tunnel_session_id) || account.newId("ts"),
    started_at: textOf(fields.started_at) || account.clock.timestamp(),
  }),
};

/** A tunnel matches when it has every label of the tunnel group; a group without labels matches nothing. */
export function isServedBy(group: StoredObject, served: StoredObject): boolean {
  const labels = Object.entries(objectOf(group.fields.labels));
  const own = objectOf(served.fields.labels);
  return labels.length > 0 && labels.every(([key, value]) => own[key] === value);
}
