import type { ResourceFamily } from "../../family/resource";
import type { Run, Update } from "../run/lifecycle";
import { itemOf } from "../values/collection";
import type { State } from "../values/kinds";
import { METADATA } from "../values/mark";
import { namesNotIn, namesOf } from "../values/names";
import { NO_OBSERVATION, type Observation } from "../values/response";
import { compose, MARKED } from "../values/stored";
import { change } from "./change";
import { restoreDefaults } from "./defaults";
import { explainNotFound } from "./gone";
import { planMarking } from "./marking";
import { withNameAdvice } from "./named-objects";
import { settled } from "./settle";

export async function update(
  family: ResourceFamily,
  run: Run,
  { id, state: before, inputs, changedInputs, creators = [] }: Update,
): Promise<State> {
  const path = itemOf(family, inputs, id);
  const sendable = changedInputs.filter((key) => family.update.includes(key));
  const plan = { family, id, path, state: before, inputs, changed: sendable };
  const explain = (error: unknown) => explainNotFound(error, run, { path, label: `${family.name} ${id}` });
  const marking = await planMarking(run, plan, creators).catch(async (error: unknown) => {
    throw await explain(error);
  });
  const { metadata } = marking ?? {};
  const { state, observation } = await change(run, { ...plan, metadata }).catch(async (error: unknown) => {
    const claimed = namesNotIn(namesOf(family, inputs), namesOf(family, before));
    const explained = await explain(error);
    throw await withNameAdvice(explained, run, { family, inputs, names: claimed });
  });
  const { [MARKED]: mark, ...reached } = state;
  const recordedMark = marking ? marking.recordedMark : { [MARKED]: mark };
  const visible = marking && !marking.isFromProgram ? withoutMetadata(observation) : observation;
  const written = compose(family, inputs, visible ?? NO_OBSERVATION, { ...reached, ...recordedMark });
  const isFresh = observation !== undefined;
  // An unset input keeps its value or was sent with its default.
  const keys = sendable.filter((key) => inputs[key] !== undefined);
  const composed = observation
    ? await restoreDefaults(run, family, { id, inputs, state: written, observation, keys })
    : written;
  return settled(run, family, { id, inputs, state: composed, before, isFresh });
}

/** Removes the metadata from an observation, so that only a refresh shows metadata that was changed elsewhere. */
function withoutMetadata(observation: Observation | undefined): Observation | undefined {
  if (!observation) return undefined;
  const { [METADATA]: _, ...inputs } = observation.inputs;
  const { [METADATA]: __, ...computed } = observation.computed;
  return { inputs, computed };
}
