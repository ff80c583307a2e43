/**
 * A description of the API as single facts: `IpPolicy / create description / maxBytes` is 255. The transcription of the
 * reference is compared with the provider's declarations, and both with the service's OpenAPI document.
 */
export class Facts {
  private readonly values = new Map<string, unknown>();
  private readonly skipped = new Set<string>();

  /** @param unsupported - Matches the paths of facts that this side never states. */
  constructor(private readonly unsupported = /^$/) {}

  /** Adds a fact. `undefined` states nothing. */
  add(path: string, value: unknown): void {
    if (value !== undefined) this.values.set(path, value);
  }

  /** Excludes a fact that this side can't express from the comparison. */
  skip(path: string): void {
    this.skipped.add(path);
  }

  /** Returns a copy without the facts with these paths. */
  without(paths: Iterable<string>): Facts {
    const rest = new Facts(this.unsupported);
    for (const [path, value] of this.values) rest.values.set(path, value);
    for (const path of this.skipped) rest.skipped.add(path);
    for (const path of paths) rest.values.delete(path);
    return rest;
  }

  /** Returns a fact as text. The values of an enumeration are sorted. */
  get(path: string): string | undefined {
    const value = this.values.get(path);
    if (value === undefined) return undefined;
    return path.endsWith(" / enum") && Array.isArray(value)
      ? `{${[...value].map(String).sort().join(", ")}}`
      : JSON.stringify(value);
  }

  /** True if this side can state the fact, so that its absence is a difference. */
  canState(path: string): boolean {
    return !this.skipped.has(path) && !this.unsupported.test(path);
  }

  get paths(): Iterable<string> {
    return this.values.keys();
  }

  get size(): number {
    return this.values.size;
  }
}

export interface Sides {
  readonly reference: Facts;
  readonly provider: Facts;
}

/** Describes a fact on both sides: `reference nothing, provider true`. */
export const formatSides = ({ reference, provider }: Sides, path: string): string =>
  `reference ${describeFact(reference, path)}, provider ${describeFact(provider, path)}`;

const describeFact = (facts: Facts, path: string) =>
  facts.canState(path) ? (facts.get(path) ?? "nothing") : "not compared";

/** Returns the paths of all facts on which the sides differ. */
export function disagreements({ reference, provider }: Sides): string[] {
  const paths = new Set([...reference.paths, ...provider.paths]);
  return [...paths].filter(
    (path) =>
      reference.canState(path) && provider.canState(path) && reference.get(path) !== provider.get(path),
  );
}
