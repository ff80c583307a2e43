import { distance } from "fastest-levenshtein";

/** The known name that another one most likely stands for, or undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 80) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, "");
  const [first] = known
    .map((other) => ({ other, far: distance(plain(name), plain(other)) }))
    .sort((one, other) => one.far - other.far);
  return first !== undefined && first.far <= Math.max(name.length < 4 ? 1 : 2, Math.min(3, name.length / 4))
    ? first.other
    : undefined;
}
