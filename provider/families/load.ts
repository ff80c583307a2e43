import type { CommandFamily } from "../family/command";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { ResourceFamily } from "../family/resource";
import { definitions } from "./definitions";

type Family = ResourceFamily | ModuleFamily | CommandFamily;
type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

/**
 * Where each class is defined. The provider process loads the families that a program uses and no other: building the
 * schemas of all of them takes longer than everything else that it does at its start.
 */
const loaders: ReadonlyMap<string, () => Promise<Family>> = new Map(Object.entries(definitions));

/** Names of all classes. */
export const classNames: readonly string[] = [...loaders.keys()];

/** Starts to load the family of a class; undefined for a class that this version does not have. */
export function loadFamily(className: string): Promise<Family> | undefined {
  return loaders.get(className)?.();
}

/** Starts to load the family that a get or list function reads. */
export async function loadReadable(name: string): Promise<ReadableFamily | undefined> {
  if (name === "TunnelSession") return (await import("./tunnel-session.js")).tunnelSession;
  const family = await loadFamily(name);
  return family?.kind === "command" ? undefined : family;
}
