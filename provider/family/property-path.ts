import type { Step } from "./field";

const STEP = /\.?\[(?:"((?:\\"|[^"])*)"|(\d+)|(\*))\]|\.?([^.[\]]+)/y;

/** Parses a path such as `headers["x.y"][0]`; `*` means all. Returns no steps for an invalid path, as the engine ignores it. */
export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
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
export function isBelowAny(path: string, ancestors: readonly string[]): boolean {
  const steps = stepsOf(path);
  return ancestors.some((ancestor) => {
    const above = stepsOf(ancestor);
    return (
      above.length > 0 && above.every((step, n) => n < steps.length && (step === "*" || step === steps[n]))
    );
  });
}

/** Formats a path for messages. Keys of maps are the program's, so they may have any length. */
export const formatPath = (path: readonly Step[]): string =>
  path
    .map((step, n) => (typeof step === "number" ? `[${step}]` : `${n === 0 ? "" : "."}${shorten(step)}`))
    .join("");

const MAX_KEY_LENGTH = 100;

const shorten = (key: string) => (key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key);
