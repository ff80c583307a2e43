import { hashedSecret, id, out } from "../family/fields";
import { defineResource } from "../family/resource";
import { description, metadata, nameInVault, stamps, time } from "./common";

/** Service only: the API reference does not have it. */
export const secret = defineResource({
  name: "Secret",
  summary:
    "A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service never returns the value.",
  serviceOnly: true,
  path: "/vault_secrets",
  listKey: "secrets",
  filtered: ["description", "metadata", "name"],
  inputs: {
    vaultId: id("Id of the Vault; `getVault({ name })` finds one that another program manages.", {
      returned: { asRef: "vault" },
      refersTo: ["Vault"],
      unset: "alternative",
    }).optional(),
    vaultName: nameInVault(
      "Name of the Vault, in place of `vaultId`. The name of the vault that has the secret changes nothing; another replaces the secret, also where the vault has been renamed, which the id follows. Services of 2025 do not return it.",
      { returned: "sometimes", unset: "alternative", nullable: true },
    ).optional(),
    name: nameInVault(
      "Name of the secret, by which traffic policies refer to it. A policy that names it by `secretRef` follows another name one request later; until then, it names what is gone.",
    ),
    value: hashedSecret(
      "Value of the secret. It is sent when the secret is created and when the program changes it; the first one after an import or an adoption is taken for what the service has, and is not sent. The service never returns it, so a change by others is not seen.",
    ),
    description: description("What the secret is for."),
    metadata,
  },
  update: ["name", "value", "description", "metadata"],
  outputs: {
    ...stamps,
    updatedAt: time("When the secret was changed last, also by others.", {
      volatile: true,
      changesWith: ["*"],
    }),
    vault: out.ref("The vault that the secret is in.", { volatile: true, madeOf: ["vaultId"] }),
    createdBy: out.ref("Who created it.", { volatile: true }),
    lastUpdatedBy: out.ref("Who changed it last.", { volatile: true, changesWith: ["*"] }),
  },
  naturalKey: ["vaultId", "name"],
  alternatives: { id: "vaultId", name: "vaultName" },
});
