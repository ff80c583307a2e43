import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { canonical, isBlank } from "./compare";

/** A name that the service allows one object at a time, or only objects that all share it. */
export interface UniqueName {
  /** Equal for equal names in whatever spelling; elements of a list of all classes that have such a list. */
  readonly key: string;
  readonly text: string;
  /** The object lets others have the name that share it too. */
  readonly isShared?: true;
}

/** Names under which the service would hold an object with these inputs. Empty where one is not known yet. */
export function namesOf(family: ResourceFamily, inputs: Props): readonly UniqueName[] {
  return family.uniqueKeys.flatMap((key) => namesBy(key, family, inputs));
}

function namesBy(
  naturalKey: readonly string[],
  family: ResourceFamily,
  inputs: Props,
): readonly UniqueName[] {
  const { sharesName, alternatives } = family;
  if (naturalKey.some((key) => holdsUnknown(inputs[key]))) return [];
  const isIncomplete = Object.values(alternatives ?? {}).some(
    (key) => naturalKey.includes(key) && isBlank(inputs[key]),
  );
  if (isIncomplete) return [];
  const values = naturalKey.map((key) => canonical(knownField(family.inputs, key), inputs[key]) ?? null);
  const kind = naturalKey.join();
  const [only] = values;
  // Each element of a set is a name of its own; its canonical form is JSON.
  const isSet = naturalKey.some((key) => {
    const field = knownField(family.inputs, key);
    return field.kind === "list" && field.isSet;
  });
  if (values.length === 1 && isSet && Array.isArray(only))
    return only.map((item) => ({ key: `${kind}=${item}`, text: textOf(JSON.parse(String(item))) }));
  if (values.every((value) => value === null)) return [];
  const text = naturalKey
    .filter((key) => !family.pathKeys.includes(key))
    .map((key) => textOf(inputs[key] ?? ""))
    .join(" ");
  const isShared = sharesName?.when(inputs) === true;
  return [{ key: `${family.name} ${kind}=${JSON.stringify(values)}`, text, ...(isShared && { isShared }) }];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const MOST_SHOWN = 80;

/** Names for a message: on one line, and long ones in part. */
export const describeNames = (names: readonly UniqueName[]): string =>
  names
    .map(({ text }) => text.trim().replace(/\s+/g, " "))
    .map((text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text))
    .join(", ");

/** Names in the first list that are not in the second. One that is shared differs from one that is not. */
export function namesNotIn(
  names: readonly UniqueName[],
  others: readonly UniqueName[],
): readonly UniqueName[] {
  return names.filter(({ key, isShared }) =>
    others.every((other) => other.key !== key || other.isShared !== isShared),
  );
}

/** Whether two objects have a name in common, be it one that they share. */
export const haveCommon = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key }) => others.some((other) => other.key === key));

/** Whether two objects with these names cannot exist at the same time. */
export const clash = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key, isShared }) =>
    others.some((other) => other.key === key && !(isShared && other.isShared)),
  );

/** A resource as its user knows it. @param resource - Its name and the types of its parents. */
export const describeResource = (className: string, resource: string) =>
  `${className} ${JSON.stringify(resource)}`;
