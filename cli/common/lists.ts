import { plainText } from "./safe-text";

/** Lines of a section in a text report; none if it has no items. The items may be external data. */
export const listSection = (heading: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : ["", heading, ...items.map((item) => `  ${plainText(item)}`)];

export function chunks<T>(items: readonly T[], maxLength: number): T[][] {
  const lists: T[][] = [];
  for (let start = 0; start < items.length; start += maxLength)
    lists.push(items.slice(start, start + maxLength));
  return lists;
}

/** Compares code units, so that the order doesn't depend on the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
