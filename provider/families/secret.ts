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
    }),
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
    vaultName: out.string("Name of the vault; services of 2025 do not tell it.", {
      nullable: true,
      volatile: true,
      madeOf: ["vaultId"],
    }),
    vault: out.ref("The vault that the secret is in.", { volatile: true, madeOf: ["vaultId"] }),
    createdBy: out.ref("Who created it.", { volatile: true }),
    lastUpdatedBy: out.ref("Who changed it last.", { volatile: true, changesWith: ["*"] }),
  },
  naturalKey: ["vaultId", "name"],
});
