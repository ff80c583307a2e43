import { type EmbeddedSecrets, type Field, isRecord, mapShape } from "../family/field";
import { policyMeaning } from "../family/policy-meaning";
import { areEqual, isBlank } from "../lifecycle";
import { HIDDEN, withoutSecrets } from "./property-drift";

/**
 * Returns the service's value of an input without secrets, in the program's spelling if both are equivalent. A secret
 * that the service withholds is assumed to exist if the program sets one.
 *
 * @param declared - The program's value; secrets may be masked in it.
 */
export function visibleValue(field: Field, declared: unknown, observed: unknown): unknown {
  const { returned, embedded } = field.meta;
  if (embedded && !isBlank(observed) && !areEqual(field, declared, observed))
    return withoutParts(embedded, observed);
  if (returned === "never" || (returned === "sometimes" && isBlank(observed)))
    return withoutSecrets(field, declared);
  if (areEqual(field, declared, observed)) return withoutSecrets(field, declared);
  if (field.kind !== "object" || !isRecord(observed)) return withoutSecrets(field, observed);
  const declaredParts = isRecord(declared) ? declared : {};
  return mapShape(field.shape, (child, key) => {
    // A value missing from the response may be the program's; a missing union alternative is not set.
    const isMissing = observed[key] === undefined && child.kind !== "object";
    return (
      visibleValue(child, declaredParts[key], isMissing ? declaredParts[key] : observed[key]) ?? undefined
    );
  });
}

/** Hides the secrets in a value; in a string that can't be parsed, hides the whole string. */
function withoutParts({ mark }: EmbeddedSecrets, value: unknown): unknown {
  const read = typeof value === "string" ? (policyMeaning(value)?.value ?? value) : value;
  return mark(read, () => HIDDEN);
}
