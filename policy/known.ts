/**
 * The known part of a resource's properties, as plain data: an unknown value becomes `undefined` but keeps its key or
 * its place in a list, so that "not given" and "not known yet" can be told apart with `in`. For rules over the whole
 * stack: one unknown value of one resource must not keep a rule from judging all others.
 */
export function knownPart(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value.keys(), (at) => knownPart(valueAt(value, at)));
  const keys = Object.keys(value);
  return Object.fromEntries(keys.map((key) => [key, knownPart(valueAt(value, key))]));
}

function valueAt(holder: object, key: string | number): unknown {
  try {
    return (holder as Readonly<Record<string | number, unknown>>)[key];
  } catch (error) {
    // What the policy library throws for an unknown value is a class that it does not export.
    if (error instanceof Error && error.constructor.name === "UnknownValueError") return undefined;
    throw error;
  }
}

/** Whether a known part lacks anything, at any depth, that is not known yet. */
export const holdsUnknown = (part: unknown): boolean =>
  part === undefined || (typeof part === "object" && part !== null && Object.values(part).some(holdsUnknown));

/** Whether a property was given, known or not: reading an unknown value would end the rule. */
export const isGiven = (props: object | undefined, key: string) =>
  props !== undefined && Object.hasOwn(props, key);

/** Every string below a value, at any depth, including map keys, since they can be ids. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...textsIn(item),
  ]);
}
