import { type Json, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";

/** Allowed by the catalog of errors, and the hyphen, which recorded requests have. */
export const isNameInVault = (name: Json | undefined): boolean => /^[A-Za-z0-9_/.-]+$/.test(textOf(name));

/** Service only: the reference does not have it. */
export const vault: Behaviour = {
  check(call, { name }) {
    if (!isNameInVault(name))
      refuseAsService(call, 23000, "The name has other characters than a-zA-Z0-9_/.-.", "name");
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
