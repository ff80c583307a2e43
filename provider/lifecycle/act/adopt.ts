import type { ResourceFamily } from "../../family/resource";
import { compareForAdoption, describeFixed } from "../plan/diff";
import { markStateOf } from "../plan/marks";
import type { Creator } from "../plan/results";
import { formerAdopterWarning } from "../run/ledger/adopted-objects";
import type { CreateResult, Run } from "../run/lifecycle";
import { collectionOf, itemOf } from "../values/collection";
import { PartialFailure, UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { describeNames, describeResource, namesOf } from "../values/names";
import { observe } from "../values/response";
import { compose, TAKEN_OVER } from "../values/stored";
import { change, recordModule } from "./change";
import { markConflict, planClaim } from "./marking";
import { settled } from "./settle";

interface Adopter {
  readonly inputs: Inputs;
  readonly creator?: Creator | undefined;
}

/** The input by which a program adopts an object, with the advice to create a new one instead. */
const BY_ID = { input: "adoptId", orNew: ", or remove adoptId to create a new one" };
const BY_NAME = { input: "adopt", orNew: "" };
type AdoptionInput = typeof BY_ID;

/** Adopts the object that a program names in `adoptId`. Sends one minimal update if it differs from the program. */
export async function adopt(
  run: Run,
  family: ResourceFamily,
  id: string,
  adopter: Adopter,
): Promise<CreateResult> {
  const { inputs } = adopter;
  const response = await run.api.read(collectionOf(family, inputs), id);
  if (!response) {
    throw new UserError(
      `adoptId: there is no ${family.name} with the id ${id}: correct the id, or remove adoptId to create one`,
    );
  }
  const observation = observe(family, response, inputs);
  if (family.manages?.({ ...observation.inputs, ...observation.computed }) === false) {
    throw new UserError(`adoptId: ${id} exists but is not of the kind that ${family.name} manages`);
  }
  return adoptObject(run, family, response, adopter, BY_ID);
}

/** Adopts an object that was found by the natural key in the program's inputs. */
export async function adoptByName(
  run: Run,
  family: ResourceFamily,
  object: Wire,
  adopter: Adopter,
): Promise<CreateResult> {
  const { creator } = adopter;
  const id = String(object.id);
  const { objects } = run.ledger;
  const adopterText = describeResource(family.name, creator?.resource ?? "");
  const objectId = { family: family.name, id };
  const former = objects.formerAdopter(objectId, adopterText);
  if (former !== undefined) run.report(formerAdopterWarning(`${family.name} ${id}`, former));
  objects.declare("adopts", adopterText, objectId);
  const adopted = await adoptObject(run, family, object, adopter, BY_NAME);
  const nameText = describeNames(namesOf(family, adopter.inputs));
  run.report(`${family.name} ${id}, which has ${nameText}, is adopted`);
  return adopted;
}

function adoptObject(
  run: Run,
  family: ResourceFamily,
  object: Wire,
  { inputs, creator }: Adopter,
  source: AdoptionInput,
): Promise<CreateResult> {
  const id = String(object.id);
  const conflict = markConflict(run, { family, inputs, creator }, { id, object, input: source.input });
  if (conflict !== undefined) throw new UserError(conflict);
  run.ledger.objects.take(id);
  return reconcile(run, family, { id, object, inputs, creator, origin: { adopted: true }, source });
}

interface Reconciliation {
  readonly id: string;
  /** The object in a response. */
  readonly object: Wire;
  readonly inputs: Inputs;
  readonly creator: Creator | undefined;
  /** The state's record that the program has adopted the object, or of when it was recovered from an earlier run. */
  readonly origin: { readonly adopted: true } | { readonly [TAKEN_OVER]: number };
  readonly source?: AdoptionInput;
}

/** Makes an existing object match the program with at most one update. */
export async function reconcile(
  run: Run,
  family: ResourceFamily,
  { id, object, inputs, creator, origin, source = BY_ID }: Reconciliation,
): Promise<CreateResult> {
  const observation = observe(family, object, inputs);
  const { existing, changes, fixed } = compareForAdoption(family, id, observation, inputs);
  if (fixed.length > 0) {
    throw new UserError(
      `${source.input}: ${family.name} ${id} differs in ${describeFixed(family, fixed)}, which only a replacement could change: make the program equal to the object${source.orNew}; nothing was written`,
    );
  }
  const { adopted, adoptId, ...state } = existing;
  const path = itemOf(family, inputs, id);
  const isRecovered = TAKEN_OVER in origin;
  const marking = planClaim(run, { family, inputs, creator }, object, { isRecovered, changed: changes });
  const recorded = {
    ...origin,
    ...(marking?.recordedMark ?? markStateOf(family, inputs, observation, creator)),
  };
  const { metadata } = marking ?? {};
  const plan = { family, id, path, state, inputs, changed: changes, metadata };
  const done = await change(run, plan).catch((error: unknown) => {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(id, { ...error.state, ...recorded }, error.reasons, { cause: error.cause });
  });
  const declared = Object.keys(family.parts ?? {}).filter((key) => inputs[key] !== undefined);
  for (const key of declared) recordModule(run, path, family, key);
  const composed = { ...compose(family, inputs, done.observation ?? observation, done.state), ...recorded };
  return {
    id,
    state: await settled(run, family, { id, inputs, state: composed, before: existing, isFresh: true }),
  };
}
