import type { Props, ResourceFamily } from "../../family/resource";
import { compareForAdoption, expiryToRenew } from "../plan/diff";
import { MAX_MARKED_AGE_MS } from "../plan/marks";
import type { Earlier } from "../run/journal";
import { isWithin, retryBadLists } from "../run/recent-objects";
import { UserError } from "../values/errors";
import type { Inputs } from "../values/kinds";
import { namesOf } from "../values/names";
import { matchesInputs, observe } from "../values/response";
import type { PendingCreation } from "./pending-creation";
import { findUsers } from "./users";

/** Maximum time that a request waits in the queue before it is sent. */
const MAX_QUEUE_MS = 20 * 60_000;

/** The engine makes its calls for independent resources within this time. */
const ANNOUNCEMENT_MS = 250;

/** Returns the object that a killed run created for this resource before the engine recorded it. */
export async function findObjectOfEarlierRun(creation: PendingCreation): Promise<Props | undefined> {
  const { run, intent, isReplacement } = creation;
  const { family } = creation.request;
  if (intent.earlier) await waitForEarlierRun(creation);
  const { earlier } = intent;
  // In a replacement, a recorded or marked object may be the one to be replaced, which is deleted at the end. A
  // recorded one isn't if it was created for the replacement.
  const recordedId = isReplacement && !earlier?.isReplacement ? undefined : earlier?.id;
  const recorded = recordedId === undefined ? undefined : await findRecordedObject(creation, recordedId);
  const isUnconfirmed = earlier !== undefined && earlier.id === undefined;
  const unconfirmed = isUnconfirmed ? await findUnconfirmedObject(creation, earlier) : undefined;
  const mayBeMarked = creation.mark !== undefined && !isReplacement;
  const left = [recorded ?? unconfirmed].find((object) => object && !mustBeRenewed(creation, object));
  const found = left ?? (mayBeMarked ? await findMarkedObject(creation) : undefined);
  intent.resolved();
  if (!found) return undefined;
  const id = String(found.id);
  // An object whose response arrived may be in use. Only objects whose secret never arrived are deleted.
  if (!unconfirmed && creation.isShownOnce)
    throw recorded ? secretLostError(family, id) : secretUnknownError(family, id);
  if (unconfirmed && creation.isShownOnce && earlier?.isDamaged) throw creation.recordUnknownOwner([id]);
  const usable = await creation.usableObject(found);
  if (usable) {
    creation.claim(usable);
    const evidence =
      recorded || unconfirmed
        ? "was created by an earlier run that was interrupted"
        : "carries the ownership mark of this resource and matches its inputs";
    run.report(`${family.name} ${id} ${evidence}: it is recovered`);
  }
  return usable;
}

/** The earlier run's provider may still be working, after two interrupts or if only the engine was killed. */
async function waitForEarlierRun(creation: PendingCreation): Promise<void> {
  for (let waits = 0; ; waits++) {
    const worker = creation.intent.earlier?.worker;
    if (!worker) return;
    await creation.waitFor(worker, waits);
    creation.intent.otherWorker();
  }
}

/**
 * Returns the object with an id in the journal if it matches the program. The response to its creation arrived, and no
 * later command has named it. Either a run was killed before the engine recorded it, or it was kept on purpose
 * (`retainOnDelete`, `pulumi state delete`).
 */
async function findRecordedObject(creation: PendingCreation, id: string): Promise<Props | undefined> {
  const object = await creation.get(id);
  if (!object) return undefined;
  const { family, inputs } = creation.request;
  const observation = observe(family, object, inputs);
  const { changes, fixed } = compareForAdoption(family, id, observation, inputs);
  const differs = [...changes, ...fixed];
  if (family.manages?.({ ...observation.inputs, ...observation.computed }) === false) differs.push("kind");
  if (!creation.hasNoMarkOfOthers(object)) differs.push("ownership mark");
  if (differs.length === 0) return (await isHeldByAnother(creation, id)) ? undefined : object;
  creation.run.report(
    `${family.name} ${id}, which an earlier run created for this resource, differs from its inputs (${differs.join(", ")}): ${describeUnchanged(family, inputs)}; set adoptId to ${id} to manage it instead`,
  );
  return undefined;
}

async function findUnconfirmedObject(
  creation: PendingCreation,
  earlier: Earlier,
): Promise<Props | undefined> {
  if (earlier.unclear) {
    const still = await Promise.all(earlier.unclear.map((id) => creation.get(id)));
    const isDecided = still.length === 0 || still.includes(undefined);
    if (!isDecided) throw creation.ownerUnknownError(earlier.unclear);
    return undefined;
  }
  const { run, creations } = creation;
  // The clocks of two machines may differ by more than the window. By now, a response has shown the server's.
  const start = () => (earlier.isLocal && creations.earliest(earlier.at)) || earlier.at;
  return retryBadLists(run, () => creation.find(() => ({ from: start(), until: start() + MAX_QUEUE_MS })));
}

/**
 * Returns an object with this resource's mark if it matches the inputs of this creation. It comes from an interrupted
 * run, or was kept on purpose.
 */
async function findMarkedObject(creation: PendingCreation): Promise<Props | undefined> {
  const { run, creations, request } = creation;
  const { family, inputs } = request;
  const objects = await retryBadLists(run, () => creations.recentObjects.everything());
  const isFree = (object: Props) => matchesInputs(family, inputs, object) && !creation.isTaken(object);
  for (const object of objects.filter((candidate) => creation.mayBeOwn(candidate) && isFree(candidate))) {
    if (mustBeRenewed(creation, object)) continue;
    const reason = await reasonToExpectInState(creation, object);
    if (reason === undefined) return object;
    const id = String(object.id);
    run.report(
      `${family.name} ${id} carries the ownership mark of this resource, but ${reason}: a state most likely has it, under another name or in another stack, and ${describeUnchanged(family, inputs)}. If no state has it (\`pulumi stack export\` shows its id), set adoptId to ${id} to manage it instead`,
    );
  }
  return undefined;
}

/** Warns, and returns true, if an object has expired or is due for renewal, so that a new one is needed. */
function mustBeRenewed({ run, request }: PendingCreation, object: Props): boolean {
  const { family, inputs } = request;
  const observation = observe(family, object, inputs);
  const state = { ...observation.inputs, ...observation.computed };
  const expiry = expiryToRenew(family, { state, inputs, now: run.now() });
  if (expiry === undefined) return false;
  const id = String(object.id);
  run.report(
    `warning: ${family.name} ${id}, which an earlier run created for this resource, ends on ${expiry}: another one is created. Delete ${id} if no state has it and nothing uses it`,
  );
  return true;
}

/**
 * Returns why an object with this resource's mark is most likely in a state rather than left by an interrupted run:
 * in the state of a resource that was renamed or moved, and whose mark no run has rewritten since.
 */
async function reasonToExpectInState(creation: PendingCreation, object: Props): Promise<string | undefined> {
  const { run, creations, request } = creation;
  const { family, inputs } = request;
  const longAgo = run.now() - MAX_MARKED_AGE_MS;
  const from = creations.earliest(longAgo) ?? longAgo;
  if (!isWithin(object, { from })) return "it was created more than three days ago";
  const id = String(object.id);
  if (run.ledger.objects.wasInState({ family: family.name, id })) return "an earlier command has shown it";
  const observation = observe(family, object, inputs);
  const target = { family, id, state: { ...observation.inputs, ...observation.computed } };
  // The engine passes an object's id to other resources only after it has stored the object.
  const [user] = run.isRecordedAtEnd ? [] : await findUsers(run, target);
  if (user !== undefined) return `it is used by ${user}`;
  return (await isHeldByAnother(creation, id)) ? "another resource of this run has it" : undefined;
}

/** True if another resource has the object. The engine may name it only shortly after this creation has begun. */
async function isHeldByAnother({ run, request }: PendingCreation, id: string): Promise<boolean> {
  await run.sleep(ANNOUNCEMENT_MS);
  return run.journal.isNamed(id) || run.ledger.objects.isDeclared({ family: request.family.name, id });
}

/** Describes what happens to an object that a creation doesn't adopt. If it has a unique name, the creation fails. */
const describeUnchanged = (family: ResourceFamily, inputs: Inputs): string =>
  namesOf(family, inputs).length > 0
    ? "it is left unchanged with its name"
    : "it is left unchanged and another one is created";

function secretLostError(family: ResourceFamily, id: string): UserError {
  return new UserError(
    `${family.name} ${id} was created by an earlier run for this resource, and no run has named it since: that run was interrupted before the state had it, it was left in place (retainOnDelete, pulumi state delete), its resource was renamed or moved, or it is to be replaced (--replace, taint). ${keyAdvice(family, id)}, or run once with TUNNEL_EDGE_JOURNAL_DIR=off to keep it and create another one`,
  );
}

function secretUnknownError(family: ResourceFamily, id: string): UserError {
  return new UserError(
    `${family.name} ${id} carries the ownership mark of this resource: an interrupted run has created it, it was left in place, or its resource was renamed or moved. ${keyAdvice(family, id)}`,
  );
}

/** Returns advice about a key that may be in use. If a state has it, it must not be deleted. */
function keyAdvice(family: ResourceFamily, id: string): string {
  const secret = family.onceKeys.join(", ");
  return `It may be in use, and its ${secret}, which is shown once, cannot be read again. First check whether a state contains it: \`pulumi stack export\` of this stack, and of those that it may have been moved to, shows ${id} then. If this stack has it, run \`pulumi refresh\` and then \`pulumi up\`; if another stack has it, run \`pulumi up\` there first. If no state has it and nothing uses it, delete it, and another one is created. Otherwise set adoptId to ${id} to manage it without its ${secret}`;
}
