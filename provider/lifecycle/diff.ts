import { metaOf } from "../family/fields";
import type { Props, ResourceFamily } from "../family/resource";
import { holdsUnknown } from "../family/unknown";
import { same } from "./compare";
import { Refusal } from "./errors";
import { declared, isLeftAlone } from "./state";

/** Inputs that differ between a state and a program, in the sense of the service. */
export function changedKeys(family: ResourceFamily, state: Props, news: Props): string[] {
  return Object.keys(family.inputs).filter((key) => isChanged(family, key, state, news));
}

function isChanged(family: ResourceFamily, key: string, state: Props, news: Props): boolean {
  const schema = family.inputs[key];
  if (!schema) return false;
  const meta = metaOf(schema);
  const wanted = news[key];
  if (key === "adoptId") return adoptsAnother(state, news);
  if (meta.local) return JSON.stringify(state[key] ?? null) !== JSON.stringify(wanted ?? null);
  const given = isLeftAlone(family, key) ? declared(state, key) : state[key];
  if (wanted === undefined)
    return given !== undefined && !meta.keepWhenUnset && !same(schema, given, undefined);
  if (meta.writeOnly && given === undefined)
    return state.adopted !== true && !same(schema, undefined, wanted);
  return !same(schema, state[key], wanted);
}

/** `adoptId` matters only when it names another object than the state holds or was adopted from. */
function adoptsAnother(state: Props, news: Props): boolean {
  const wanted = news.adoptId;
  return wanted !== undefined && wanted !== state.adoptId && wanted !== state[OWN_ID];
}

/** Key under which diff hands the object's id to the comparison; never stored. */
const OWN_ID = "__id";

export interface Difference {
  /** Inputs that change; empty when nothing does. */
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** A renewal is due although no input changed. */
  readonly renews: boolean;
}

export function difference(
  family: ResourceFamily,
  id: string,
  olds: Props,
  news: Props,
  now: number,
): Difference {
  const changed = changedKeys(family, { ...olds, [OWN_ID]: id }, news);
  const replaces = changed.filter((key) => key === "adoptId" || family.replaceKeys.includes(key));
  const renews =
    family.renewal !== undefined && !family.renewal.warning && family.renewal.due(olds, news, now);
  if (renews && family.renewal) replaces.push(family.renewal.because);
  if (
    replaces.length > 0 &&
    olds.releaseProtection === true &&
    !replaces.some((key) => holdsUnknown(news[key]))
  ) {
    throw new Refusal(
      `${family.name} ${id} is under releaseProtection and ${replaces.join(", ")} can only change by replacing it, which would release it: take the change back, or set releaseProtection to false and run an update first`,
    );
  }
  const clashes = family.naturalKey?.every((key) => !changed.includes(key)) ?? false;
  return { changed, replaces, renews, deleteBeforeReplace: replaces.length > 0 && clashes };
}
