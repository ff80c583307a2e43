import { out } from "../family/fields";
import { defineResource } from "../family/resource";
import { description, metadata, nameInVault, stamps, time } from "./common";

/** Service only: the API reference does not have it. */
export const vault = defineResource({
  name: "Vault",
  summary:
    "A collection of Secrets, to which traffic policies refer by the names of the vault and the secret.",
  serviceOnly: true,
  path: "/vaults",
  listKey: "vaults",
  filtered: ["description", "metadata", "name"],
  inputs: {
    name: nameInVault(
      "Name of the vault, by which traffic policies refer to it. A policy that names it by `secretRef` follows another name one request later; until then, it names what is gone.",
    ),
    description: description("What the vault is for."),
    metadata,
  },
  update: ["name", "description", "metadata"],
  outputs: {
    ...stamps,
    updatedAt: time("When the vault was changed last.", { volatile: true, changesWith: ["*"] }),
    createdBy: out.string("Id of who created it."),
    lastUpdatedBy: out.string("Id of who changed it last.", { volatile: true, changesWith: ["*"] }),
  },
  naturalKey: ["name"],
});
