import { type Field, isRecord, mapShape } from "../../family/field";
import { isBlank, same } from "../../lifecycle/compare";
import { withoutSecrets } from "./property-drift";

/**
 * What the service holds of an input, as it may be shown: in the program's spelling where both mean the same, and without
 * secrets. A secret that the service withholds is taken to be there when the program gives one.
 *
 * @param given - The program's value; secrets may be masked in it.
 */
export function visibleFields(field: Field, given: unknown, observed: unknown): unknown {
  const { returned } = field.meta;
  if (returned === "never" || (returned === "sometimes" && isBlank(observed)))
    return withoutSecrets(field, given);
  if (same(field, given, observed)) return withoutSecrets(field, given);
  if (field.kind !== "object" || !isRecord(observed)) return withoutSecrets(field, observed);
  const before = isRecord(given) ? given : {};
  return mapShape(field.shape, (child, key) => {
    // A value that the response leaves out may be the program's; one of several alternatives is not there then.
    const own = observed[key] === undefined && child.kind !== "object" ? before[key] : observed[key];
    return visibleFields(child, before[key], own) ?? undefined;
  });
}
