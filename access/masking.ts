import { UNKNOWN_TEXT } from "../traffic-policy/symbolic/guards";

/** A value that the preview masks, or doesn't know yet. Equal ids stand for equal values. */
export const maskedValue = (id: string): string => `${UNKNOWN_TEXT}${id}`;

export const isMaskedValue = (value: string): boolean => value.startsWith(UNKNOWN_TEXT);

/** True if two lists differ in more than masked values. Each of these may stand for one value of the other list. */
export function listsDiffer(before: readonly string[], after: readonly string[]): boolean {
  const without = (values: readonly string[], others: readonly string[]) =>
    Map.groupBy(
      [...new Set(values)].filter((value) => !others.includes(value)),
      isMaskedValue,
    );
  const count = (values: readonly string[] = []) => values.length;
  const [lost, gained] = [without(before, after), without(after, before)];
  return count(lost.get(false)) > count(gained.get(true)) || count(gained.get(false)) > count(lost.get(true));
}
