/**
 * Copies a resource's properties and replaces unknown values with `undefined`. Keys and list positions stay, so `in`
 * distinguishes unset from unknown. Stack rules need this, because reading an unknown value aborts the rule.
 */
export function knownValues(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value.keys(), (index) => knownValues(valueAt(value, index)));
  const keys = Object.keys(value);
  return Object.fromEntries(keys.map((key) => [key, knownValues(valueAt(value, key))]));
}

function valueAt(holder: object, key: string | number): unknown {
  try {
    return (holder as Readonly<Record<string | number, unknown>>)[key];
  } catch (error) {
    // The policy library doesn't export this class.
    if (error instanceof Error && error.constructor.name === "UnknownValueError") return undefined;
    throw error;
  }
}

/** True if a value was unknown, at any depth of a copy by `knownValues`. */
export const holdsUnknown = (part: unknown): boolean =>
  part === undefined || (typeof part === "object" && part !== null && Object.values(part).some(holdsUnknown));

export const isSet = (props: object | undefined, key: string) =>
  props !== undefined && Object.hasOwn(props, key);

/** Includes the keys of maps, which can be ids. */
export function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...collectStrings(item),
  ]);
}
