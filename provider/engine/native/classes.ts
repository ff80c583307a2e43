import type { ReadSetting } from "../../account/settings/settings";
import { loadFamily } from "../../families/load";
import { getOrAdd } from "../../family/collections";
import { UserError } from "../../lifecycle";
import { version } from "../../manifest";
import { FamilyOperations } from "../operations/operations";
import { classOfType } from "./tokens";

/** Loads the operations of a class when a resource first needs them. */
export class Classes {
  private readonly loaded = new Map<string, Promise<FamilyOperations>>();

  constructor(private readonly configured: () => Promise<ReadSetting>) {}

  load(urn: string): Promise<FamilyOperations> {
    // A URN also contains the types of the resource's parents.
    const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
    return getOrAdd(this.loaded, type, () => {
      const name = classOfType(type);
      const family = name === undefined ? undefined : loadFamily(name);
      if (family) return family.then((loaded) => new FamilyOperations(loaded, this.configured));
      throw new UserError(
        `version ${version} of tunnel-edge has no resource of type ${JSON.stringify(type)}: install a newer version, or correct the type`,
      );
    });
  }
}

/** Returns a resource's name across all stacks, in the format of the dynamic classes. The engine passes no organization. */
export function qualifiedNameIn(urn: string): string {
  const [head = "", project = ""] = urn.split("::");
  return ["organization", project, head.split(":").at(-1), resourceIn(urn)].join("/");
}

/** Returns the types of a resource's parents and its name, which is unique within its stack and class. */
export function resourceIn(urn: string): string {
  const [, , types = "", ...name] = urn.split("::");
  return [...types.split("$").slice(0, -1), name.join("::")].join("$");
}
