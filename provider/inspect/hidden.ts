import { fieldAt, isRecord, type Shape } from "../family/field";
import type { Props } from "../family/resource";

/**
 * A program's inputs with the object's own values in place of those that a preview hides: secrets and unknown ids. A
 * list or map that holds a hidden value is taken from the object as a whole.
 */
export function withObserved(
  shape: Shape,
  inputs: Props,
  observed: Props,
  isHidden: (value: unknown) => boolean,
): Props {
  const entries = Object.entries(inputs).map(([key, value]) => {
    const field = fieldAt(shape, key);
    const own = Object.hasOwn(observed, key) ? observed[key] : undefined;
    if (isRecord(value) && field?.kind === "object")
      return [key, withObserved(field.shape, value, isRecord(own) ? own : {}, isHidden)] as const;
    return [key, holds(value, isHidden) ? own : value] as const;
  });
  return Object.fromEntries(entries);
}

function holds(value: unknown, isHidden: (value: unknown) => boolean): boolean {
  if (isHidden(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return [...Object.keys(value), ...Object.values(value)].some((part) => holds(part, isHidden));
}
