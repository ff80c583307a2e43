import type { Props } from "../../family/resource";
import { compareForAdoption, expiryToRenew } from "../plan/diff";
import { MAX_MARKED_AGE_MS } from "../plan/marks";
import type { Earlier } from "../run/journal";
import type { DeclaredResource } from "../run/lifecycle";
import { isWithin, retryBadLists } from "../run/recent-objects";
import { UserError } from "../values/errors";
import { namesOf } from "../values/names";
import { isManaged, matchesInputs, observe } from "../values/response";
import type { PendingCreation } from "./pending-creation";
import { findUsers } from "./users";

/** A request may wait this long before it is sent. */
const MAX_QUEUE_MS = 20 * 60_000;

/** The engine makes its calls for independent resources within this time. */
const ANNOUNCEMENT_MS = 250;

export async function findObjectOfEarlierRun(creation: PendingCreation): Promise<Props | undefined> {
  const { run, intent, isReplacement, resource } = creation;
  if (intent.earlier) await waitForEarlierRun(creation);
  const { earlier } = intent;
  // In a replacement, a recorded or marked object may be the one to be replaced, which is deleted at the end. A
  // recorded one isn't if it was created for the replacement.
  const recordedId = isReplacement && !earlier?.isReplacement ? undefined : earlier?.id;
  const recorded = recordedId === undefined ? undefined : await findRecordedObject(creation, recordedId);
  const unconfirmed =
    earlier && earlier.id === undefined ? await findUnconfirmedObject(creation, earlier) : undefined;
  const candidate = recorded ?? unconfirmed;
  const isUsable = candidate !== undefined && !mustBeRenewed(creation, candidate);
  const mayBeMarked = creation.mark !== undefined && !isReplacement;
  const leftObject = isUsable ? candidate : mayBeMarked ? await findMarkedObject(creation) : undefined;
  intent.settleEarlier();
  if (!leftObject) return undefined;
  const id = String(leftObject.id);
  // An object whose response arrived may be in use. Only objects whose secret never arrived are deleted.
  if (!unconfirmed && creation.isShownOnce)
    throw unknownSecretError(resource, id, { isRecorded: recorded !== undefined });
  if (unconfirmed && creation.isShownOnce && earlier?.isDamaged) throw creation.recordUnknownOwner([id]);
  const usable = await creation.usableObject(leftObject);
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
    await creation.waitFor(worker, waits);
    creation.intent.otherWorker();
  }
}

/** Returns the object with the journal's id if it matches the program. No command has named it since its creation. */
async function findRecordedObject(creation: PendingCreation, id: string): Promise<Props | undefined> {
  const object = await creation.get(id);
  if (!object) return undefined;
  const { family, inputs } = creation.resource;
  const observation = observe(family, object, inputs);
  const { changes, fixed } = compareForAdoption(family, id, observation, inputs);
  const differences = [...changes, ...fixed];
  if (!isManaged(family, observation)) differences.push("kind");
  if (!creation.hasNoMarkOfOthers(object)) differences.push("ownership mark");
  if (differences.length === 0) return (await hasOtherHolder(creation, id)) ? undefined : object;
  creation.run.report(
    `${family.name} ${id}, which an earlier run created for this resource, differs from its inputs (${differences.join(", ")}): ${describeUnchanged(creation.resource)}; set adoptId to ${id} to manage it instead`,
  );
  return undefined;
}

async function findUnconfirmedObject(
  creation: PendingCreation,
  earlier: Earlier,
): Promise<Props | undefined> {
  if (earlier.unclear) {
    const objects = await Promise.all(earlier.unclear.map((id) => creation.get(id)));
    // The user has decided by deleting an object.
    if (objects.length === 0 || objects.includes(undefined)) return undefined;
    throw creation.ownerUnknownError(earlier.unclear);
  }
  const { run, creations } = creation;
  // The clocks of two machines may differ by more than the window. By now, a response has shown the server's.
  const start = () => (earlier.isLocal && creations.earliest(earlier.at)) || earlier.at;
  return retryBadLists(run, () => creation.find(() => ({ from: start(), until: start() + MAX_QUEUE_MS })));
}

/** Returns an object with this resource's mark that matches its inputs: of an interrupted run, or kept on purpose. */
async function findMarkedObject(creation: PendingCreation): Promise<Props | undefined> {
  const { run, creations, resource } = creation;
  const { family, inputs } = resource;
  for (const object of await retryBadLists(run, () => creations.recentObjects.everything())) {
    if (!creation.mayBeOwn(object) || !matchesInputs(family, inputs, object)) continue;
    if (creation.isTaken(object) || mustBeRenewed(creation, object)) continue;
    const reason = await reasonToExpectInState(creation, object);
    if (reason === undefined) return object;
    const id = String(object.id);
    run.report(
      `${family.name} ${id} carries the ownership mark of this resource, but ${reason}: a state most likely has it, under another name or in another stack, and ${describeUnchanged(resource)}. If no state has it (\`pulumi stack export\` shows its id), set adoptId to ${id} to manage it instead`,
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
    `warning: ${family.name} ${id}, which an earlier run created for this resource, ends on ${expiry}: another one is created. Delete ${id} if no state has it and nothing uses it`,
  );
  return true;
}

/** Returns why an object with this resource's mark is most likely in the state of a renamed or moved resource. */
async function reasonToExpectInState(creation: PendingCreation, object: Props): Promise<string | undefined> {
  const { run, creations, resource } = creation;
  const { family, inputs } = resource;
  const longAgo = run.now() - MAX_MARKED_AGE_MS;
  const from = creations.earliest(longAgo) ?? longAgo;
  if (!isWithin(object, { from })) return "it was created more than three days ago";
  const id = String(object.id);
  if (run.ledger.objects.wasInState({ family: family.name, id })) return "an earlier command has shown it";
  const observation = observe(family, object, inputs);
  const target = { family, id, state: { ...observation.inputs, ...observation.computed } };
  // The engine passes an object's id to other resources only after it has stored the object.
  const [user] = run.skipsCheckpoints ? [] : await findUsers(run, target);
  if (user !== undefined) return `it is used by ${user}`;
  return (await hasOtherHolder(creation, id)) ? "another resource of this run has it" : undefined;
}

async function hasOtherHolder({ run, resource }: PendingCreation, id: string): Promise<boolean> {
  await run.sleep(ANNOUNCEMENT_MS);
  return run.journal.isNamed(id) || run.ledger.objects.isDeclared({ family: resource.family.name, id });
}

const describeUnchanged = ({ family, inputs }: DeclaredResource): string =>
  namesOf(family, inputs).length > 0
    ? "it is left unchanged with its name"
    : "it is left unchanged and another one is created";

/** A key that may be in use must not be deleted if a state has it. */
function unknownSecretError(
  { family }: DeclaredResource,
  id: string,
  { isRecorded }: { readonly isRecorded: boolean },
): UserError {
  const secret = family.onceKeys.join(", ");
  const origin = isRecorded
    ? "was created by an earlier run for this resource, and no run has named it since: that run was interrupted before the state had it, it was left in place (retainOnDelete, pulumi state delete), its resource was renamed or moved, or it is to be replaced (--replace, taint)"
    : "carries the ownership mark of this resource: an interrupted run has created it, it was left in place, or its resource was renamed or moved";
  const keep = isRecorded
    ? ", or run once with TUNNEL_EDGE_JOURNAL_DIR=off to keep it and create another one"
    : "";
  return new UserError(
    `${family.name} ${id} ${origin}. It may be in use, and its ${secret}, which is shown once, cannot be read again. First check whether a state contains it: \`pulumi stack export\` of this stack, and of those that it may have been moved to, shows ${id} then. If this stack has it, run \`pulumi refresh\` and then \`pulumi up\`; if another stack has it, run \`pulumi up\` there first. If no state has it and nothing uses it, delete it, and another one is created. Otherwise set adoptId to ${id} to manage it without its ${secret}${keep}`,
  );
}
