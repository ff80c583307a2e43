import { isRecord, type Shape } from "../../family/field";
import type { Props, ResourceFamily, State } from "../../family/resource";
import type { ObjectAndInputs } from "../plan/types";
import type { Run } from "../run/lifecycle";
import { itemPathOf } from "../values/collection";
import { areEqual } from "../values/compare";
import { PartialFailure, reasonOf } from "../values/errors";
import type { Observation } from "../values/response";
import { compose } from "../values/state";
import { change } from "./change";

/** Restores the defaults of inputs that the request may have omitted (`keys`), if the response has other values. */
export async function restoreDefaults(
  run: Run,
  family: ResourceFamily,
  { id, inputs, state }: ObjectAndInputs,
  observation: Observation,
  keys: readonly string[],
): Promise<State> {
  const mutable = Object.entries(family.inputs).filter(
    ([key]) => keys.includes(key) && family.update.includes(key),
  );
  const declared = mutable.filter(([key]) => inputs[key] !== undefined);
  const { values, paths } = fillDefaults(Object.fromEntries(declared), inputs, observation.inputs);
  const missing = mutable.filter(([key, field]) => {
    if (inputs[key] !== undefined || family.parts[key] !== undefined) return false;
    const implied = family.implied?.[key]?.(inputs);
    const hasFixedDefault = implied !== undefined || !field.hasServerDefault;
    return hasFixedDefault && state[key] !== undefined && !areEqual(field, state[key], implied);
  });
  const incomplete = declared.filter(([key]) => values[key] !== inputs[key]);
  const changed = [...missing, ...incomplete].map(([key]) => key);
  if (changed.length === 0) return state;
  const path = itemPathOf(family, inputs, id);
  const plan = { family, id, path, state, inputs: values, changed, observed: observation.inputs };
  const object = { label: `${family.name} ${id}`, id, state };
  const otherPaths = [...missing.map(([key]) => key), ...paths];
  const done = await correctDefaults(run, { ...object, paths: otherPaths }, () => change(run, plan));
  return done.observation ? compose(family, inputs, done.observation, done.state) : done.state;
}

/** Reports the inputs for which the service has chosen another value, and corrects them by an update. */
export function correctDefaults<T>(
  run: Run,
  object: {
    readonly label: string;
    readonly id: string;
    readonly state: State;
    readonly paths: readonly string[];
  },
  update: () => Promise<T>,
): Promise<T> {
  const { label, id, state, paths } = object;
  const difference = `the service has set ${paths.join(", ")}, which the program omits, to a value other than this package's default`;
  run.report(`${label}: ${difference}; one update corrects it`);
  return update().catch((cause: unknown) => {
    const reason = `${label} exists, but ${difference}: ${reasonOf(cause)}`;
    throw new PartialFailure(id, state, [reason], { cause });
  });
}

/** Adds this package's default for each omitted value that the service has set to something else. */
export function fillDefaults(
  shape: Shape,
  declared: Props,
  observed: Props,
): { readonly values: Props; readonly paths: readonly string[] } {
  const values: Record<string, unknown> = { ...declared };
  const paths: string[] = [];
  for (const [key, field] of Object.entries(shape)) {
    const fallback = field.defaultValue;
    const [value, actual] = [declared[key] ?? undefined, observed[key]];
    if (value === undefined && fallback !== undefined && !areEqual(field, actual, fallback)) {
      values[key] = fallback;
      paths.push(key);
    }
    if (field.kind !== "object" || !isRecord(value) || !isRecord(actual)) continue;
    const nested = fillDefaults(field.shape, value, actual);
    if (nested.paths.length > 0) values[key] = nested.values;
    paths.push(...nested.paths.map((path) => `${key}.${path}`));
  }
  return { values, paths };
}
