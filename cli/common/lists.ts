export function chunks<T>(items: readonly T[], maxLength: number): T[][] {
  const lists: T[][] = [];
  for (let start = 0; start < items.length; start += maxLength)
    lists.push(items.slice(start, start + maxLength));
  return lists;
}

/** Compares code units, so that the order doesn't depend on the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
