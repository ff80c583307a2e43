import { sha256 } from "../account/objects";
import { reject } from "../failure";
import { asText, type Json } from "../json";
import type { Behavior } from "../schema/family";

/** The service's error messages don't list the hyphen, but names in recorded requests contain it. */
const isNameInVault = (name: Json | undefined): boolean => /^[A-Za-z0-9_/.-]+$/.test(asText(name));

export const vault: Behavior = {
  check(call, { name }) {
    if (!isNameInVault(name))
      reject(call, 23000, "The name contains characters other than a-z, A-Z, 0-9, and _/.-", "name");
  },
  derive: ({ account, principal }, _fields, _changes, previous) => ({
    updated_at: account.clock.timestamp(),
    created_by: asText(previous?.fields.created_by) || principal.id,
    last_updated_by: principal.id,
  }),
  refuseDeletion(call, object) {
    const secrets = call.account.storage.all("/vault_secrets");
    if (secrets.some(({ fields }) => fields.vault_id === object.id))
      reject(call, 23003, `${object.id} must be empty before it is deleted.`);
  },
};

export const secret: Behavior = {
  compute: {
    vault_name: ({ storage }, { fields }) =>
      storage.get("/vaults", asText(fields.vault_id))?.fields.name ?? null,
  },
  /** The service accepts the vault's name instead of its id, which takes precedence. */
  readParams(call, { vault_name, ...body }) {
    if (vault_name === undefined || body.vault_id !== undefined) return body;
    const vault = call.account.storage.all("/vaults").find(({ fields }) => fields.name === vault_name);
    if (vault === undefined) reject(call, 24009, "No vault has this name.", "vault_name");
    return { ...body, vault_id: vault?.id ?? "" };
  },
  check(call, { name }) {
    if (!isNameInVault(name))
      reject(call, 24000, "The name contains characters other than a-z, A-Z, 0-9, and _/.-", "name");
  },
  derive: (call, _fields, changes, previous) => ({
    updated_at: call.account.clock.timestamp(),
    created_by_id: asText(previous?.fields.created_by_id) || call.principal.id,
    last_updated_by_id: call.principal.id,
    ...(changes.value === undefined ? {} : { value_sha256: sha256(asText(changes.value)) }),
  }),
};
