import { id, out } from "../family/fields";
import { defineResource } from "../family/resource";
import { limitedNotes, OWNER_OPTIONS, stamps } from "./common";

/** API reference, sections "API key" and "Authentication". */
export const apiKey = defineResource({
  name: "ApiKey",
  summary:
    "A key for the management API. The service returns its token only at creation; the state keeps it as a secret. The key that the provider itself uses can't be deleted.",
  section: "API key",
  path: "/api_keys",
  listKey: "keys",
  filterableBy: ["description", "metadata"],
  inputs: {
    ...limitedNotes("What uses the key to authenticate."),
    ownerId: id(
      "Id of the user, ServiceUser, or BotUser that owns the key; by default the owner of the token that creates it. Only admins may name another owner.",
      OWNER_OPTIONS,
    ).optional(),
  },
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    token: out.string(
      "Bearer token for the Authorization header. Null on keys that were adopted or looked up: the service shows it once.",
      { secret: true, returned: "once", nullable: true },
    ),
  },
  preventDelete: async ({ token }, account) =>
    typeof token === "string" && (await account.isOwnToken(token))
      ? "the provider itself authenticates with this key: deleting it would lock the program out in the middle of the run. Give the provider another token (tunnel-edge:apiToken) first."
      : undefined,
});
