import { type Field, isRecord, mapShape, mayChangeWith, type Shape, shapeOf } from "../../family/field";
import type { Props } from "../../family/resource";
import { areEqual, isBlank, isPresent } from "./compare";

/** True if a module has settings that the program leaves to the service and that an update would reset. */
export function leavesSettings(field: Field, declared: unknown, before: unknown): boolean {
  const shape = shapeOf(field);
  if (!shape || !isRecord(declared)) return false;
  const old = isRecord(before) ? before : {};
  const changed = isRecord(before) ? changedSettings(shape, declared, old) : [];
  return Object.entries(shape).some(([key, child]) =>
    isPresent(declared[key])
      ? leavesSettings(child, declared[key], old[key])
      : isLeft(child, old[key], changed),
  );
}

/** Adds the service's values of the settings that the program leaves to it, because a module is sent whole. */
export function keepSettings(field: Field, declared: unknown, before: unknown, current: unknown): unknown {
  const shape = shapeOf(field);
  if (!shape || !isRecord(declared) || !isRecord(current)) return declared;
  const old = isRecord(before) ? before : {};
  const changed = changedSettings(shape, declared, current);
  return mapShape(shape, (child, key) => {
    if (isPresent(declared[key])) return keepSettings(child, declared[key], old[key], current[key]);
    // By convention, a service's 0 also means "unspecified".
    const isSet = !isBlank(current[key]) && current[key] !== 0;
    return isSet && isLeft(child, old[key], changed) ? current[key] : declared[key];
  });
}

const isLeft = (field: Field, before: unknown, changed: readonly string[]): boolean =>
  field.hasServerDefault && !isPresent(before) && !mayChangeWith(field, changed);

const changedSettings = (shape: Shape, declared: Props, other: Props): string[] =>
  Object.entries(shape).flatMap(([key, field]) => (areEqual(field, declared[key], other[key]) ? [] : [key]));
