import type { ReadableFamily } from "../../family/family-facts";
import {
  type Field,
  type FieldMapper,
  isRecord,
  mapBelow,
  mapObjects,
  mapShape,
  type Shape,
} from "../../family/field";
import type { Props } from "../../family/resource";
import { likelySecretPaths } from "../../family/secret-paths";
import { moduleId } from "./collection";
import { isPresent } from "./compare";
import { fromResponse, observe } from "./response";
import { secretsIn } from "./secrets";
import { deriveOutputs } from "./state";
import { accepts } from "./validate";

export interface View {
  /** `id` and all fields, in camelCase and with inputs in the shape of a program's. */
  readonly value: Record<string, unknown>;
  readonly holdsSecret: boolean;
}

export function view(family: ReadableFamily, response: Props, pathInputs: Props): View {
  const { inputs, outputs } = visibleFields(family);
  const values = responseValues(family, response);
  const value = {
    id: family.kind === "module" ? moduleId(family, pathInputs) : String(response.id),
    ...fillInputs(inputs, { ...values, ...pathInputs }),
    ...completeFields(outputs, values),
  };
  const holdsSecret =
    secretsIn({ ...inputs, ...outputs }, value).length > 0 || likelySecretPaths(inputs, value).length > 0;
  return { value, holdsSecret };
}

/** Returns the properties of a view: inputs that responses return, and the other response fields. */
export function visibleFields(family: ReadableFamily): { readonly inputs: Shape; readonly outputs: Shape } {
  const visible = filterShape(family.inputs, (field) => !field.isLocal && field.meta.returned !== "never");
  const outputs = filterShape(family.outputs, (field, key) => !field.isLocal && !(key in visible));
  return { inputs: visible, outputs };
}

function responseValues(family: ReadableFamily, response: Props): Props {
  if (family.kind === "lookup") return fromResponse(family.outputs, response);
  const { inputs, computed } = observe(family, response);
  const returned = Object.fromEntries(Object.entries(computed).filter(([, value]) => value !== null));
  return { ...inputs, ...computed, ...deriveOutputs(family, inputs), ...returned };
}

/** Returns inputs as a program would set them, with the defaults of omitted values, except in lists and maps. */
const fillInputs = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => {
    const value = values[key];
    const hasOtherInResponses = field.kind === "leaf" && field.responseValues !== undefined;
    // An empty string that isn't a valid value represents an absent one.
    const isAbsent = !isPresent(value) || (value === "" && !hasOtherInResponses && !accepts(field, ""));
    return isAbsent ? field.defaultValue : mapObjects(field, value, fillInputs);
  });

/** Returns all response fields, with null or an empty list for those that the response omits. */
const completeFields = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => completeValue(field, values[key]));

const completeValue: FieldMapper = (field, value) => {
  if (!isPresent(value)) return field.kind === "list" ? [] : null;
  return field.kind === "object" && isRecord(value)
    ? completeFields(field.shape, value)
    : mapBelow(field, value, completeValue);
};

const filterShape = (shape: Shape, isIncluded: (field: Field, key: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([key, field]) => isIncluded(field, key)));
