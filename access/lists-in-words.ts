/** A number of things in words: `1 rule`, `3 rules`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** The first ones of a list, and how many more there are: `a, b and 27 more`. */
export function shortList(all: readonly string[], most: number): string {
  const rest = all.length - most;
  return `${all.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
