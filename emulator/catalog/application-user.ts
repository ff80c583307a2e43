import { textOf } from "../json";
import type { Behaviour } from "../schema/family";

/**
 * Service only: the reference does not have it. Users come from traffic, and can be seeded. Nothing says whether the
 * service ends the sessions of a user that is deleted: here they stay, so that no client relies on it.
 */
export const applicationUser: Behaviour = {
  atCreation: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    last_login: textOf(fields.last_login) || account.clock.timestamp(),
  }),
};
