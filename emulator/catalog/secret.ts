import { sha256 } from "../account/account";
import { textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { id, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { refuseAsService } from "../service";
import { freeNotes } from "./shared";
import { isNameInVault } from "./vault";

const VAULTS = ["/vaults"];
const MEMBERS = ["/users", "/bot_users", "/service_users"];

/** Service only: the reference does not have it. Values are never returned. */
export const secret: Family = {
  stem: "secret",
  name: "Secret",
  serviceOnly: true,
  collection: "/vault_secrets",
  listKey: "secrets",
  filtered: true,
  idPrefix: "secret",
  operations: EVERY_OPERATION,
  create: {
    ...freeNotes,
    name: string({ required: true }),
    value: string({ required: true, writeOnly: true }),
    vault_id: id({ to: VAULTS, as: "vault" }, { required: true }),
  },
  update: ["name", "value", "metadata", "description"],
  response: {
    ...notes,
    name: returned.string(),
    updated_at: returned.string(),
    created_by: returned.ref("created_by_id", MEMBERS, { nullable: false }),
    last_updated_by: returned.ref("last_updated_by_id", MEMBERS, { nullable: false }),
    vault: returned.ref("vault_id", VAULTS, { nullable: false }),
    vault_name: returned.string({
      nullable: true,
      compute: ({ storage }, { fields }) =>
        storage.get("/vaults", textOf(fields.vault_id))?.fields.name ?? null,
    }),
  },
  check(call, { name, vault_id }, previous) {
    if (!isNameInVault(name))
      refuseAsService(call, 24000, "The name has other characters than a-zA-Z0-9_/.-.", "name");
    const twin = call.account.storage
      .all("/vault_secrets")
      .find(({ id, fields }) => id !== previous?.id && fields.vault_id === vault_id && fields.name === name);
    if (twin) refuseAsService(call, 24005, `${twin.id} of this vault has this name.`, "name");
  },
  derive: (call, _fields, given, previous) => ({
    updated_at: call.account.clock.timestamp(),
    created_by_id: textOf(previous?.fields.created_by_id) || call.principal.id,
    last_updated_by_id: call.principal.id,
    ...(given.value === undefined ? {} : { value_sha256: sha256(textOf(given.value)) }),
  }),
  seedable: ["value_sha256"],
};
