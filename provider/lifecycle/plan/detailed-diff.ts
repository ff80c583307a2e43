import { type Field, fieldAt, isRecord, optionFor, type Shape, valueAt } from "../../family/field";
import type { Props } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { areEqual, isBlank, isPresent } from "../values/compare";

export interface PropertyChange {
  readonly path: readonly (string | number)[];
  readonly kind: "add" | "delete" | "update";
  /** True if the program changed, false if the object did. */
  readonly isInProgram: boolean;
}

interface Versions {
  readonly before: unknown;
  readonly after: unknown;
  readonly declared: unknown;
}

/** Returns the changed values in changed inputs. `declared`: the program's inputs when the state was written. */
export function detailedDiff(
  shape: Shape,
  changed: readonly string[],
  { before, declared, after }: { readonly before: Props; readonly declared: Props; readonly after: Props },
): readonly PropertyChange[] {
  return changed.flatMap((key) => {
    const field = fieldAt(shape, key);
    const versions = { before: before[key], after: after[key], declared: declared[key] };
    return field ? changesBelow(field, [key], versions) : [];
  });
}

function changesBelow(
  field: Field,
  path: PropertyChange["path"],
  versions: Versions,
): readonly PropertyChange[] {
  const { before, after, declared } = versions;
  if (field.kind === "union") {
    const option = optionFor(field.options, after);
    if (option && option === optionFor(field.options, before)) return changesBelow(option, path, versions);
  }
  const children = isKnown(before) && isKnown(after) ? childrenOf(field, versions) : [];
  const changes = children.flatMap(([step, child, values]) =>
    areEqual(child, values.before, values.after) ? [] : changesBelow(child, [...path, step], values),
  );
  // The difference may be in keys that are compared as a whole, such as in a list that gained an item.
  if (changes.length > 0) return changes;
  const isInProgram = !areEqual(field, declared, after);
  const kind = !isPresent(isInProgram ? declared : before) ? "add" : isPresent(after) ? "update" : "delete";
  return [{ path, kind, isInProgram }];
}

const isKnown = (value: unknown) => !isBlank(value) && (typeof value !== "string" || !holdsUnknown(value));

/** Returns the values directly below that are compared one by one. The items of a set have no positions. */
function childrenOf(
  field: Field,
  { before, after, declared }: Versions,
): readonly (readonly [string | number, Field, Versions])[] {
  const valuesAt = (key: string | number) => ({
    before: valueAt(before, [key]),
    after: valueAt(after, [key]),
    declared: valueAt(declared, [key]),
  });
  if (field.kind === "object" && isRecord(before) && isRecord(after))
    return Object.entries(field.shape).map(([key, child]) => [key, child, valuesAt(key)] as const);
  // The values in a traffic policy, of any type.
  const content = field.kind === "leaf" && field.type === "any" ? field : undefined;
  const value = field.kind === "map" ? field.value : content;
  if (value && isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].map((key) => [key, value, valuesAt(key)] as const);
  }
  const item = field.kind === "list" && !field.isSet ? field.item : content;
  if (item && Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, n) => [n, item, valuesAt(n)] as const);
  }
  return [];
}
