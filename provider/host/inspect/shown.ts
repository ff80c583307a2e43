import type { z } from "zod";
import { metaOf, shapeOf } from "../../family/fields";
import { isBlank, isRecord, same } from "../../lifecycle/compare";
import { withoutSecrets } from "../../lifecycle/drift";

/**
 * What the service holds of an input, as it may be shown: in the program's spelling where both mean the same, and without
 * secrets. A secret that the service withholds is taken to be there when the program gives one.
 *
 * @param given - The program's value; secrets may be masked in it.
 */
export function visibleValue(schema: z.ZodType, given: unknown, observed: unknown): unknown {
  const { writeOnly, mayBeWithheld } = metaOf(schema);
  if (writeOnly || (mayBeWithheld && isBlank(observed))) return withoutSecrets(schema, given);
  if (same(schema, given, observed)) return withoutSecrets(schema, given);
  const shape = shapeOf(schema);
  if (!shape || !isRecord(observed)) return withoutSecrets(schema, observed);
  const before = isRecord(given) ? given : {};
  const entries = Object.entries(shape).flatMap(([key, child]) => {
    // A value that the response leaves out may be the program's; one of several alternatives is not there then.
    const own = observed[key] === undefined && !shapeOf(child) ? before[key] : observed[key];
    const value = visibleValue(child, before[key], own);
    return value === undefined || value === null ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}
