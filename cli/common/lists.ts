/** Items in lists of at most so many. */
export function chunks<T>(items: readonly T[], most: number): T[][] {
  const lists: T[][] = [];
  for (let start = 0; start < items.length; start += most) lists.push(items.slice(start, start + most));
  return lists;
}

/** For sorting by code units, the same in every language that a machine speaks. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
