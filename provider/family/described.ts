import type { CommandFamily } from "./command";
import { defaultOf, type Field, hasServerDefault, isRequired, type Shape, walkShape } from "./field";
import type { LookupFamily } from "./lookup";
import type { ModuleFamily } from "./module";
import type { Element, LookupKey, ResourceFamily } from "./resource";

/** What generated classes, schemas and pages say of a family: names, limits, and where the facts are from. */

type ManagedFamily = ResourceFamily | ModuleFamily | CommandFamily;
type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

/** The limits of an input, and its value when it is not given. */
export function limitsOf(field: Field): string[] {
  const fallback = defaultOf(field);
  const { maxBytes, maxCharacters, range } = field.kind === "leaf" ? field : {};
  const [low, high = 0] = range ?? [];
  const facts = [
    maxBytes === undefined ? "" : `At most ${maxBytes} bytes of UTF-8.`,
    maxCharacters === undefined ? "" : `At most ${maxCharacters} characters.`,
    low === undefined
      ? ""
      : high === Number.MAX_SAFE_INTEGER
        ? `At least ${low}.`
        : `From ${low} to ${high}.`,
    fallback === undefined ? "" : `Default: \`${JSON.stringify(fallback)}\`.`,
    hasServerDefault(field) && field.meta.unset !== "alternative"
      ? "If unset, the service chooses a value."
      : "",
  ];
  return facts.filter((text) => text !== "");
}

/** Whether a field of a response may be null. */
export const isNullable = ({ meta }: Field): boolean => meta.nullable === true;

/**
 * Whether the type of a resource's output has null. What the service shows once has not: a program that creates the
 * object has it, and only one that adopts or reads it meets null.
 */
export const isNullableOutput = (field: Field): boolean =>
  isNullable(field) && field.meta.returned !== "once";

/**
 * Whether every object has a value for an input: the program's, the default, or one that the service chooses. One that
 * was imported or adopted does not have what the service never returns.
 */
export function isAlwaysSet(field: Field): boolean {
  if (field.meta.returned === "never") return false;
  return (
    isRequired(field) || defaultOf(field) !== undefined || (hasServerDefault(field) && !isNullable(field))
  );
}

/** The name for an item of a list or a value of a map, from that of its property. */
export const singular = (key: string): string => key.replace(/s$/, "");

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Name of the type of a nested object.
 *
 * @param key - Its property, or the name that the declaration gives the shape.
 * @param classes - Names of classes, which a type must not have.
 */
export function nestedTypeName(key: string, shape: Shape, classes: ReadonlySet<string>): string {
  const stem = capitalized(key);
  return classes.has(stem) || "enabled" in shape ? `${stem}Module` : stem;
}

/** The id that `get` and an import of a class take. */
export const idText = (family: ResourceFamily | ModuleFamily): string =>
  family.kind === "module"
    ? `${family.pathKeys.map((key) => `<${key}>`).join("/")}/${family.path.slice(family.path.lastIndexOf("/") + 1)}`
    : [...family.pathKeys, "id"].map((key) => `<${key}>`).join("/");

/** Whether the service has a family and the API reference does not. */
export const isServiceOnly = (family: ManagedFamily | LookupFamily): boolean =>
  "serviceOnly" in family && family.serviceOnly === true;

/** What to use in place of a deprecated class; undefined for any other. */
export const deprecationOf = (family: ManagedFamily | LookupFamily): string | undefined =>
  family.kind === "resource" || family.kind === "module" ? family.deprecated : undefined;

/** What a program sets, of a class or in it, that a service has deprecated, and what to use instead. */
export function deprecationsIn(family: ManagedFamily, given: Readonly<Record<string, unknown>>): string[] {
  const found = [deprecationOf(family) ?? []].flat();
  walkShape(family.inputs, given, ({ meta }, value, path) => {
    if (meta.deprecated !== undefined && value !== undefined)
      found.push(`${path.join(".")} is deprecated: ${meta.deprecated}`);
    return true;
  });
  return found;
}

/** What states the facts of a family: a section of the API reference, or where else they are known from. */
export function sourceText(family: ManagedFamily | LookupFamily): string {
  if (isServiceOnly(family))
    return "Service only: the compatible service has it, the API reference does not (docs/assumptions.md).";
  return family.section === undefined
    ? "Assumed by convention: the API reference does not have it (docs/assumptions.md)."
    : `API reference, section "${family.section}".`;
}

/** All keys by which an object can be looked up, the one by id first. */
export function lookupsOf(family: ReadableFamily): readonly LookupKey[] {
  if (family.kind === "module") return [["id"], family.pathKeys];
  const notes = NOTES.filter((key) => key in (family.kind === "lookup" ? family.outputs : family.inputs));
  if (family.kind === "lookup") return [["id"], ...notes.map((key) => [key])];
  const { pathKeys, lookups } = family;
  return [[...pathKeys, "id"], ...lookups, ...notes.map((key) => [...pathKeys, key])];
}

/** What people write on an object to know it again. */
const NOTES = ["description", "metadata"];

export const nameOfKey = (key: string | Element): string => (typeof key === "string" ? key : key.name);
