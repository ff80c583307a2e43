import { isRecord, type Shape } from "../../family/field";
import type { Props, ResourceFamily } from "../../family/resource";
import type { Run } from "../run/lifecycle";
import { itemOf } from "../values/collection";
import { areEqual } from "../values/compare";
import { PartialFailure, reasonOf } from "../values/errors";
import type { Inputs, State } from "../values/kinds";
import type { Observation } from "../values/response";
import { compose } from "../values/stored";
import { change } from "./change";

/** An object, as the response to its creation or update shows it. */
interface WrittenObject {
  readonly id: string;
  readonly inputs: Inputs;
  readonly state: State;
  /** What the response shows, of which the state holds only what the program leaves out whole. */
  readonly seen: Observation;
  /** Inputs that the request has left out, whole or in part. */
  readonly keys: readonly string[];
}

/** What a report or an error says of a service with other defaults. */
export const describeOtherDefaults = (paths: readonly string[]) =>
  `the service has set ${paths.join(", ")}, which the program leaves out, to another value than the default here`;

/**
 * Gives an object our defaults, with one update, where the service has set what the program leaves out otherwise: the
 * next preview would show the difference.
 */
export async function restoreDefaults(
  run: Run,
  family: ResourceFamily,
  { id, inputs, state, seen, keys }: WrittenObject,
): Promise<State> {
  const mutable = Object.entries(family.inputs).filter(
    ([key]) => keys.includes(key) && family.update.includes(key),
  );
  const given = mutable.filter(([key]) => inputs[key] !== undefined);
  const { values, paths } = fillDefaults(Object.fromEntries(given), inputs, seen.inputs);
  const missing = mutable.filter(([key, field]) => {
    if (inputs[key] !== undefined || family.parts?.[key] !== undefined) return false;
    const implied = family.implied?.[key]?.(inputs);
    const isOurs = implied !== undefined || !field.hasServerDefault;
    return isOurs && state[key] !== undefined && !areEqual(field, state[key], implied);
  });
  const changed = [...missing, ...given.filter(([key]) => values[key] !== inputs[key])].map(([key]) => key);
  if (changed.length === 0) return state;
  const what = `${family.name} ${id}`;
  const set = describeOtherDefaults([...missing.map(([key]) => key), ...paths]);
  run.report(`${what}: ${set}; one update makes it the default`);
  const at = itemOf(family, inputs, id);
  const done = await change(run, { family, id, at, state, inputs: values, changed }).catch(
    (error: unknown) => {
      throw new PartialFailure(id, state, [`${what} exists, but ${set}: ${reasonOf(error)}`], {
        cause: error,
      });
    },
  );
  return done.seen ? compose(family, inputs, done.seen, done.state) : done.state;
}

/** Values with the defaults that a service has set otherwise. */
interface FilledValues {
  readonly values: Props;
  /** Paths of what was filled in. */
  readonly paths: readonly string[];
}

/**
 * The program's values, with our default for each nested one that the program leaves out and the service has set
 * otherwise: left out of another request, the service would choose again.
 *
 * @param observed - What the service has.
 */
export function fillDefaults(shape: Shape, given: Props, observed: Props): FilledValues {
  const values: Record<string, unknown> = { ...given };
  const paths: string[] = [];
  for (const [key, field] of Object.entries(shape)) {
    const fallback = field.defaultValue;
    const [own, seen] = [given[key] ?? undefined, observed[key]];
    if (own === undefined && fallback !== undefined && !areEqual(field, seen, fallback)) {
      values[key] = fallback;
      paths.push(key);
    }
    if (field.kind !== "object" || !isRecord(own) || !isRecord(seen)) continue;
    const below = fillDefaults(field.shape, own, seen);
    if (below.paths.length > 0) values[key] = below.values;
    paths.push(...below.paths.map((path) => `${key}.${path}`));
  }
  return { values, paths };
}
