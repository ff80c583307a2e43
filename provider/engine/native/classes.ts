import type { Read } from "../../account/settings/settings";
import { loadFamily } from "../../families/load";
import { UserError } from "../../lifecycle";
import { version } from "../../manifest";
import { FamilyOperations } from "../operations/operations";
import { classOfType } from "./tokens";

/** The operations of each class, loaded when a resource needs them. */
export class Classes {
  private readonly loaded = new Map<string, Promise<FamilyOperations>>();

  /** @param configured - The provider's configuration, once the engine has given it. */
  constructor(private readonly configured: () => Promise<Read>) {}

  of(urn: string): Promise<FamilyOperations> {
    const type = typeIn(urn);
    const known = this.loaded.get(type);
    if (known) return known;
    const name = classOfType(type);
    const family = name === undefined ? undefined : loadFamily(name);
    if (!family)
      throw new UserError(
        `this version of tunnel-edge, ${version}, has no resource of type ${JSON.stringify(type)}: install a newer one, or correct the type`,
      );
    const operations = family.then((loaded) => new FamilyOperations(loaded, this.configured));
    this.loaded.set(type, operations);
    return operations;
  }
}

/** The resource's own type in a URN, which also has those of its parents. */
function typeIn(urn: string): string {
  const [, , types = ""] = urn.split("::");
  return types.slice(types.lastIndexOf("$") + 1);
}

/**
 * The place of a resource among all programs and stacks, as the dynamic classes compose it. The engine does not tell a
 * provider the organization.
 */
export function placeIn(urn: string): string {
  const [head = "", project = ""] = urn.split("::");
  const stack = head.slice(head.lastIndexOf(":") + 1);
  return ["organization", project, stack, placeInStack(urn)].join("/");
}

/** The part of a resource's place that is its own: the types of its parents and its name. */
export function placeInStack(urn: string): string {
  const [, , types = "", ...name] = urn.split("::");
  return [...types.split("$").slice(0, -1), name.join("::")].join("$");
}
