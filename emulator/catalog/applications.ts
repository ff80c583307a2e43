import { textOf } from "../json";
import type { Behavior } from "../schema/family";
import { formatTimestamp } from "../timestamp";

const SECONDS_OF_A_SESSION = 24 * 60 * 60;

/** Service only: the reference does not have it. Sessions come from traffic, and can be seeded. */
export const applicationSession: Behavior = {
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

/**
 * Service only: the reference does not have it. Users come from traffic, and can be seeded. Nothing says whether the
 * service ends the sessions of a user that is deleted: here they stay, so that no client relies on it.
 */
export const applicationUser: Behavior = {
  atCreation: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    last_login: textOf(fields.last_login) || account.clock.timestamp(),
  }),
};
