import { textOf } from "../json";
import type { Family } from "../schema/family";
import { string, text, timestamp } from "../schema/params";
import { returned } from "../schema/responses";

/**
 * Service only: the reference does not have it. Users come from traffic, and can be seeded. Nothing says whether the
 * service ends the sessions of a user that is deleted: here they stay, so that no client relies on it.
 */
export const applicationUser: Family = {
  stem: "application-user",
  name: "ApplicationUser",
  serviceOnly: true,
  collection: "/app/users",
  listKey: "application_users",
  idPrefix: "au",
  operations: ["get", "list", "delete"],
  create: {
    identity_provider: {
      type: "object",
      shape: "IdentityProvider",
      fields: { name: string(), url: string() },
      default: { name: "Google", url: "https://accounts.google.com" },
    },
    provider_user_id: string(),
    username: text(),
    email: text(),
    name: text(),
    last_active: timestamp(),
    last_login: timestamp(),
  },
  update: [],
  response: {
    identity_provider: returned.object("IdentityProvider"),
    provider_user_id: returned.string(),
    username: returned.string(),
    email: returned.string(),
    name: returned.string(),
    last_active: returned.string(),
    last_login: returned.string(),
  },
  atCreation: ({ account }, fields) => ({
    last_active: textOf(fields.last_active) || account.clock.timestamp(),
    last_login: textOf(fields.last_login) || account.clock.timestamp(),
  }),
};
