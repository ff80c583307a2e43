import { z } from "zod";
import { metaOf, type Shape, shapeOf, unwrap } from "../family/fields";
import type { LookupFamily } from "../family/lookup";
import type { ModuleFamily } from "../family/module";
import type { Props, ResourceFamily } from "../family/resource";
import { isRecord } from "./compare";
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
  const { inputs, outputs } = shownOf(family);
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
export function shownOf(family: ReadableFamily): { readonly inputs: Shape; readonly outputs: Shape } {
  const inputs = family.kind === "lookup" ? {} : family.inputs;
  const shownInputs = only(inputs, (schema) => !metaOf(schema).local && !metaOf(schema).writeOnly);
  return {
    inputs: shownInputs,
    outputs: only(family.outputs, (schema, key) => !metaOf(schema).local && !(key in shownInputs)),
  };
}

function seenIn(family: ReadableFamily, response: Props): Props {
  if (family.kind === "module") return fromResponse({ ...family.outputs, ...family.parameters }, response);
  if (family.kind === "lookup") return fromResponse(family.outputs, response);
  const { inputs, computed } = observe(family, response);
  return { ...inputs, ...computed };
}

/** Inputs as a program would give them: defaults for what the response leaves out, no key for what is not set. */
function filled(shape: Shape, values: Props): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, schema]) => [key, given(schema, values[key])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function given(schema: z.ZodType, value: unknown): unknown {
  const meta = metaOf(schema);
  if (value === null || value === undefined) return meta.default;
  const inner = unwrap(schema);
  // Where an empty text can be no value, it is one of the spellings of absence.
  if (value === "" && meta.answers === undefined && !inner.safeParse("").success) return meta.default;
  const shape = shapeOf(inner);
  return shape && isRecord(value) ? filled(shape, value) : value;
}

/** Fields of a response, each of them present: null, or an empty list, for what the response leaves out. */
function completed(shape: Shape, values: Props): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, complete(schema, values[key])]),
  );
}

function complete(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (value === null || value === undefined) return inner instanceof z.ZodArray ? [] : null;
  const shape = shapeOf(inner);
  if (shape && isRecord(value)) return completed(shape, value);
  const element = inner instanceof z.ZodArray ? shapeOf(inner.element as z.ZodType) : undefined;
  return element && Array.isArray(value)
    ? value.map((item) => (isRecord(item) ? completed(element, item) : item))
    : value;
}

const only = (shape: Shape, wanted: (schema: z.ZodType, key: string) => boolean): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([key, schema]) => wanted(schema, key)));
