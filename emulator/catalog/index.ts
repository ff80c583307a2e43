import type { Family } from "../schema/family";
import { families } from "./families";

export { families };

/** The family of a collection path, with `{edge_id}` or with a parent's id in its place. */
export function familyOf(
  collection: string,
): { readonly family: Family; readonly path: Readonly<Record<string, string>> } | undefined {
  for (const family of families) {
    const pattern = family.collection.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(collection);
    if (match) return { family, path: { ...match.groups } };
  }
  return undefined;
}
