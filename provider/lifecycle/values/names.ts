import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { canonical, isBlank } from "./compare";

/** A name that the service allows for one object at a time, or only for objects that all share it. */
export interface UniqueName {
  /** The canonical form. Elements of a list are unique among all classes with such a list. */
  readonly key: string;
  readonly text: string;
  /** True if the object shares the name with others that share it too. */
  readonly isShared?: true;
}

/** Returns the unique names of an object with these inputs; empty if one is unknown. */
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
  // Each element of a set is a separate name. Its canonical form is JSON.
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

const MAX_SHOWN = 80;

/** Formats names for a message, on one line and with long ones shortened. */
export const describeNames = (names: readonly UniqueName[]): string =>
  names
    .map(({ text }) => text.trim().replace(/\s+/g, " "))
    .map((text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text))
    .join(", ");

/** Returns the names that a second list doesn't contain. A shared name differs from one that isn't. */
export function namesNotIn(
  names: readonly UniqueName[],
  others: readonly UniqueName[],
): readonly UniqueName[] {
  return names.filter(({ key, isShared }) =>
    others.every((other) => other.key !== key || other.isShared !== isShared),
  );
}

/** True if two objects have a name in common, including a shared one. */
export const haveCommon = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key }) => others.some((other) => other.key === key));

/** True if two objects with these names can't exist at the same time. */
export const clash = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key, isShared }) =>
    others.some((other) => other.key === key && !(isShared && other.isShared)),
  );

/** Formats a resource for users. @param resource - Its name and the types of its parents. */
export const describeResource = (className: string, resource: string) =>
  `${className} ${JSON.stringify(resource)}`;
