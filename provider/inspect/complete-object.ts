import { snake } from "../api";
import { canonicalInstant, canonicalSecond } from "../family/canonical-forms";
import { type Field, isRecord, isRequired, mapBelow, mapShape, type Shape } from "../family/field";
import type { Props, ResourceFamily } from "../family/resource";
import {
  areEqual,
  compose,
  deriveOutputs,
  impliedBy,
  isBlank,
  isImplied,
  observe,
} from "../lifecycle/values";

/** An existing object with everything a program needs to declare an equal one. */
export interface CompleteObject {
  readonly id: string;
  /** Inputs except those equal to their defaults. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Outputs that check adds to these inputs. */
  readonly derived: Readonly<Record<string, unknown>>;
  /** The state of the object under a program that sets these inputs. */
  readonly state: Readonly<Record<string, unknown>>;
  /** False for objects that the class cannot manage. */
  readonly manageable: boolean;
  /** Nested objects of the response that this version doesn't know, such as new modules, in wire spelling. */
  readonly unknownKeys: readonly string[];
}

/**
 * Reads the complete object from a response. A read compares with a program's inputs; this function instead treats
 * values that the service may have chosen as set by the user, because the two can't be distinguished, and losing a
 * minimum TLS version would weaken security. It only omits timestamps, which no second object can share, and deprecated
 * values.
 */
export function completeObject(family: ResourceFamily, response: Props, at: Props): CompleteObject {
  const observation = observe(family, response, at);
  const given = givenInputs(family.inputs, observation.inputs);
  const isGiven = (key: string) =>
    // The alternative's id determines it.
    key !== family.alternatives?.name &&
    (impliedBy(family, key, observation.inputs) === undefined || !isImplied(family, key, observation.inputs));
  const inputs = Object.fromEntries(Object.entries(given).filter(([key]) => isGiven(key)));
  return {
    id: String(response.id),
    inputs,
    derived: deriveOutputs(family, inputs),
    state: compose(family, inputs, observation),
    manageable: family.manages?.({ ...observation.inputs, ...observation.computed }) ?? true,
    unknownKeys: unknownKeysIn(family, response),
  };
}

const givenInputs = (shape: Shape, values: Props): Record<string, unknown> =>
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
  const isDefault =
    (isBlank(inner) && !meta.significantWhenEmpty) || isUnspecified || areEqual(field, undefined, inner);
  return isDefault ? undefined : inner;
}

/** Omits insignificant object keys; keeps all items of lists and maps. */
function givenBelow(field: Field, value: unknown): unknown {
  if (field.kind === "object" && isRecord(value)) return givenInputs(field.shape, value);
  return mapBelow(field, value, givenBelow);
}

function unknownKeysIn(family: ResourceFamily, response: Props): string[] {
  const shapes = { ...family.outputs, ...family.inputs };
  const known = Object.entries(shapes).flatMap(([key, field]) => [snake(key), field.refKey]);
  return Object.keys(response)
    .filter(
      (key) => key !== "id" && !known.includes(key) && isRecord(response[key]) && !isBlank(response[key]),
    )
    .sort();
}
