import { out } from "../family/fields";
import { defineResource } from "../family/resource";
import { nameInVault, notes, stamps, time } from "./common";

export const vault = defineResource({
  name: "Vault",
  summary: "A collection of Secrets. Traffic policies refer to a secret by its name and the vault's name.",
  serviceOnly: true,
  path: "/vaults",
  filterableBy: ["description", "metadata", "name"],
  inputs: {
    name: nameInVault(
      "Name of the vault, by which traffic policies refer to it. When the name changes, a policy that uses `secretRef` is updated one request later; until then it refers to a vault that no longer exists.",
    ),
    ...notes("What the vault is for."),
  },
  update: ["name", "description", "metadata"],
  outputs: {
    ...stamps,
    updatedAt: time("When the vault was last changed.", { volatile: true, changesWith: ["*"] }),
    createdBy: out.string("Id of its creator."),
    lastUpdatedBy: out.string("Id of the member who last changed it.", {
      volatile: true,
      changesWith: ["*"],
    }),
  },
  naturalKey: ["name"],
});
