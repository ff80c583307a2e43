/** Sorts the keys of objects at any depth. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the first items and the number of the others: `a, b and 27 more`. */
export function listFirst(items: readonly string[], maxItems: number): string {
  const omitted = items.length - maxItems;
  return `${items.slice(0, maxItems).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}

interface Entries<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value of a key in a map. A missing value is created and added. */
export function getOrAdd<K, V>(map: Entries<K, V>, key: K, create: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const added = create();
  map.set(key, added);
  return added;
}
