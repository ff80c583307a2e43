import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { canonical, isBlank } from "./compare";

/** A name that only one object can have at a time, or only objects that all share it. */
export interface UniqueName {
  /** The canonical form. Elements of a list are unique among all classes with such a list. */
  readonly key: string;
  readonly text: string;
  /** True if other objects may have the name, provided that they share it too. */
  readonly isShared?: true;
}

/** Returns the unique names of an object with these inputs; empty if one is unknown. */
export function namesOf(family: ResourceFamily, inputs: Props): readonly UniqueName[] {
  return family.uniqueKeys.flatMap((key) => namesBy(key, family, inputs));
}

function namesBy(
  naturalKey: readonly string[],
  { name, inputs: shape, pathKeys, sharesName, alternatives }: ResourceFamily,
  inputs: Props,
): readonly UniqueName[] {
  const isMissing = (key: string) => Object.values(alternatives ?? {}).includes(key) && isBlank(inputs[key]);
  if (naturalKey.some((key) => holdsUnknown(inputs[key]) || isMissing(key))) return [];
  const values = naturalKey.map((key) => canonical(knownField(shape, key), inputs[key]) ?? null);
  const kind = naturalKey.join();
  const [value] = values;
  // Undefined for several keys.
  const field = shape[kind];
  // Each element of a set is a separate name. Its canonical form is JSON.
  if (field?.kind === "list" && field.isSet && Array.isArray(value))
    return value.map((item) => ({ key: `${kind}=${item}`, text: textOf(JSON.parse(String(item))) }));
  if (values.every((item) => item === null)) return [];
  const texts = naturalKey.filter((key) => !pathKeys.includes(key)).map((key) => textOf(inputs[key] ?? ""));
  const isShared = sharesName?.when(inputs) === true;
  const key = `${name} ${kind}=${JSON.stringify(values)}`;
  return [{ key, text: texts.join(" "), ...(isShared && { isShared }) }];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const MAX_SHOWN = 80;

/** Formats names on one line, with long ones shortened. */
export const describeNames = (names: readonly UniqueName[]): string =>
  names
    .map(({ text }) => text.trim().replace(/\s+/g, " "))
    .map((text) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text))
    .join(", ");

/** Returns the names that `others` doesn't contain. A shared name differs from one that isn't. */
export function namesNotIn(
  names: readonly UniqueName[],
  others: readonly UniqueName[],
): readonly UniqueName[] {
  return names.filter(({ key, isShared }) =>
    others.every((other) => other.key !== key || other.isShared !== isShared),
  );
}

/** True if two objects have a name in common, even if they share it. */
export const haveCommon = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key }) => others.some((other) => other.key === key));

/** True if two objects with these names can't exist at the same time. */
export const clash = (names: readonly UniqueName[], others: readonly UniqueName[]): boolean =>
  names.some(({ key, isShared }) =>
    others.some((other) => other.key === key && !(isShared && other.isShared)),
  );

/** @param resource - The resource's name and the types of its parents. */
export const describeResource = (className: string, resource: string) =>
  `${className} ${JSON.stringify(resource)}`;
