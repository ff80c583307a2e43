/** Prefix of the placeholder for a value that is unknown at preview, or masked. An id may follow: equal ids mean equal values. */
const UNKNOWN_TEXT = "\u0000";

export const maskedValue = (id: string): string => `${UNKNOWN_TEXT}${id}`;

/** True for a placeholder, which may stand for any value. */
export const isMaskedValue = (text: string): boolean => text.startsWith(UNKNOWN_TEXT);

const MAX_DEPTH = 100;

/** Replaces the leaves of a policy, such as those that the preview masks by placeholders. */
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
