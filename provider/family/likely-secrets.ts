import { looksSecretAt } from "./credentials/possible";
import { classesOf, isRecord, isSecret, type Shape, type Step, valueAt, walkShape } from "./field";

type Path = readonly Step[];
type Values = Readonly<Record<string, unknown>>;

/**
 * Where values of the service look like secrets although their properties are none: nobody could declare them as such in a
 * program.
 *
 * @param known - Values that are known already: what they say in the same place is left out.
 */
export function likelySecretPaths(shape: Shape, values: Values, known: Values = {}): readonly Path[] {
  const found: Path[] = [];
  const note = (value: unknown, path: Path) => {
    const key = path.length > 1 ? String(path.at(-1)) : "";
    if (typeof value === "string" && looksSecretAt(key, value) && valueAt(known, path) !== value)
      found.push(path);
  };
  const noteBelow = (value: unknown, path: Path): void => {
    note(value, path);
    if (Array.isArray(value)) for (const [n, item] of value.entries()) noteBelow(item, [...path, n]);
    if (isRecord(value)) for (const [key, item] of Object.entries(value)) noteBelow(item, [...path, key]);
  };
  walkShape(shape, values, (field, value, path) => {
    if (isSecret(field) || classesOf(field) !== undefined) return false;
    if (field.meta.embedded) noteBelow(value, path);
    else if (field.kind === "leaf" && field.values === undefined) note(value, path);
    return field.meta.embedded === undefined;
  });
  return found;
}
