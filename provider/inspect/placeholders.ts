import { itemPath, snake } from "../api";
import {
  type Field,
  type FieldMapper,
  isRecord,
  isSecret,
  mapBelow,
  mapValues,
  mayBeSecret,
  walkShape,
} from "../family/field";
import type { Props } from "../family/resource";
import { collectionOf } from "../lifecycle";
import { completeObject } from "./complete-object";
import { isDocument, placeholderText } from "./described-inputs";
import type { AccountObject } from "./inventory";

export interface Placeholder {
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * Returns a placeholder, unique per number, for the input at a path. A whole traffic policy gets a policy in a phase
 * that the object supports, because a check would reject anything else.
 */
export function placeholderFor(
  { family, inputs }: AccountObject,
  path: readonly string[],
  number: number,
): Placeholder {
  const name = `placeholder-${number}`;
  let document: { readonly field: Field; readonly depth: number } | undefined;
  walkShape(family.inputs, inputs, (field, _, prefix) => {
    if (isDocument(field) && prefix.every((step, n) => String(step) === path[n]))
      document = { field, depth: prefix.length };
    return true;
  });
  if (document === undefined) return { path, value: name };
  const { field, depth } = document;
  if (depth < path.length) return { path, value: placeholderText(number) };
  const policies = ["on_http_request", "on_tcp_connect"].map((phase) =>
    JSON.stringify({ [phase]: [{ name, actions: [{ type: "deny" }] }] }),
  );
  const isValid = (policy: string) =>
    !(field.meta.inspect?.(policy, inputs) ?? []).some(({ isError }) => isError);
  return { path, value: policies.find(isValid) ?? name };
}

/** Returns the object as if the service had returned placeholders instead of all its secrets. */
export function withPlaceholders(object: AccountObject, placeholders: readonly Placeholder[]): AccountObject {
  const { family, pathInputs } = object;
  const response = placeholders.reduce<unknown>(
    (copy, { path, value }) => withValueAt(copy, path, value, snake),
    mapValues(family.outputs, object.response, withoutSecret, { spelling: snake }),
  ) as Props;
  return { ...object, response, ...completeObject(family, response, pathInputs) };
}

/** The paths at which the service returns an object. */
export interface ObjectPaths {
  readonly item: string;
  /** Path of the list that contains it. */
  readonly list: string;
  readonly listKey: string;
  /** Path of the object whose response contains the list, if the list has no path of its own. */
  readonly parent: string | undefined;
}

export function objectPathsOf({ family, id, pathInputs }: AccountObject): ObjectPaths {
  const { path: list, listKey, inParent } = collectionOf(family, pathInputs);
  const parent = inParent ? list.slice(0, list.lastIndexOf("/")) : undefined;
  return { item: itemPath(list, id), list, listKey, parent };
}

const withoutSecret: FieldMapper = (field, value) => {
  if (typeof value === "string" && value !== "" && (isSecret(field) || mayBeSecret(field)))
    return "placeholder";
  return mapBelow(field, value, withoutSecret, { spelling: snake });
};

/**
 * Returns a copy of a value, or of JSON text, with the value at a path replaced.
 *
 * @param spelling - Converts the keys of the path to those of the value, except keys of free-form maps.
 */
export function withValueAt(
  value: unknown,
  [step, ...below]: readonly string[],
  text: string,
  spelling = (key: string) => key,
): unknown {
  const replaceBelow = (item: unknown) => withValueAt(item, below, text, spelling);
  if (step === undefined) return text;
  if (typeof value === "string")
    return JSON.stringify(withValueAt(JSON.parse(value), [step, ...below], text, spelling));
  if (Array.isArray(value)) return value.map((item, n) => (String(n) === step ? replaceBelow(item) : item));
  if (!isRecord(value)) return value;
  const key = Object.hasOwn(value, step) ? step : spelling(step);
  return { ...value, [key]: replaceBelow(value[key]) };
}
