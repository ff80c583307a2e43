/** Starts the placeholder of an unknown or masked value. If an id follows, equal ids mean equal values. */
const MASK_PREFIX = "\u0000";

export const maskedValue = (id: string): string => `${MASK_PREFIX}${id}`;

export const isMaskedValue = (text: string): boolean => text.startsWith(MASK_PREFIX);

/** Deeper lists and maps are replaced as a whole. */
const MAX_DEPTH = 100;

/** Replaces each value of a policy that isn't a list or map, for example a masked one with a placeholder. */
export function replaceLeaves(
  value: unknown,
  replace: (leaf: unknown, path: readonly string[]) => unknown,
  path: readonly string[] = [],
): unknown {
  if (typeof value !== "object" || value === null || path.length >= MAX_DEPTH) return replace(value, path);
  const replaceItem = (item: unknown, key: string | number) =>
    replaceLeaves(item, replace, [...path, String(key)]);
  if (Array.isArray(value)) return value.map(replaceItem);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceItem(item, key)]));
}
