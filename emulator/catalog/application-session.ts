import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { formatTimestamp } from "../timestamp";

const SECONDS_OF_A_SESSION = 24 * 60 * 60;

/** Service only: the reference does not have it. Sessions come from traffic, and can be seeded. */
export const applicationSession: Behaviour = {
  compute: {
    route(account, { fields }) {
      const route = textOf(fields.route_id);
      return route === "" ? null : account.ref([`/edges/https/${textOf(fields.edge_id)}/routes`], route);
    },
  },
  atCreation: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    expires_at:
      textOf(fields.expires_at) || formatTimestamp(account.clock.now() + SECONDS_OF_A_SESSION * 1000),
  }),
};
