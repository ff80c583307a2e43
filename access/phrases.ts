/** A count with its noun: `1 rule`, `3 rules`. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** The first items of a list and the number of omitted ones: `a, b and 27 more`. */
export function shortList(items: readonly string[], maxItems: number): string {
  const omitted = items.length - maxItems;
  return `${items.slice(0, maxItems).join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}`;
}
