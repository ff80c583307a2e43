import { type Field, isRecord, mapShape, mayChangeWith, type Shape, shapeOf } from "../../family/field";
import type { Props } from "../../family/resource";
import { areEqual, isBlank, isPresent, leavesChoice } from "./compare";

/** True if a module has settings that the program leaves to the service and that an update would reset. */
export function leavesSettings(shape: Shape, declared: Props, before: Props | undefined): boolean {
  const changed = before ? changedSettings(shape, declared, before) : [];
  return Object.entries(shape).some(([key, field]) => {
    const [value, old] = [declared[key], before?.[key]];
    if (!isPresent(value)) return isLeftToService(field, old, changed);
    const nested = shapeOf(field);
    return nested !== undefined && isRecord(value) && leavesSettings(nested, value, recordOf(old));
  });
}

/** Adds the service's values of the settings that the program leaves to it, because a module is sent whole. */
export function keepSettings(
  shape: Shape,
  declared: Props,
  before: Props | undefined,
  current: Props,
): Props {
  const changed = changedSettings(shape, declared, current);
  const kept = mapShape(shape, (field, key) => {
    const [value, old, observed] = [declared[key], before?.[key], current[key]];
    const nested = shapeOf(field);
    if (nested && isRecord(value) && isRecord(observed))
      return keepSettings(nested, value, recordOf(old), observed);
    if (isPresent(value)) return value;
    // By convention, a service's 0 also means "unspecified".
    const isUnspecified = isBlank(observed) || observed === 0;
    return !isUnspecified && isLeftToService(field, old, changed) ? observed : undefined;
  });
  return { ...declared, ...kept };
}

const isLeftToService = (field: Field, before: unknown, changed: readonly string[]): boolean =>
  leavesChoice(field, before) && !mayChangeWith(field, changed);

const changedSettings = (shape: Shape, declared: Props, other: Props): string[] =>
  Object.entries(shape).flatMap(([key, field]) => (areEqual(field, declared[key], other[key]) ? [] : [key]));

export const recordOf = (value: unknown) => (isRecord(value) ? value : undefined);
