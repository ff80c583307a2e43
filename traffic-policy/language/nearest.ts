import { distance } from "fastest-levenshtein";

/** Returns the known name that a misspelled name most likely stands for; undefined if none is similar. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 80) return undefined;
  const letters = (text: string) => text.toLowerCase().replace(/[-_]/g, "");
  const [closest] = known
    .map((candidate) => ({ candidate, edits: distance(letters(name), letters(candidate)) }))
    .sort((a, b) => a.edits - b.edits);
  const maxEdits = Math.max(name.length < 4 ? 1 : 2, Math.min(3, name.length / 4));
  return closest !== undefined && closest.edits <= maxEdits ? closest.candidate : undefined;
}

/** Returns `; did you mean PREFIXNAME?` with the nearest known name; empty if none is similar. */
export function suggestion(name: string, known: readonly string[], prefix = ""): string {
  const near = nearest(name, known);
  return near === undefined ? "" : `; did you mean ${prefix}${near}?`;
}
