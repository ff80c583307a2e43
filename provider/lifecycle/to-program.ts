import { z } from "zod";
import { snake } from "../api";
import { canonicalInstant, canonicalSecond } from "../family/canonical-forms";
import { isRequired, metaOf, type Shape, shapeOf, unwrap } from "../family/fields";
import type { Props, ResourceFamily } from "../family/resource";
import { isBlank, isRecord, same } from "./compare";
import { compose, derived, impliedBy, isImplied, type Observation, observe } from "./state";

/** An existing object with all that a program has to say in order to make another one like it. */
export interface Whole {
  readonly id: string;
  /** Inputs without those that say no more than their defaults do. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Outputs that check adds to these inputs. */
  readonly derived: Readonly<Record<string, unknown>>;
  /** The state of the object under a program that gives these inputs. */
  readonly state: Readonly<Record<string, unknown>>;
  /** False for objects that the class cannot manage. */
  readonly manageable: boolean;
  /** Objects within the response that this version does not know, such as new modules, in wire spelling. */
  readonly unknownKeys: readonly string[];
}

/**
 * What a response says of a whole object. Unlike a read, which asks what became of a program's inputs, it takes the values
 * that the service may have picked for given: nobody can tell them from given ones, and a lowest TLS version that goes
 * missing opens a door. Left out are only points in time, which no second object can share, and what is deprecated.
 */
export function whole(family: ResourceFamily, response: Props, at: Props): Whole {
  const seen = observe(family, response);
  const fromPath = Object.fromEntries(family.pathKeys.map((key) => [key, at[key]]));
  const observation: Observation = { ...seen, inputs: { ...seen.inputs, ...fromPath } };
  const given = said(family.inputs, observation.inputs);
  const isSaid = (key: string) =>
    impliedBy(family, key, observation.inputs) === undefined || !isImplied(family, key, observation.inputs);
  const inputs = Object.fromEntries(Object.entries(given).filter(([key]) => isSaid(key)));
  return {
    id: String(response.id),
    inputs,
    derived: derived(family, inputs),
    state: compose(family, inputs, observation),
    manageable: family.manages?.({ ...observation.inputs, ...observation.computed }) ?? true,
    unknownKeys: unknownKeysIn(family, response),
  };
}

function said(shape: Shape, values: Props): Record<string, unknown> {
  const entries = Object.entries(shape).map(([key, schema]) => [key, saidBy(schema, values[key])] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const POINTS_IN_TIME: readonly unknown[] = [canonicalInstant, canonicalSecond];

function saidBy(schema: z.ZodType, value: unknown): unknown {
  const meta = metaOf(schema);
  if (meta.local || meta.writeOnly) return undefined;
  if (meta.serverDefault && (meta.deprecated !== undefined || POINTS_IN_TIME.includes(meta.canonical)))
    return undefined;
  const shape = shapeOf(schema);
  const inner = shape && isRecord(value) ? said(shape, value) : (value ?? undefined);
  if (isRequired(schema)) return inner ?? (unwrap(schema) instanceof z.ZodArray ? [] : undefined);
  // By convention 0 stands for "unspecified" as well.
  const isPick = meta.serverDefault && inner === 0;
  const saysNothing =
    (isBlank(inner) && !meta.significantWhenEmpty) || isPick || same(schema, undefined, inner);
  return saysNothing ? undefined : inner;
}

function unknownKeysIn(family: ResourceFamily, response: Props): string[] {
  const shapes = { ...family.outputs, ...family.inputs };
  const known = Object.entries(shapes).flatMap(([key, schema]) => [snake(key), metaOf(schema).ref]);
  return Object.keys(response)
    .filter(
      (key) => key !== "id" && !known.includes(key) && isRecord(response[key]) && !isBlank(response[key]),
    )
    .sort();
}
