import type { ResourceFamily } from "../../family/resource";
import { compareForAdoption } from "../plan/adoption";
import { describeFixed } from "../plan/diff";
import { markStateOf } from "../plan/marks";
import type { Creator } from "../plan/results";
import { adoptedBefore } from "../run/ledger/adopted-objects";
import type { CreateResult, Run } from "../run/lifecycle";
import { collectionOf, itemOf } from "../values/collection";
import { PartialFailure, UserError } from "../values/errors";
import type { Inputs, Wire } from "../values/kinds";
import { describeNames, describeResource, namesOf } from "../values/names";
import { observe } from "../values/response";
import { compose, type TAKEN_OVER } from "../values/stored";
import { change, recordModule } from "./change";
import { markConflict, planClaim } from "./marking";
import { settled } from "./settle";

interface Adopter {
  readonly inputs: Inputs;
  readonly creator?: Creator | undefined;
}

/** The input by which a program adopts an object, and the advice to create a new one instead. */
const BY_ID = { input: "adoptId", orNew: ", or drop adoptId to create a new one" };
const BY_NAME = { input: "adopt", orNew: "" };
type AdoptionInput = typeof BY_ID;

/**
 * Adopts the object that a program names in `adoptId`. Writes nothing when it is equal, else sends one minimal
 * update.
 */
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
      `adoptId: there is no ${family.name} with the id ${id}: correct the id, or drop adoptId to create one`,
    );
  }
  const seen = observe(family, response, inputs);
  if (family.manages?.({ ...seen.inputs, ...seen.computed }) === false) {
    throw new UserError(`adoptId: ${id} exists but is not of the kind that ${family.name} manages`);
  }
  return adoptObject(run, family, response, adopter, BY_ID);
}

/** Adopts the object that has the natural key of the program's inputs, as `adopt` does by its id. */
export async function adoptByName(
  run: Run,
  family: ResourceFamily,
  object: Wire,
  adopter: Adopter,
): Promise<CreateResult> {
  const { creator } = adopter;
  const id = String(object.id);
  const { objects } = run.ledger;
  const by = describeResource(family.name, creator?.resource ?? "");
  const owned = { family: family.name, id };
  const before = objects.formerAdopter(owned, by);
  if (before !== undefined) run.report(adoptedBefore(`${family.name} ${id}`, before));
  objects.declare("adopts", by, owned);
  const adopted = await adoptObject(run, family, object, adopter, BY_NAME);
  const what = describeNames(namesOf(family, adopter.inputs));
  run.report(`${family.name} ${id}, which has ${what}, is adopted`);
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
  run.ledger.objects.take(id, "adopted");
  const recorded = { adopted: true } as const;
  return takeOver(run, family, { id, object, inputs, creator, how: "adopted", recorded, source });
}

interface TakeOver {
  readonly id: string;
  /** The object as a response shows it. */
  readonly object: Wire;
  readonly inputs: Inputs;
  readonly creator: Creator | undefined;
  readonly how: "adopted" | "taken over";
  /** Undefined where the program has not asked for the adoption. */
  readonly source?: AdoptionInput;
  readonly recorded: { readonly adopted?: true; readonly [TAKEN_OVER]?: number };
}

/** Makes an existing object match the program with at most one update. */
export async function takeOver(
  run: Run,
  family: ResourceFamily,
  { id, object, inputs, creator, how, recorded: given, source = BY_ID }: TakeOver,
): Promise<CreateResult> {
  const seen = observe(family, object, inputs);
  const { existing, changes, fixed } = compareForAdoption(family, id, seen, inputs);
  if (fixed.length > 0) {
    throw new UserError(
      `${source.input}: ${family.name} ${id} differs in ${describeFixed(family, fixed)}, which only a replacement could change: make the program equal to the object${source.orNew}; nothing was written`,
    );
  }
  const { adopted, adoptId, ...state } = existing;
  const at = itemOf(family, inputs, id);
  const marking = planClaim(run, { family, inputs, creator }, object, { how, changed: changes });
  const recorded = { ...given, ...(marking?.known ?? markStateOf(family, inputs, seen, creator)) };
  const { metadata } = marking ?? {};
  const plan = { family, id, at, state, inputs, changed: changes, metadata };
  const done = await change(run, plan).catch((error: unknown) => {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(id, { ...error.state, ...recorded }, error.reasons, { cause: error.cause });
  });
  const declared = Object.keys(family.parts ?? {}).filter((key) => inputs[key] !== undefined);
  for (const key of declared) recordModule(run, at, family, key);
  const composed = { ...compose(family, inputs, done.seen ?? seen, done.state), ...recorded };
  return {
    id,
    state: await settled(run, family, { id, inputs, state: composed, before: existing, isFresh: true }),
  };
}
