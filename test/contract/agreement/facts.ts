/**
 * One side's view of the API, as single facts: `IpPolicy / create description / maxBytes` is 255. The transcription of
 * the reference is compared with the provider's declarations, and both with a service's own description.
 */
export class Facts {
  private readonly values = new Map<string, unknown>();
  private readonly untold = new Set<string>();

  /** @param silent - Facts that this side never states. */
  constructor(private readonly silent = /^$/) {}

  /** States a fact; undefined states nothing. */
  state(path: string, value: unknown): void {
    if (value !== undefined) this.values.set(path, value);
  }

  /** Marks a fact that this side cannot express, so that it neither agrees nor disagrees. */
  skip(path: string): void {
    this.untold.add(path);
  }

  /** The same facts without some of them. */
  without(paths: Iterable<string>): Facts {
    const rest = new Facts(this.silent);
    for (const [path, value] of this.values) rest.values.set(path, value);
    for (const path of this.untold) rest.untold.add(path);
    for (const path of paths) rest.values.delete(path);
    return rest;
  }

  /** A fact as text. The values of an enumeration have no order. */
  get(path: string): string | undefined {
    const value = this.values.get(path);
    if (value === undefined) return undefined;
    return path.endsWith(" / enum") && Array.isArray(value)
      ? `{${[...value].map(String).sort().join(", ")}}`
      : JSON.stringify(value);
  }

  speaksOf(path: string): boolean {
    return !this.untold.has(path) && !this.silent.test(path);
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

/** How a difference in a fact is shown: `reference nothing, provider true`. */
export const saidOf = ({ reference, provider }: Sides, path: string): string =>
  `reference ${said(reference, path)}, provider ${said(provider, path)}`;

const said = (facts: Facts, path: string) =>
  facts.speaksOf(path) ? (facts.get(path) ?? "nothing") : "not asked";

/** Paths of all facts on which the sides differ. */
export function disagreements({ reference, provider }: Sides): string[] {
  const paths = new Set([...reference.paths, ...provider.paths]);
  return [...paths].filter(
    (path) =>
      reference.speaksOf(path) && provider.speaksOf(path) && reference.get(path) !== provider.get(path),
  );
}
