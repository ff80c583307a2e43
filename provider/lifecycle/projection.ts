import {
  defaultOf,
  type Each,
  type Field,
  isLocal,
  isRecord,
  mapBelow,
  mapShape,
  type Shape,
} from "../family/field";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { Props, ResourceFamily } from "../family/resource";
import { accepts } from "./check";
import { moduleId } from "./module";
import { secretsIn } from "./secrets";
import { observe } from "./state";
import { fromResponse } from "./wire";

/** A family of objects that can be read. */
export type ReadableFamily = ResourceFamily | ModuleFamily | LookupFamily;

/** One object as a program that only reads sees it. */
export interface View {
  /** `id` and every field of the object in camelCase; what a program could give is in the shape of the inputs. */
  readonly value: Record<string, unknown>;
  /** Whether a secret is among the values. */
  readonly holdsSecret: boolean;
}

/** What a response says; `at` holds the inputs that are part of the path. */
export function view(family: ReadableFamily, response: Props, at: Props): View {
  const { inputs, outputs } = visibleFields(family);
  const seen = seenIn(family, response);
  const value = {
    id: family.kind === "module" ? moduleId(family, at) : String(response.id),
    ...filled(inputs, { ...seen, ...at }),
    ...completed(outputs, seen),
  };
  return { value, holdsSecret: secretsIn({ ...inputs, ...outputs }, value).length > 0 };
}

/**
 * The properties that a view of an object has: inputs that answers repeat, and fields of the responses beside them. What
 * is read or written by this package alone is no part of the object.
 */
export function visibleFields(family: ReadableFamily): { readonly inputs: Shape; readonly outputs: Shape } {
  const inputs = family.kind === "lookup" ? {} : family.inputs;
  const shownInputs = only(inputs, (field) => !isLocal(field) && field.meta.returned !== "never");
  return {
    inputs: shownInputs,
    outputs: only(family.outputs, (field, key) => !isLocal(field) && !(key in shownInputs)),
  };
}

function seenIn(family: ReadableFamily, response: Props): Props {
  if (family.kind === "module") return fromResponse({ ...family.outputs, ...family.parameters }, response);
  if (family.kind === "lookup") return fromResponse(family.outputs, response);
  const { inputs, computed } = observe(family, response);
  return { ...inputs, ...computed };
}

/** Inputs as a program would give them: defaults for what the response leaves out, no key for what is not set. */
const filled = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => given(field, values[key]));

function given(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return defaultOf(field);
  // Where an empty text can be no value, it is one of the spellings of absence.
  const hasMore = field.kind === "leaf" && field.answers !== undefined;
  if (value === "" && !hasMore && !accepts(field, "")) return defaultOf(field);
  return givenBelow(field, value);
}

/** Keys of objects are filled in; items of lists and maps stay, whatever they are. */
const givenBelow: Each = (field, value) =>
  field.kind === "object" && isRecord(value)
    ? filled(field.shape, value)
    : mapBelow(field, value, givenBelow);

/** Fields of a response, each of them present: null, or an empty list, for what the response leaves out. */
const completed = (shape: Shape, values: Props): Record<string, unknown> =>
  mapShape(shape, (field, key) => complete(field, values[key]));

const complete: Each = (field, value) => {
  if (value === null || value === undefined) return field.kind === "list" ? [] : null;
  return field.kind === "object" && isRecord(value)
    ? completed(field.shape, value)
    : mapBelow(field, value, complete);
};

const only = (shape: Shape, wanted: (field: Field, key: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([key, field]) => wanted(field, key)));
