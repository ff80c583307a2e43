import type { Account } from "./lifecycle";

/** Paths of the modules that were set in this process, by account. */
const placed = new WeakMap<Account["api"], Set<string>>();

/**
 * Remembers that a module was set. The engine deletes last: what it deletes may be the module that another resource, or
 * the edge itself, has set a moment before, and is not the deleted resource's any more.
 */
export function modulePlaced({ api }: Account, path: string): void {
  const paths = placed.get(api);
  if (paths) paths.add(path);
  else placed.set(api, new Set([path]));
}

export const isModulePlaced = ({ api }: Account, path: string): boolean =>
  placed.get(api)?.has(path) ?? false;
