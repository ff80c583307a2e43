import type { Props } from "../../family/resource";
import { compareForAdoption, expiryToRenew } from "../plan/diff";
import { MAX_MARKED_AGE_MS } from "../plan/marks";
import type { EarlierEntry } from "../run/journal";
import type { DeclaredResource } from "../run/lifecycle";
import { isWithin, retryBadLists } from "../run/recent-objects";
import { UserError } from "../values/errors";
import { namesOf } from "../values/names";
import { isManaged, matchesInputs, observe } from "../values/response";
import type { PendingCreation } from "./pending-creation";
import { findUsers } from "./users";

/** A request may wait this long before it is sent. */
const MAX_QUEUE_MS = 20 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** The engine makes its calls for independent resources within this time. */
const ANNOUNCEMENT_MS = 250;

/** Returns an object that an earlier, interrupted run created for this resource, if its journal entry or mark shows that. */
export async function findObjectOfEarlierRun(creation: PendingCreation): Promise<Props | undefined> {
  const { run, intent, isReplacement, resource } = creation;
  if (intent.earlier) await waitForEarlierRun(creation);
  const { earlier } = intent;
  // In a replacement, the recorded or marked object may be the old one, which is deleted at the end. An entry that an
  // earlier attempt at the replacement wrote can't be about the old one.
  const recordedId = isReplacement && !earlier?.isReplacement ? undefined : earlier?.id;
  const recorded = recordedId === undefined ? undefined : await findRecordedObject(creation, recordedId);
  const unconfirmed =
    earlier && earlier.id === undefined ? await findUnconfirmedObject(creation, earlier) : undefined;
  const candidate = recorded ?? unconfirmed;
  const isUsable = candidate !== undefined && !mustBeRenewed(creation, candidate);
  const mayBeMarked = creation.mark !== undefined && !isReplacement;
  const orphan = isUsable ? candidate : mayBeMarked ? await findMarkedObject(creation) : undefined;
  intent.resolveEarlier();
  if (!orphan) return undefined;
  const id = String(orphan.id);
  // A recorded or marked object may be in use, so it is not deleted, and without its secret it isn't recovered.
  if (!unconfirmed && creation.hasOneTimeSecret)
    throw unknownSecretError(resource, id, recorded !== undefined);
  if (unconfirmed && creation.hasOneTimeSecret && earlier?.isDamaged) creation.throwOwnerUnknown([id]);
  const usable = await creation.acceptOrDelete(orphan);
  if (usable) {
    intent.recordAnswer(id);
    const evidence =
      recorded || unconfirmed
        ? "was created by an earlier run that was interrupted"
        : "carries the ownership mark of this resource and matches its inputs";
    run.report(`${resource.family.name} ${id} ${evidence}: it is recovered`);
  }
  return usable;
}

/** The earlier run's provider may still be working, after two interrupts or if only the engine was killed. */
async function waitForEarlierRun(creation: PendingCreation): Promise<void> {
  for (let waits = 0; ; waits++) {
    const worker = creation.intent.earlier?.worker;
    if (!worker) return;
    await creation.waitForWorker(worker, waits);
    creation.intent.reload();
  }
}

/** Returns the entry's object if it matches the program. An engine call with the object's id removes the entry. */
async function findRecordedObject(creation: PendingCreation, id: string): Promise<Props | undefined> {
  const object = await creation.get(id);
  if (!object) return undefined;
  const { family, inputs } = creation.resource;
  const observation = observe(family, object, inputs);
  const { changes, fixed } = compareForAdoption(family, id, observation, inputs);
  const differences = [...changes, ...fixed];
  if (!isManaged(family, observation)) differences.push("kind");
  if (creation.isMarkedForOther(object)) differences.push("ownership mark");
  if (differences.length === 0) return (await hasOtherManager(creation, id)) ? undefined : object;
  creation.run.report(
    `${family.name} ${id}, which an earlier run created for this resource, differs from its inputs (${differences.join(", ")}). ${describeUnchanged(creation.resource)}. To manage it instead, set adoptId to ${id}`,
  );
  return undefined;
}

/** Returns the object of an earlier creation whose response wasn't recorded. */
async function findUnconfirmedObject(
  creation: PendingCreation,
  earlier: EarlierEntry,
): Promise<Props | undefined> {
  const { candidateIds } = earlier;
  if (candidateIds) {
    const objects = await Promise.all(candidateIds.map((id) => creation.get(id)));
    // Nothing is left to find if states have all candidates, or if the user has deleted one, as the error advised.
    if (objects.length === 0 || objects.includes(undefined)) return undefined;
    throw creation.ownerUnknownError(candidateIds);
  }
  const { run, creations } = creation;
  // A time by this machine's clock is converted as soon as a response shows the server's, which may differ by more than
  // the window.
  const start = () => (earlier.isLocal && creations.earliestCreatedAt(earlier.at)) || earlier.at;
  return retryBadLists(run, () =>
    creation.findAndClaim(() => ({ from: start(), until: start() + MAX_QUEUE_MS })),
  );
}

/** Returns an object with this resource's mark that matches its inputs, left by an interrupted run or kept on purpose. */
async function findMarkedObject(creation: PendingCreation): Promise<Props | undefined> {
  const { run, creations, resource } = creation;
  const { family, inputs } = resource;
  for (const object of await retryBadLists(run, () => creations.recentObjects.listOnce())) {
    if (!creation.mayBeOwn(object) || !matchesInputs(family, inputs, object)) continue;
    if (creation.isTaken(object) || mustBeRenewed(creation, object)) continue;
    const reason = await reasonToExpectInState(creation, object);
    if (reason === undefined) return object;
    const id = String(object.id);
    run.report(
      `${family.name} ${id} carries the ownership mark of this resource, but ${reason}, so a state most likely has it, under another name or in another stack. ${describeUnchanged(resource)}. If no state has it (search for ${id} in \`pulumi stack export\`), set adoptId to ${id} to manage it instead`,
    );
  }
  return undefined;
}

/** Warns, and returns true, if an object has expired or is due for renewal, so that a new one is needed. */
function mustBeRenewed({ run, resource }: PendingCreation, object: Props): boolean {
  const { family, inputs } = resource;
  const observation = observe(family, object, inputs);
  const state = { ...observation.inputs, ...observation.computed };
  const expiry = expiryToRenew(family, { state, inputs, now: run.now() });
  if (expiry === undefined) return false;
  const id = String(object.id);
  run.report(
    `warning: ${family.name} ${id}, which an earlier run created for this resource, is valid only until ${expiry}, so another one is created. Delete ${id} if no state has it and nothing uses it`,
  );
  return true;
}

/** Returns why an object with this resource's mark is most likely in the state of a renamed or moved resource. */
async function reasonToExpectInState(creation: PendingCreation, object: Props): Promise<string | undefined> {
  const { run, creations, resource } = creation;
  const { family, inputs } = resource;
  const oldest = run.now() - MAX_MARKED_AGE_MS;
  const from = creations.earliestCreatedAt(oldest) ?? oldest;
  if (!isWithin(object, { from })) return `it was created more than ${MAX_MARKED_AGE_MS / DAY_MS} days ago`;
  const id = String(object.id);
  if (run.ledger.objects.wasInState({ family: family.name, id })) return "a state had it earlier";
  const observation = observe(family, object, inputs);
  const target = { family, id, state: { ...observation.inputs, ...observation.computed } };
  // The engine passes an object's id to other resources only after it has stored the object.
  const [user] = run.skipsCheckpoints ? [] : await findUsers(run, target);
  if (user !== undefined) return `it is used by ${user}`;
  return (await hasOtherManager(creation, id)) ? "another resource of this run has it" : undefined;
}

async function hasOtherManager({ run, resource }: PendingCreation, id: string): Promise<boolean> {
  await run.sleep(ANNOUNCEMENT_MS);
  return (
    run.journal.isTakenInThisRun(id) || run.ledger.objects.isDeclared({ family: resource.family.name, id })
  );
}

const describeUnchanged = ({ family, inputs }: DeclaredResource): string =>
  namesOf(family, inputs).length > 0
    ? "It stays unchanged and keeps its name"
    : "It stays unchanged, and another one is created";

function unknownSecretError({ family }: DeclaredResource, id: string, isRecorded: boolean): UserError {
  const secret = family.onceKeys.join(", ");
  const origin = isRecorded
    ? "was created by an earlier run for this resource"
    : "carries the ownership mark of this resource";
  const causes = isRecorded
    ? "that run was interrupted before a state had it; it was left in place (retainOnDelete, pulumi state delete); its resource was renamed or moved; it is to be replaced (--replace, taint)"
    : "an interrupted run created it; it was left in place; its resource was renamed or moved";
  const keep = isRecorded ? ", or run once with TUNNEL_EDGE_JOURNAL_DIR=off to create another one" : "";
  return new UserError(
    `${family.name} ${id} ${origin}, and it is unknown whether a state has it. Its ${secret}, which is shown once, cannot be read again. Possible causes: ${causes}. Search for ${id} in \`pulumi stack export\` of this stack, and of those that its resource may have been moved to. If this stack has it, run \`pulumi refresh\`, then \`pulumi up\`. If another stack has it, run \`pulumi up\` there first. If no state has it and nothing uses it, delete it, and another one is created. If it is in use, set adoptId to ${id} to manage it without its ${secret}${keep}`,
  );
}
