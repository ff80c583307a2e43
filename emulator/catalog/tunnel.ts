import { objectOf, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import type { StoredObject } from "../store/storage";

const GROUPS = "/backends/tunnel_group";

/** Service only: the reference does not have it. Tunnels come from agents, and can be seeded. */
export const tunnel: Behaviour = {
  compute: {
    backends(account, served) {
      if (Object.keys(objectOf(served.fields.labels)).length === 0) return null;
      const groups = account.storage.all(GROUPS);
      return groups.filter((group) => isServedBy(group, served)).map(({ id }) => account.ref([GROUPS], id));
    },
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
