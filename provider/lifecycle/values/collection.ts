import { type Collection, fillPath, itemPath, segmentProblem } from "../../api";
import type { LookupFamily } from "../../family/lookup";
import type { ModuleFamily } from "../../family/module";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { isPresent } from "./compare";
import { UserError } from "./errors";

export function collectionOf(family: ResourceFamily | LookupFamily, at: Props): Collection {
  const { path, listKey } = family;
  return { path: fillPath(path, at), listKey, inParent: family.kind === "resource" && family.listedInParent };
}

export const itemOf = (family: ResourceFamily, at: Props, id: string): string =>
  itemPath(collectionOf(family, at).path, id);

/** Returns the paths of the modules that an object with these inputs has; empty if they are unknown. */
export function modulesOf(family: ResourceFamily, id: string | undefined, inputs: Props): readonly string[] {
  const { moduleKeys, pathKeys, parts = {} } = family;
  const isAddressable = [id, ...pathKeys.map((key) => inputs[key])].every(
    (value) => segmentProblem(value) === undefined && !holdsUnknown(value),
  );
  if (id === undefined || !isAddressable) return [];
  const declared = moduleKeys.filter((key) => isPresent(inputs[key]));
  return declared.map((key) => `${itemOf(family, inputs, id)}/${parts[key]?.segment}`);
}

export function moduleId(family: ModuleFamily, at: Props): string {
  const segment = family.path.slice(family.path.lastIndexOf("/") + 1);
  return [...family.pathKeys.map((key) => at[key]), segment].join("/");
}

export function idsInModuleId(family: ModuleFamily, id: string): Record<string, string> {
  const { name, pathKeys } = family;
  const segments = id.split("/");
  const ids = Object.fromEntries(pathKeys.map((key, i) => [key, segments[i] ?? ""]));
  if (moduleId(family, ids) === id) return ids;
  const form = moduleId(family, Object.fromEntries(pathKeys.map((key) => [key, `<${key}>`])));
  throw new UserError(`the id of ${name} is ${form}, not ${JSON.stringify(id)}`);
}
