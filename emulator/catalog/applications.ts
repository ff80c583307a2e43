import { textOf } from "../json";
import type { Behavior } from "../schema/family";
import { formatTimestamp } from "../timestamp";

const SESSION_SECONDS = 24 * 60 * 60;

/** Traffic creates sessions; tests can seed them. */
export const applicationSession: Behavior = {
  compute: {
    route(account, { fields }) {
      const route = textOf(fields.route_id);
      return route === "" ? null : account.ref([`/edges/https/${textOf(fields.edge_id)}/routes`], route);
    },
  },
  onCreate: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    expires_at: textOf(fields.expires_at) || formatTimestamp(account.clock.now() + SESSION_SECONDS * 1000),
  }),
};

/**
 * Traffic creates users; tests can seed them. It is undocumented whether deleting a user ends their sessions; they are
 * kept here, so that no client relies on it.
 */
export const applicationUser: Behavior = {
  onCreate: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    last_login: textOf(fields.last_login) || account.clock.timestamp(),
  }),
};
