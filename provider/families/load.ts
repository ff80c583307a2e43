import type { ManagedFamily, ReadableFamily } from "../family/family-facts";
import type { LookupFamily } from "../family/lookup";
import { definitions, readOnly } from "./definitions";

/** Loaders by class. A provider loads only the families that its program uses, because building all of them takes long. */
const loaders: ReadonlyMap<string, () => Promise<ManagedFamily>> = new Map(Object.entries(definitions));

export const classNames: readonly string[] = [...loaders.keys()];

const lookups: ReadonlyMap<string, () => Promise<LookupFamily>> = new Map(Object.entries(readOnly));

export const readableNames: readonly string[] = [...classNames, ...lookups.keys()];

export function loadFamily(className: string): Promise<ManagedFamily> | undefined {
  return loaders.get(className)?.();
}

export async function loadReadable(name: string): Promise<ReadableFamily | undefined> {
  const lookup = await lookups.get(name)?.();
  if (lookup) return lookup;
  const family = await loadFamily(name);
  return family?.kind === "command" ? undefined : family;
}
