import { type Field, fieldAt, isRecord, type Shape, valueAt } from "../family/field";
import type { Props } from "../family/resource";
import { alignInput, areEqual, isBlank } from "../lifecycle";

/** The result of comparing a value with the object's: `undecided` if it depends on a hidden part of the value. */
export type Comparison = "equal" | "different" | "undecided";

/** The values that a preview hides in inputs: secrets and unknown ids. */
export class HiddenValues {
  constructor(private readonly isHidden: (value: unknown) => boolean) {}

  /** Fills in hidden values from the object. A list or map that contains one is taken from the object as a whole. */
  fill(shape: Shape, inputs: Props, observed: Props): Props {
    const entries = Object.entries(inputs).map(([key, value]) => {
      const field = fieldAt(shape, key);
      const observedValue = Object.hasOwn(observed, key) ? observed[key] : undefined;
      if (isRecord(value) && field?.kind === "object")
        return [key, this.fill(field.shape, value, isRecord(observedValue) ? observedValue : {})] as const;
      return [key, this.occurIn(value) ? observedValue : value] as const;
    });
    return Object.fromEntries(entries);
  }

  private occurIn(value: unknown): boolean {
    if (this.isHidden(value)) return true;
    if (value === null || typeof value !== "object") return false;
    return [...Object.keys(value), ...Object.values(value)].some((part) => this.occurIn(part));
  }

  /** Compares an input with the object's value, as an adoption does. A partly hidden list or map is undecided as a whole. */
  compare(field: Field, declared: unknown, observed: unknown): Comparison {
    const { returned } = field.meta;
    if (returned === "never" || (returned === "sometimes" && isBlank(observed))) return "equal";
    if (!this.occurIn(declared))
      return areEqual(field, declared, alignInput(field, declared, observed)) ? "equal" : "different";
    if (field.kind !== "object" || !isRecord(declared)) return "undecided";
    const parts = Object.entries(field.shape).map(([key, child]) =>
      this.compare(child, declared[key], valueAt(observed, [key])),
    );
    return parts.includes("different") ? "different" : parts.includes("undecided") ? "undecided" : "equal";
  }
}
