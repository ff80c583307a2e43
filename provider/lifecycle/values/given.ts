import { canonicalInstant, canonicalSecond } from "../../family/canonical-forms";
import { type Field, isRecord, isRequired, mapBelow, mapShape, type Shape } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { areEqual, isMeaningless } from "./compare";
import type { Inputs } from "./kinds";
import { impliedBy, isImplied } from "./stored";

/**
 * Returns the inputs with which a program would declare an existing object, without those equal to their defaults. Values that
 * the service may have chosen count as set by the user, because the two can't be distinguished, and losing a minimum TLS version
 * or the extensions of a certificate would weaken security. Omits timestamps, which no second object can share, and
 * deprecated values.
 */
export function givenInputs(family: ResourceFamily, observed: Inputs): Inputs {
  const isGiven = (key: string) =>
    // The alternative's id determines it.
    key !== family.alternatives?.name &&
    (impliedBy(family, key, observed) === undefined || !isImplied(family, key, observed));
  const given = Object.entries(givenIn(family.inputs, observed)).filter(([key]) => isGiven(key));
  return Object.fromEntries(given);
}

const givenIn = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => givenValue(field, values[key]));

const POINTS_IN_TIME: readonly unknown[] = [canonicalInstant, canonicalSecond];

function givenValue(field: Field, value: unknown): unknown {
  const { meta } = field;
  if (field.isLocal || meta.returned === "never") return undefined;
  const isServiceChosen = field.hasServerDefault;
  if (isServiceChosen && (meta.deprecated !== undefined || POINTS_IN_TIME.includes(meta.spelling?.canonical)))
    return undefined;
  const inner = givenBelow(field, value ?? undefined);
  if (isRequired(field)) return inner ?? (field.kind === "list" ? [] : undefined);
  // By convention, 0 also means "unspecified".
  const isUnspecified = isServiceChosen && inner === 0;
  const isDefault = isMeaningless(field, inner) || isUnspecified || areEqual(field, undefined, inner);
  return isDefault ? undefined : inner;
}

/** Omits insignificant object keys; keeps all items of lists and maps. */
function givenBelow(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isRecord(value)) return givenIn(field.shape, value);
  return mapBelow(field, value, givenBelow);
}
