import { isClientError, LostReplyError } from "../../api";
import type { Props, ResourceFamily } from "../../family/resource";
import { ownMarkRecord } from "../plan/marks";
import type { CreateResult, Creation, DeclaredResource, Run } from "../run/lifecycle";
import { isAboutName, needFreeNames, needReservedHosts } from "../run/needs";
import { FIRST_PAUSE_MS } from "../run/recent-objects";
import { collectionOf } from "../values/collection";
import { describeNames, describeResource, namesOf } from "../values/names";
import { observe } from "../values/response";
import { compose, RECOVERED_AT } from "../values/state";
import { adoptById, adoptByName, reconcile } from "./adopt";
import { restoreDefaults } from "./defaults";
import { findObjectOfEarlierRun } from "./earlier-runs";
import {
  findByName,
  findOrRequireCompleteInputs,
  findReplacementOrphan,
  withNameAdvice,
} from "./named-objects";
import { CORRECT_ID, explainNotFound } from "./not-found";
import { PendingCreation } from "./pending-creation";
import { waitUntilReady } from "./readiness";
import { type CreationState, INTENT, next, type Step } from "./transitions";

/** Creates the object of a resource, or adopts the one that the program identifies or that an earlier run has left. */
export async function create(
  family: ResourceFamily,
  run: Run,
  { inputs, creator, idToAdopt }: Creation,
): Promise<CreateResult> {
  const resource: DeclaredResource = { family, inputs, creator };
  if (idToAdopt !== undefined) return adoptById(run, resource, idToAdopt);
  const names = namesOf(family, inputs);
  const label =
    creator?.resource === undefined
      ? `${family.name} ${creator?.name ?? describeNames(names)}`
      : describeResource(family.name, creator.resource);
  const { operations } = run.ledger;
  const needs = [needFreeNames(operations, label, names), needReservedHosts(label, family, inputs)];
  const lookUp = inputs.adopt === undefined ? undefined : () => findOrRequireCompleteInputs(run, resource);
  const { object, origin } = await operations
    .sendWhenPossible(run, label, needs, () => createOnce(run, resource, lookUp))
    .catch(async (error: unknown): Promise<CreatedObject> => {
      const explained = await explainMissingParent(error, run, resource);
      const claim = { ...resource, names, isNew: true } as const;
      const orphan = await findReplacementOrphan(explained, run, claim);
      if (orphan) {
        run.report(
          `${family.name} ${orphan.id} already has this name. An earlier replacement of this resource left it behind, so it is recovered`,
        );
        return { object: orphan.object, origin: "recovered" };
      }
      // Another client took the name since the look-up, or the service's filter didn't return the object.
      const isTaken = lookUp && isAboutName(explained, names);
      const existing = isTaken ? await findByName(run, resource, "unfiltered") : undefined;
      if (existing) return { object: existing, origin: "exists" };
      throw await withNameAdvice(explained, run, claim);
    });
  if (origin === "exists") return adoptByName(run, resource, object);
  const id = String(object.id);
  if (origin === "recovered") {
    run.ledger.objects.taken.add(id);
    return reconcile(run, resource, object, { [RECOVERED_AT]: run.now() });
  }
  const observation = observe(family, object, inputs);
  const created = compose(family, inputs, observation, ownMarkRecord(family, inputs, observation, creator));
  const keys = Object.keys(family.inputs);
  const state = await restoreDefaults(run, family, { id, inputs, state: created }, observation, keys);
  if (!family.waitUntilReady) return { id, state };
  return { id, state: await waitUntilReady(run, family, { id, inputs, state, before: {}, isFresh: true }) };
}

async function explainMissingParent(
  error: unknown,
  run: Run,
  { family, inputs }: DeclaredResource,
): Promise<unknown> {
  // The last key identifies the direct parent.
  const key = family.pathKeys.at(-1);
  if (key === undefined) return error;
  const { path } = collectionOf(family, inputs);
  const parent = path.slice(0, path.lastIndexOf("/"));
  const label = `the object in ${key} (${String(inputs[key])})`;
  return explainNotFound(error, run, { path: parent, label, advice: CORRECT_ID });
}

interface CreatedObject {
  readonly object: Props;
  /** `recovered`: an earlier run created it, and it may have been changed since. `exists`: someone else created it. */
  readonly origin: "new" | "recovered" | "exists";
}

/**
 * Creates one object exactly once. A POST whose response was lost, maybe in a killed run, may have been processed. So
 * its object is searched for before the POST is repeated. Throws a UserError if it is unknown which of several equal
 * objects the POST created.
 */
async function createOnce(
  run: Run,
  resource: DeclaredResource,
  lookUp?: () => Promise<Props | undefined>,
): Promise<CreatedObject> {
  const pending = new PendingCreation(run, resource);
  const { intent, creations, group } = pending;

  const lookForExisting = async (): Promise<Step> => {
    // An earlier run may have left an entry in the journal, or a mark on its object.
    const mayHaveOrphan = intent.earlier !== undefined || pending.mark !== undefined;
    const recovered = mayHaveOrphan ? await findObjectOfEarlierRun(pending) : undefined;
    // findObjectOfEarlierRun has resolved the journal's entry otherwise.
    if (!mayHaveOrphan) intent.resolveEarlier();
    if (recovered) return { event: "found", object: recovered };
    const existing = await lookUp?.().catch((cause: unknown) => {
      intent.drop();
      throw cause;
    });
    return existing ? { event: "exists", object: existing } : { event: "nothing found" };
  };

  const confirm = async (): Promise<Step> => {
    const object = await pending.confirm(error);
    return object ? { event: "found", object } : { event: "nothing found" };
  };

  const send = async (attempt: number): Promise<Step> => {
    if (attempt > 1) await run.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 2));
    const sentAt = run.now();
    pending.firstSentAt ??= sentAt;
    const { path, body, firstSentAt } = pending;
    const post = () => run.api.post(path, body);
    try {
      const object = await creations.send(post, { group, intent, firstSentAt, sentAt, now: run.now });
      return { event: "answered", object };
    } catch (error) {
      if (error instanceof LostReplyError) return { event: "lost", error };
      return { event: isClientError(error) ? "refused" : "failed", error };
    }
  };

  let state: CreationState = INTENT;
  let error: unknown;
  for (;;) {
    const step =
      state.phase === "intent"
        ? await lookForExisting()
        : state.phase === "sent"
          ? await send(state.attempt)
          : await confirm();
    state = next(state, step.event);
    error = step.error ?? error;
    if (state.phase !== "resolved") continue;
    const { outcome } = state;
    if (outcome === "not created" || outcome === "exists") intent.drop();
    const origin = outcome === "recovered" || outcome === "exists" ? outcome : "new";
    if (step.object) return { object: step.object, origin };
    throw error instanceof LostReplyError ? pending.notCreatedError(error) : error;
  }
}
