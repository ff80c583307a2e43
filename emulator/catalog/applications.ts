import { asText } from "../json";
import type { Behavior } from "../schema/family";
import { formatTimestamp } from "../timestamp";

const SESSION_SECONDS = 24 * 60 * 60;

/** Sessions come from traffic, which the emulator doesn't serve: tests seed them. */
export const applicationSession: Behavior = {
  compute: {
    route(account, { fields }) {
      const route = asText(fields.route_id);
      return route === "" ? null : account.ref([`/edges/https/${asText(fields.edge_id)}/routes`], route);
    },
  },
  onCreate: ({ account }, fields) => ({
    last_active: asText(fields.last_active) || account.clock.timestamp(),
    expires_at: asText(fields.expires_at) || formatTimestamp(account.clock.now() + SESSION_SECONDS * 1000),
  }),
};

/**
 * Tests seed users, like sessions. It is undocumented whether deleting a user ends the user's sessions; they are kept here,
 * so that no client relies on it.
 */
export const applicationUser: Behavior = {
  onCreate: ({ account }, fields) => ({
    last_active: asText(fields.last_active) || account.clock.timestamp(),
    last_login: asText(fields.last_login) || account.clock.timestamp(),
  }),
};
