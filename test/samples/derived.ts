import { resources } from "../../provider/families";
import { classesOf, type Field, isRequired, type Shape, shapeOf } from "../../provider/family/field";
import { fixedKeys } from "../../provider/family/replacement";
import type { ResourceFamily } from "../../provider/family/resource";
import type { ClassName } from ".";
import type { Change, Inputs, Sample, SampleContext } from "./sample";

/**
 * Derives a sample from the types of a class's inputs. A class needs a sample file instead if an input has a format, or if a
 * rule combines inputs.
 */
export function derived(name: string): { readonly sample: Sample } {
  const family = resources.find((resource) => resource.name === name);
  if (!family) throw new Error(`${name} is not a resource: write its sample`);
  return { sample: deriveSample(family) };
}

function deriveSample(family: ResourceFamily): Sample {
  const shape = Object.fromEntries(Object.entries(family.inputs).filter(([, field]) => !field.isLocal));
  const deriveChanges = (keys: readonly string[]) => (context: SampleContext) =>
    Object.fromEntries(
      keys.flatMap((key): [string, Change][] => {
        const field = shape[key];
        return field && !hasOneValue(field) ? [[key, { to: valueFor(key, field, 2, context) }]] : [];
      }),
    );
  return {
    minimal: (context) => valuesFor(required(shape), 1, context),
    full: (context) => valuesFor(shape, 1, context),
    changes: deriveChanges(family.update),
    replacements: deriveChanges(fixedKeys(family)),
  };
}

const required = (shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, field]) => isRequired(field)));

const hasOneValue = (field: Field) => field.kind === "leaf" && field.values?.length === 1;

const valuesFor = (shape: Shape, number: number, context: SampleContext): Inputs =>
  Object.fromEntries(
    Object.entries(shape).map(([key, field]) => [key, valueFor(key, field, number, context)]),
  );

/** The first or second sample value of a property. */
function valueFor(key: string, field: Field, number: number, context: SampleContext): unknown {
  const [className] = classesOf(field) ?? [];
  const text =
    className === undefined
      ? `${key} ${number} ${context.unique}`
      : context.id(className as ClassName, number);
  const nested = shapeOf(field);
  if (nested) return valuesFor(nested, number, context);
  if (field.kind === "list")
    return field.item.kind === "object" ? [valueFor(key, field.item, number, context)] : [text];
  if (field.kind === "map") return { [key]: valueFor(key, field.value, number, context) };
  if (field.kind !== "leaf") throw new Error(`${key} is of several types: write a sample`);
  if (field.values) return field.values[(number - 1) % field.values.length];
  // The second value differs from the default, so that its removal is a change.
  if (field.type === "boolean") return (number === 2) !== (field.defaultValue === true);
  if (field.type === "number") return (field.range?.[0] ?? 0) + number;
  return text.slice(0, field.maxBytes);
}
