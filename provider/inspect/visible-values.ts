import { type Field, isRecord, mapShape } from "../family/field";
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
  if (embedded && !isBlank(observed) && !areEqual(field, declared, observed)) {
    // If a string can't be parsed, the whole string is hidden.
    const meaning = typeof observed === "string" ? policyMeaning(observed)?.value : undefined;
    return embedded.mark(meaning ?? observed, () => HIDDEN);
  }
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
