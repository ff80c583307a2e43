/* Property paths in the engine's syntax, such as `headers["x.y"][0]` and `modules[*].enabled`. */

/** A key, a position in a list, or `*` for all of them. */
export type PathStep = string | number;

const STEP = /\.?\[(?:"((?:\\"|[^"])*)"|(\d+)|(\*))\]|\.?([^.[\]]+)/y;

/** Parses a path. Returns an empty list for an invalid one, which the engine ignores as well. */
export function stepsOf(path: string): PathStep[] {
  const steps: PathStep[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < path.length; ) {
    const [whole, quoted, position, every, name] = STEP.exec(path) ?? [];
    if (whole === undefined) return [];
    steps.push(
      position === undefined ? (quoted?.replaceAll('\\"', '"') ?? every ?? name ?? "") : Number(position),
    );
  }
  return steps;
}

/** True if a path is equal to or below one of several paths. */
export function isBelowAny(place: string, paths: readonly string[]): boolean {
  const steps = stepsOf(place);
  return paths.some((path) => {
    const above = stepsOf(path);
    return (
      above.length > 0 && above.every((step, n) => n < steps.length && (step === "*" || step === steps[n]))
    );
  });
}
