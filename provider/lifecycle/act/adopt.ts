import type { Wire } from "../../family/resource";
import { compareForAdoption, describeFixed } from "../plan/diff";
import { ownMarkRecord } from "../plan/marks";
import { formerAdopterWarning } from "../run/ledger/adopted-objects";
import type { CreateResult, DeclaredResource, Run } from "../run/lifecycle";
import { collectionOf, itemPathOf } from "../values/collection";
import { PartialFailure, UserError } from "../values/errors";
import { describeNames, describeResource, namesOf } from "../values/names";
import { isManaged, observe } from "../values/response";
import { compose, RECOVERED_AT } from "../values/state";
import { change, recordModule } from "./change";
import { markConflict, planClaim } from "./marking";
import { waitUntilReady } from "./readiness";

type AdoptionInput = "adoptId" | "adopt";

/** Adopts the object in `adoptId`. Sends one minimal update if it differs from the program. */
export async function adoptById(run: Run, resource: DeclaredResource, id: string): Promise<CreateResult> {
  const { family, inputs } = resource;
  const object = await run.api.read(collectionOf(family, inputs), id);
  if (!object)
    throw new UserError(
      `adoptId: there is no ${family.name} with the id ${id}: correct the id, or remove adoptId to create one`,
    );
  if (!isManaged(family, observe(family, object, inputs)))
    throw new UserError(`adoptId: ${id} exists but is not of the kind that ${family.name} manages`);
  return adoptObject(run, resource, object, "adoptId");
}

export async function adoptByName(run: Run, resource: DeclaredResource, object: Wire): Promise<CreateResult> {
  const { family, inputs, creator } = resource;
  const { objects } = run.ledger;
  const id = String(object.id);
  const label = `${family.name} ${id}`;
  const adopter = describeResource(family.name, creator?.resource ?? "");
  const former = objects.findFormerAdopter({ family: family.name, id }, adopter);
  if (former !== undefined) run.report(formerAdopterWarning(label, former));
  objects.declare("adopts", adopter, { family: family.name, id });
  const adopted = await adoptObject(run, resource, object, "adopt");
  run.report(`${label}, which has ${describeNames(namesOf(family, inputs))}, is adopted`);
  return adopted;
}

function adoptObject(
  run: Run,
  resource: DeclaredResource,
  object: Wire,
  input: AdoptionInput,
): Promise<CreateResult> {
  const conflict = markConflict(run, resource, object, input);
  if (conflict !== undefined) throw new UserError(conflict);
  run.ledger.objects.taken.add(String(object.id));
  return reconcile(run, resource, object, { adopted: true }, input);
}

/** Makes an object match the program with at most one update. `origin`: recorded in the state. */
export async function reconcile(
  run: Run,
  resource: DeclaredResource,
  object: Wire,
  origin: { readonly adopted: true } | { readonly [RECOVERED_AT]: number },
  input: AdoptionInput = "adoptId",
): Promise<CreateResult> {
  const { family, inputs, creator } = resource;
  const id = String(object.id);
  const observation = observe(family, object, inputs);
  const { existing, changes, fixed, notCompared } = compareForAdoption(family, id, observation, inputs);
  if (fixed.length > 0) {
    const orNew = input === "adoptId" ? ", or remove adoptId to create a new one" : "";
    throw new UserError(
      `${input}: ${family.name} ${id} differs in ${describeFixed(family, fixed)}, which only a replacement could change: make the program equal to the object${orNew}; nothing was written`,
    );
  }
  // Only `origin` decides whether the object counts as adopted.
  const { adopted, adoptId, ...state } = existing;
  const path = itemPathOf(family, inputs, id);
  const isRecovered = RECOVERED_AT in origin;
  // The program may have changed since the interrupted run, so it also sends what the service doesn't show.
  const unseen = isRecovered ? notCompared.map((notShown) => notShown.split(/[.[]/, 1)[0]) : [];
  const changed = family.update.filter((key) => changes.includes(key) || unseen.includes(key));
  const marking = planClaim(run, resource, object, { isRecovered, changed });
  const recordedMark = marking?.recordedMark ?? ownMarkRecord(family, inputs, observation, creator);
  const recorded = { ...origin, ...recordedMark };
  const observed = observation.inputs;
  const plan = { family, id, path, state, inputs, changed, metadata: marking?.metadata, observed };
  const done = await change(run, plan).catch((error: unknown) => {
    if (!(error instanceof PartialFailure)) throw error;
    throw new PartialFailure(id, { ...error.state, ...recorded }, error.reasons, { cause: error.cause });
  });
  for (const key of Object.keys(family.parts))
    if (inputs[key] !== undefined) recordModule(run, path, family, key);
  const composed = { ...compose(family, inputs, done.observation ?? observation, done.state), ...recorded };
  const adoptedObject = { id, inputs, state: composed, before: existing, isFresh: true };
  return { id, state: await waitUntilReady(run, family, adoptedObject) };
}
