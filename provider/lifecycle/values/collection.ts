import { type Collection, fillPath, itemPath } from "../../api";
import type { LookupFamily } from "../../family/lookup";
import type { Props, ResourceFamily } from "../../family/resource";

/** The collection that holds a family's objects. `at`: the values of its path parameters. */
export function collectionOf(family: ResourceFamily | LookupFamily, at: Props): Collection {
  const { path, listKey } = family;
  return { path: fillPath(path, at), listKey, inParent: family.kind === "resource" && family.listedInParent };
}

/** Path of one object of a family. */
export const itemOf = (family: ResourceFamily, at: Props, id: string): string =>
  itemPath(collectionOf(family, at).path, id);
