import type { LifecycleContext } from "./lifecycle";

/** Who has set a module: a resource of its own, or the one of its edge or route. */
type Owner = "own" | "edge";

/** Who has set which module in this process last, by account and path. */
const placed = new WeakMap<LifecycleContext["api"], Map<string, Owner>>();

/**
 * Remembers that a resource has, or wants to have, a module as it is. The engine deletes last: what it deletes may be the
 * module that another resource, or the edge itself, has set a moment before, and is not the deleted resource's any more.
 */
export function modulePlaced({ api }: LifecycleContext, path: string, owner: Owner): void {
  const paths = placed.get(api) ?? new Map<string, Owner>();
  placed.set(api, paths.set(path, owner));
}

export const modulePlacedBy = ({ api }: LifecycleContext, path: string): Owner | undefined =>
  placed.get(api)?.get(path);
