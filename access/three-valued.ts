/** A boolean, or undefined if undecided. */
export type Ternary = boolean | undefined;

/** True if all values are true, false if any is false. */
export function every(values: readonly Ternary[]): Ternary {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/** True if any value is true, false if all are false. */
export function some(values: readonly Ternary[]): Ternary {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}
