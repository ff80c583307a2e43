import { defaultOf, isRecord, type Shape } from "../../family/field";
import type { Props } from "../../family/resource";
import { same } from "./compare";

/** Values with the defaults that a service has set otherwise. */
export interface Filled {
  readonly values: Props;
  /** Paths of what was filled in. */
  readonly paths: readonly string[];
}

/**
 * The program's values, with our default for each nested one that the program leaves out and the service has set
 * otherwise: left out of another request, the service would choose again.
 *
 * @param observed - What the service has.
 */
export function withOurDefaultsFor(shape: Shape, given: Props, observed: Props): Filled {
  const values: Record<string, unknown> = { ...given };
  const paths: string[] = [];
  for (const [key, field] of Object.entries(shape)) {
    const fallback = defaultOf(field);
    const [own, seen] = [given[key] ?? undefined, observed[key]];
    if (own === undefined && fallback !== undefined && !same(field, seen, fallback)) {
      values[key] = fallback;
      paths.push(key);
    }
    if (field.kind !== "object" || !isRecord(own) || !isRecord(seen)) continue;
    const below = withOurDefaultsFor(field.shape, own, seen);
    if (below.paths.length > 0) values[key] = below.values;
    paths.push(...below.paths.map((path) => `${key}.${path}`));
  }
  return { values, paths };
}
