import { sha256 } from "../account/objects";
import { textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { isNameInVault } from "./vault";

/** Service only: the reference does not have it. Values are never returned. */
export const secret: Behaviour = {
  compute: {
    vault_name: ({ storage }, { fields }) =>
      storage.get("/vaults", textOf(fields.vault_id))?.fields.name ?? null,
  },
  /** Recorded at the service: it accepts the name of the vault instead of its id; if both are given, the id counts. */
  readParams(call, { vault_name, ...body }) {
    if (vault_name === undefined || body.vault_id !== undefined) return body;
    const vault = call.account.storage.all("/vaults").find(({ fields }) => fields.name === vault_name);
    if (vault === undefined) refuseAsService(call, 24009, "No vault has this name.", "vault_name");
    return { ...body, vault_id: vault?.id ?? "" };
  },
  check(call, { name }) {
    if (!isNameInVault(name))
      refuseAsService(call, 24000, "The name has other characters than a-zA-Z0-9_/.-.", "name");
  },
  derive: (call, _fields, given, previous) => ({
    updated_at: call.account.clock.timestamp(),
    created_by_id: textOf(previous?.fields.created_by_id) || call.principal.id,
    last_updated_by_id: call.principal.id,
    ...(given.value === undefined ? {} : { value_sha256: sha256(textOf(given.value)) }),
  }),
};
