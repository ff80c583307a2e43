import type { ModuleFamily } from "../../family/module";
import type { Props } from "../../family/resource";
import { UserError } from "./errors";

/** Returns the id of a module: the ids in its path, followed by its name in the path. */
export function moduleId(family: ModuleFamily, at: Props): string {
  const segment = family.path.slice(family.path.lastIndexOf("/") + 1);
  return [...family.pathKeys.map((key) => at[key]), segment].join("/");
}

export function idsInModuleId(family: ModuleFamily, id: string): Record<string, string> {
  const parts = id.split("/");
  const pathIds = Object.fromEntries(family.pathKeys.map((key, i) => [key, parts[i] ?? ""]));
  if (moduleId(family, pathIds) !== id) {
    const form = moduleId(family, Object.fromEntries(family.pathKeys.map((key) => [key, `<${key}>`])));
    throw new UserError(`the id of ${family.name} is ${form}, not ${JSON.stringify(id)}`);
  }
  return pathIds;
}
