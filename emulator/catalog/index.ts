import { modules } from "../modules";
import type { Family } from "../schema/family";
import { type ReferenceFamily, readFamilyFile } from "../schema/reference";
import { familyFrom } from "../schema/tables";
import { sources } from "./families";

/** The transcription of the API reference by stem, the file name of a family. */
export const references: ReadonlyMap<string, ReferenceFamily> = new Map(
  sources.map(({ stem, rows }) => [stem, readFamilyFile(stem, rows)]),
);

export const families: readonly Family[] = sources.map(({ stem, behavior }) =>
  familyFrom(stem, requireNamed(references, stem), modules, behavior),
);

const byName: ReadonlyMap<string, Family> = new Map(families.map((family) => [family.name, family]));

export const findFamily = (name: string): Family => requireNamed(byName, name);

function requireNamed<T>(items: ReadonlyMap<string, T>, name: string): T {
  const item = items.get(name);
  if (item === undefined) throw new Error(`the emulator has no family ${name}`);
  return item;
}

/** The paths of all collections, with a placeholder such as `{edge_id}` for a parent's id. */
export const collections: readonly string[] = families.map(({ collection }) => collection);

export const idPrefixes: ReadonlyMap<string, string> = new Map(
  families.map(({ collection, idPrefix }) => [collection, idPrefix]),
);

/** Finds the family of a collection path, which contains a parent's id or its placeholder. */
export function matchCollection(
  collection: string,
): { readonly family: Family; readonly path: Readonly<Record<string, string>> } | undefined {
  for (const family of families) {
    const pattern = family.collection.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(collection);
    if (match) return { family, path: { ...match.groups } };
  }
  return undefined;
}
