import { type Collection, fillPath, itemPath, segmentProblem } from "../../api";
import type { LookupFamily } from "../../family/lookup";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";

/** Returns the collection of a family's objects. @param at - Values of the path parameters. */
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
  const set = moduleKeys.filter((key) => (inputs[key] ?? undefined) !== undefined);
  return set.map((key) => `${itemOf(family, inputs, id)}/${parts[key]?.segment}`);
}
