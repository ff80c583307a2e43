/** Yes, no, or undefined where the preview does not show it. */
export type Tri = boolean | undefined;

/** Yes when all are, no when one is not. */
export function every(values: readonly Tri[]): Tri {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/** Yes when one is, no when none is. */
export function some(values: readonly Tri[]): Tri {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}
