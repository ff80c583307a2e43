import { type Field, fieldAt, isRecord, optionFor, type Shape, valueAt } from "../family/field";
import type { Props } from "../family/resource";
import { alignInput, areEqual, canonical, isBlank } from "../lifecycle";

/** The result of comparing a partly hidden value with the object's: `undecided` if it depends on the hidden part. */
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

  /** Compares an input with the object's value, as an adoption does. */
  compare(field: Field, declared: unknown, observed: unknown): Comparison {
    const { returned, spelling } = field.meta;
    if (returned === "never" || (returned === "sometimes" && isBlank(observed))) return "equal";
    if (this.isHidden(declared)) return "undecided";
    if (!this.occurIn(declared))
      return areEqual(field, declared, alignInput(field, declared, observed)) ? "equal" : "different";
    const [value, observedValue] = [declared, observed].map(
      (spelled) => spelling?.canonical(spelled) ?? spelled,
    );
    switch (field.kind) {
      case "object":
        return combine(
          Object.entries(field.shape).map(([key, child]) =>
            this.compare(child, valueAt(value, [key]), valueAt(observedValue, [key])),
          ),
        );
      case "union": {
        const option = optionFor(field.options, value);
        return option ? this.compare(option, value, observedValue) : "undecided";
      }
      case "list":
        return field.isSet
          ? this.compareSets(field, value, observedValue)
          : this.compareItems(field.item, value, observedValue);
      case "map":
        return this.compareItems(field.value, value, observedValue);
      default:
        return this.compareItems(field, value, observedValue);
    }
  }

  private compareItems(field: Field, declared: unknown, observed: unknown): Comparison {
    const [items, observedItems] = [itemsIn(declared), itemsIn(observed)];
    if (Array.isArray(declared) !== Array.isArray(observed) || items?.size !== observedItems?.size)
      return "different";
    const comparisons = [...(items ?? [])].map(([key, item]) =>
      observedItems?.has(key) ? this.compare(field, item, observedItems.get(key)) : "different",
    );
    return combine(comparisons);
  }

  /** A hidden item may equal any item of the other set. */
  private compareSets(field: Field, declared: unknown, observed: unknown): Comparison {
    const items = Array.isArray(declared) ? declared : [];
    const visible = items.filter((item) => !this.occurIn(item));
    const formsOf = (values: unknown) => new Set([canonical(field, values) ?? []].flat().map(String));
    const [visibleForms, observedForms] = [formsOf(visible), formsOf(observed)];
    const isWithin = [...visibleForms].every((form) => observedForms.has(form));
    return isWithin && observedForms.size - visibleForms.size <= items.length - visible.length
      ? "undecided"
      : "different";
  }
}

const combine = (parts: readonly Comparison[]): Comparison =>
  parts.includes("different") ? "different" : parts.includes("undecided") ? "undecided" : "equal";

/** The items of a list by position, or those of a map by key. */
const itemsIn = (value: unknown): ReadonlyMap<string, unknown> | undefined =>
  value !== null && typeof value === "object" ? new Map(Object.entries(value)) : undefined;
