import { looksSecretAt } from "./credentials/possible";
import { classesOf, isRecord, isSecret, type Shape, type Step, valueAt, walkShape } from "./field";

type Path = readonly Step[];
type Values = Readonly<Record<string, unknown>>;

/** Paths of values from the service that look like secrets, without those in `plain`. No program could mark them. */
export function likelySecretPaths(shape: Shape, values: Values, plain: Values = {}): readonly Path[] {
  const paths: Path[] = [];
  const addIfSecret = (value: unknown, path: Path) => {
    const key = path.length > 1 ? String(path.at(-1)) : "";
    if (typeof value === "string" && looksSecretAt(key, value) && valueAt(plain, path) !== value)
      paths.push(path);
  };
  const addBelow = (value: unknown, path: Path): void => {
    addIfSecret(value, path);
    if (Array.isArray(value)) for (const [n, item] of value.entries()) addBelow(item, [...path, n]);
    if (isRecord(value)) for (const [key, item] of Object.entries(value)) addBelow(item, [...path, key]);
  };
  walkShape(shape, values, (field, value, path) => {
    if (isSecret(field) || classesOf(field) !== undefined) return false;
    if (field.meta.embedded) addBelow(value, path);
    else if (field.kind === "leaf" && field.values === undefined) addIfSecret(value, path);
    return field.meta.embedded === undefined;
  });
  return paths;
}
