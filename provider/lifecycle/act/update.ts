import type { ResourceFamily, State } from "../../family/resource";
import type { Run, Update } from "../run/lifecycle";
import { itemPathOf } from "../values/collection";
import { METADATA } from "../values/mark";
import { namesNotIn, namesOf } from "../values/names";
import { NO_OBSERVATION, type Observation } from "../values/response";
import { compose, MARKED } from "../values/state";
import { change } from "./change";
import { restoreDefaults } from "./defaults";
import { planMarking } from "./marking";
import { withNameAdvice } from "./named-objects";
import { explainNotFound } from "./not-found";
import { waitUntilReady } from "./readiness";

export async function update(
  family: ResourceFamily,
  run: Run,
  { id, state: before, inputs, changedInputs, creators = [] }: Update,
): Promise<State> {
  const path = itemPathOf(family, inputs, id);
  const changed = changedInputs.filter((key) => family.update.includes(key));
  const plan = { family, id, path, state: before, inputs, changed };
  const explain = (error: unknown) => explainNotFound(error, run, { path, label: `${family.name} ${id}` });
  const marking = await planMarking(run, plan, creators).catch(async (error: unknown) => {
    throw await explain(error);
  });
  const marked = { ...plan, metadata: marking?.metadata };
  const { state, observation } = await change(run, marked).catch(async (error: unknown) => {
    const names = namesNotIn(namesOf(family, inputs), namesOf(family, before));
    throw await withNameAdvice(await explain(error), run, { family, inputs, names });
  });
  const recordedMark = marking ? marking.recordedMark : { [MARKED]: state[MARKED] };
  const recorded = { ...state, [MARKED]: undefined, ...recordedMark };
  const isForeignMetadata = marking !== undefined && !changed.includes(METADATA);
  const visible = observation && isForeignMetadata ? withoutMetadata(observation) : observation;
  const written = compose(family, inputs, visible ?? NO_OBSERVATION, recorded);
  // Unset inputs need no correction: they keep their values, or the request contained their defaults.
  const keys = changed.filter((key) => inputs[key] !== undefined);
  const composed = observation
    ? await restoreDefaults(run, family, { id, inputs, state: written }, observation, keys)
    : written;
  const isFresh = observation !== undefined;
  return waitUntilReady(run, family, { id, inputs, state: composed, before, isFresh });
}

/** Keeps metadata that was changed elsewhere out of the state. Only a refresh adds it. */
const withoutMetadata = ({ inputs, computed }: Observation): Observation => {
  const { [METADATA]: _, ...otherInputs } = inputs;
  return { inputs: otherInputs, computed };
};
