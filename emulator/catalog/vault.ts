import { ApiFailure } from "../failure";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseWhileInUse } from "./in-use";
import { freeNotes } from "./shared";

/** Path of the list of one vault's secrets. */
export const SECRETS_OF_VAULT_PATH = "/vaults/{id}/secrets";

/** Service only: the reference does not have it. */
export const vault: Family = {
  stem: "vault",
  name: "Vault",
  serviceOnly: true,
  collection: "/vaults",
  listKey: "vaults",
  filtered: true,
  idPrefix: "vault",
  operations: EVERY_OPERATION,
  create: { ...freeNotes, name: string({ required: true }) },
  update: ["name", "metadata", "description"],
  response: {
    ...notes,
    name: returned.string(),
    updated_at: returned.string(),
    created_by: returned.string(),
    last_updated_by: returned.string(),
  },
  check({ account, trusted }, fields, previous) {
    if (trusted) return;
    const twin = account.storage
      .all("/vaults")
      .find((other) => other.id !== previous?.id && other.fields.name === fields.name);
    if (twin) throw new ApiFailure("conflict", `${twin.id} has this name.`, "name");
  },
  derive: ({ account, principal }, _fields, _given, previous) => ({
    updated_at: account.clock.timestamp(),
    created_by: textOf(previous?.fields.created_by) || principal.id,
    last_updated_by: principal.id,
  }),
  guard({ account }, object, operation) {
    if (operation === "delete")
      refuseWhileInUse(account, object, ["/vault_secrets"], ({ fields }) => [textOf(fields.vault_id)]);
  },
};
