import { knownField } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import { holdsUnknown } from "../../family/unknown";
import { canonical, isBlank } from "./compare";

/** A name that at most one object of an account has, except for objects that all share it. */
export interface UniqueName {
  /** Equal for equal names. Items of a list are unique among all classes with such a list. */
  readonly key: string;
  /** The name as shown to users. */
  readonly text: string;
  /** True if other objects may have the name, provided that they share it too. */
  readonly isShared?: true;
}

/** Returns the unique names of an object with these inputs; empty if one is unknown. */
export function namesOf(family: ResourceFamily, inputs: Props): readonly UniqueName[] {
  return family.uniqueKeys.flatMap((keys) => namesByKeys(keys, family, inputs));
}

function namesByKeys(
  keys: readonly string[],
  { name, inputs: shape, pathKeys, sharesName, alternatives }: ResourceFamily,
  inputs: Props,
): readonly UniqueName[] {
  const isMissing = (key: string) => Object.values(alternatives ?? {}).includes(key) && isBlank(inputs[key]);
  if (keys.some((key) => holdsUnknown(inputs[key]) || isMissing(key))) return [];
  const values = keys.map((key) => canonical(knownField(shape, key), inputs[key]) ?? null);
  const joinedKeys = keys.join();
  const [value] = values;
  const field = keys.length === 1 ? shape[joinedKeys] : undefined;
  // Each item of a set is a separate name. Its canonical form is JSON.
  if (field?.kind === "list" && field.isSet && Array.isArray(value))
    return value.map((item) => ({
      key: `${joinedKeys}=${item}`,
      text: displayText(JSON.parse(String(item))),
    }));
  if (values.every((item) => item === null)) return [];
  const texts = keys.filter((key) => !pathKeys.includes(key)).map((key) => displayText(inputs[key] ?? ""));
  const isShared = sharesName?.when(inputs) === true;
  const key = `${name} ${joinedKeys}=${JSON.stringify(values)}`;
  return [{ key, text: texts.join(" "), ...(isShared && { isShared }) }];
}

const displayText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Names aren't shortened, because the transport redacts a secret name only as a whole. */
export const describeNames = (names: readonly UniqueName[]): string =>
  names.map(({ text }) => text.trim().replace(/\s+/g, " ")).join(", ");

type Names = readonly UniqueName[];

/** Returns the names without the excluded ones. A shared name differs from one that isn't. */
export const namesNotIn = (names: Names, excluded: Names): Names =>
  names.filter(
    ({ key, isShared }) => !excluded.some((name) => name.key === key && name.isShared === isShared),
  );

/** True if two objects have a name in common, even if they share it. */
export const haveCommon = (first: Names, second: Names): boolean =>
  first.some(({ key }) => second.some((name) => name.key === key));

/** True if two objects with these names can't exist at the same time. */
export const clash = (first: Names, second: Names): boolean =>
  first.some(({ key, isShared }) => second.some((name) => name.key === key && !(isShared && name.isShared)));

/** @param resource - The resource's name and the types of its parents. */
export const describeResource = (className: string, resource: string) =>
  `${className} ${JSON.stringify(resource)}`;
