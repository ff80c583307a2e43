import { hashedSecret, id, out } from "../family/fields";
import { defineResource } from "../family/resource";
import { nameInVault, notes, stamps, time } from "./common";

export const secret = defineResource({
  name: "Secret",
  summary:
    "A secret in a Vault. Traffic policies use its value without containing it: see `secretRef`. The service never returns the value.",
  serviceOnly: true,
  path: "/vault_secrets",
  listKey: "secrets",
  filterableBy: ["description", "metadata", "name"],
  inputs: {
    vaultId: id("Id of the Vault; `getVault({ name })` finds one that another program manages.", {
      returned: { asRef: "vault" },
      refersTo: ["Vault"],
      unset: "alternative",
    }).optional(),
    vaultName: nameInVault(
      "Name of the Vault, instead of `vaultId`. Replacing the id with the name of the same vault changes nothing. Any other name replaces the secret, even if it is the new name of the same vault. In 2025, the service didn't return it.",
      { returned: "sometimes", unset: "alternative", nullable: true },
    ).optional(),
    name: nameInVault(
      "Name of the secret, by which traffic policies refer to it. When the name changes, a policy that uses `secretRef` is updated one request later; until then it refers to a secret that no longer exists.",
    ),
    value: hashedSecret(
      "Value of the secret. It is sent when the secret is created and when the program changes it; after an import or adoption, the first value is assumed to be the current one and isn't sent. The service never returns it, so drift of the value is not detected.",
    ),
    ...notes("What the secret is for."),
  },
  update: ["name", "value", "description", "metadata"],
  outputs: {
    ...stamps,
    updatedAt: time("When the secret was last changed, by anyone.", {
      volatile: true,
      changesWith: ["*"],
    }),
    vault: out.ref("The vault that the secret is in.", { volatile: true, reveals: ["vaultId"] }),
    createdBy: out.ref("Who created it.", { volatile: true }),
    lastUpdatedBy: out.ref("Who last changed it.", { volatile: true, changesWith: ["*"] }),
  },
  naturalKey: ["vaultId", "name"],
  alternatives: { id: "vaultId", name: "vaultName" },
});
