import { type EmbeddedSecrets, type Field, isRecord, mapShape } from "../family/field";
import { policyMeaning } from "../family/policy-meaning";
import { areEqual, isBlank } from "../lifecycle";
import { HIDDEN, withoutSecrets } from "./property-drift";

/**
 * Returns the service's value of an input without secrets, in the program's spelling if both are equivalent. A secret
 * that the service withholds is assumed to exist if the program sets one.
 *
 * @param given - The program's value; secrets may be masked in it.
 */
export function visibleValue(field: Field, given: unknown, observed: unknown): unknown {
  const { returned, embedded } = field.meta;
  if (embedded && !isBlank(observed) && !areEqual(field, given, observed))
    return withoutParts(embedded, observed);
  if (returned === "never" || (returned === "sometimes" && isBlank(observed)))
    return withoutSecrets(field, given);
  if (areEqual(field, given, observed)) return withoutSecrets(field, given);
  if (field.kind !== "object" || !isRecord(observed)) return withoutSecrets(field, observed);
  const givenParts = isRecord(given) ? given : {};
  return mapShape(field.shape, (child, key) => {
    // A value missing from the response may be the program's; a missing union alternative is not set.
    const isMissing = observed[key] === undefined && child.kind !== "object";
    return visibleValue(child, givenParts[key], isMissing ? givenParts[key] : observed[key]) ?? undefined;
  });
}

/** Hides the secrets in a value; in a string that can't be parsed, hides the whole string. */
function withoutParts({ mark }: EmbeddedSecrets, value: unknown): unknown {
  const read = typeof value === "string" ? (policyMeaning(value)?.value ?? value) : value;
  return mark(read, () => HIDDEN);
}
