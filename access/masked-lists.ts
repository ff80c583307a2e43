import { isMaskedValue } from "../traffic-policy/symbolic/policy-reader";

/** True if two lists certainly differ. A masked value may equal any one value of the other list. */
export function listsDiffer(before: readonly string[], after: readonly string[]): boolean {
  const countMissing = (values: readonly string[], others: readonly string[]) => {
    const missing = [...new Set(values)].filter((value) => !others.includes(value));
    const masked = missing.filter(isMaskedValue).length;
    return { masked, visible: missing.length - masked };
  };
  const [lost, gained] = [countMissing(before, after), countMissing(after, before)];
  return lost.visible > gained.masked || gained.visible > lost.masked;
}
