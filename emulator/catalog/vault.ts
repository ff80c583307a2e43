import { type Json, textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { freeNotes } from "./shared";

/** Path of the list of one vault's secrets. */
export const SECRETS_OF_VAULT_PATH = "/vaults/{id}/secrets";

/** What the error catalogue allows, and the hyphen, which recorded requests have. */
export const isNameInVault = (name: Json | undefined): boolean => /^[A-Za-z0-9_/.-]+$/.test(textOf(name));

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
  check(call, { name }, previous) {
    if (!isNameInVault(name))
      refuseAsService(call, 23000, "The name has other characters than a-zA-Z0-9_/.-.", "name");
    const twin = call.account.storage
      .all("/vaults")
      .find((other) => other.id !== previous?.id && other.fields.name === name);
    if (twin) refuseAsService(call, 23004, `${twin.id} has this name.`, "name");
  },
  derive: ({ account, principal }, _fields, _given, previous) => ({
    updated_at: account.clock.timestamp(),
    created_by: textOf(previous?.fields.created_by) || principal.id,
    last_updated_by: principal.id,
  }),
  guard(call, object, operation) {
    const isUsed = call.account.storage
      .all("/vault_secrets")
      .some(({ fields }) => fields.vault_id === object.id);
    if (operation === "delete" && isUsed)
      refuseAsService(call, 23003, `${object.id} must be empty before it is deleted.`);
  },
};
